import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import PgBoss from 'pg-boss';

/** Runs one statement on a connection of the caller's choice, such as that of a transaction. */
export type Execute = (text: string, values?: readonly unknown[]) => Promise<readonly object[]>;

/**
 * Says which job is to be run next, to one process only. A delivery lies in the database, in tables of pg-boss, and is
 * sent and taken in the transaction of the caller: it is there, or gone, with what the transaction writes besides.
 */
export interface Queue {
  /** To be taken after so many milliseconds, rounded up to a second. */
  send(execute: Execute, jobId: string, afterMs?: number): Promise<void>;
  /** The oldest delivery that no other transaction is taking, used up with this transaction; null for none. */
  take(execute: Execute): Promise<string | null>;
  /** Tells this process, and no other, what happened. */
  readonly signals: QueueSignals;
}

/** What the parts of one process say to each other. Others learn of it by looking at the database. */
export interface QueueSignals {
  /** There may be something to take. */
  wake(): void;
  onWake(listener: () => void): () => void;
  /** The state of a job changed. */
  changed(jobId: string): void;
  onChanged(listener: (jobId: string) => void): () => void;
  /** Resolves when the job changes in this process, or after so many milliseconds. */
  untilChanged(jobId: string, ms: number): Promise<void>;
}

/** The one queue: what kind of job it is, the job itself says. */
const name = 'jobs';

export function createQueue(): Queue {
  return {
    send: async (execute, jobId, afterMs = 0) => {
      const startAfter = Math.ceil(afterMs / 1_000);
      const sent = await bossOn(execute).send(name, { jobId }, { id: randomUUID(), startAfter });
      if (sent === null) throw new Error('The queue is not installed');
    },
    take: async (execute) => {
      const boss = bossOn(execute);
      const [delivery] = await boss.fetch<{ jobId: string }>(name);
      if (!delivery) return null;
      await boss.deleteJob(name, delivery.id);
      return delivery.data.jobId;
    },
    signals: createSignals(),
  };
}

/** Makes the tables of the queue, or brings them up to date; several processes may do so at once. */
export async function installQueue(execute: Execute): Promise<void> {
  const boss = bossOn(execute);
  await boss.start();
  await boss.createQueue(name, { name, policy: 'standard' });
}

/** pg-boss without timers and workers of its own: they take a connection when they like, and outlive who started them. */
const bossOn = (execute: Execute) =>
  new PgBoss({
    supervise: false,
    schedule: false,
    db: {
      executeSql: async (text, values?: readonly unknown[]) => ({
        rows: [...(await execute(text, values?.map(asParameter)))],
      }),
    },
  });

/** Objects are meant as JSON. */
const asParameter = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : (value ?? null);

function createSignals(): QueueSignals {
  const emitter = new EventEmitter().setMaxListeners(0);
  const on = <Args extends unknown[]>(event: string, listener: (...args: Args) => void) => {
    emitter.on(event, listener);
    return () => void emitter.off(event, listener);
  };
  return {
    wake: () => void emitter.emit('wake'),
    onWake: (listener) => on('wake', listener),
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
