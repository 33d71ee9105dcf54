import { EventEmitter, once } from 'node:events';

/** Signals about jobs within one process. Other processes poll the database. */
export interface JobSignals {
  /** Signals that a job may be due. */
  wake(): void;
  onWake(listener: () => void): () => void;
  /** Signals that events may have to be dispatched. */
  wakeDispatch(): void;
  onWakeDispatch(listener: () => void): () => void;
  /** Signals that webhooks may have something to send. */
  wakeSending(webhookIds: readonly string[]): void;
  onWakeSending(listener: (webhookIds: readonly string[]) => void): () => void;
  /** Signals that a space may have to be synced with its repository. */
  wakeSyncs(): void;
  onWakeSyncs(listener: () => void): () => void;
  /** Signals that a job has finished. */
  changed(jobId: string): void;
  onChanged(listener: (jobId: string) => void): () => void;
  /** Resolves when the job finishes in this process, or after `ms` milliseconds. */
  untilChanged(jobId: string, ms: number): Promise<void>;
}

export function createJobSignals(): JobSignals {
  const emitter = new EventEmitter().setMaxListeners(0);
  const on = <Args extends unknown[]>(event: string, listener: (...args: Args) => void) => {
    emitter.on(event, listener);
    return () => void emitter.off(event, listener);
  };
  return {
    wake: () => void emitter.emit('wake'),
    onWake: (listener) => on('wake', listener),
    wakeDispatch: () => void emitter.emit('wake dispatch'),
    onWakeDispatch: (listener) => on('wake dispatch', listener),
    wakeSending: (webhookIds) => void emitter.emit('wake sending', webhookIds),
    onWakeSending: (listener) => on('wake sending', listener),
    wakeSyncs: () => void emitter.emit('wake syncs'),
    onWakeSyncs: (listener) => on('wake syncs', listener),
    changed: (jobId) => {
      emitter.emit('changed', jobId);
      emitter.emit(`changed ${jobId}`);
    },
    onChanged: (listener) => on('changed', listener),
    untilChanged: async (jobId, ms) => {
      await once(emitter, `changed ${jobId}`, { signal: AbortSignal.timeout(ms) }).catch(() => undefined);
    },
  };
}
