import { once } from 'node:events';
import { kill } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';

/** What the objects of a running Node process take. */
export interface KeptMemory {
  /** Collects garbage, and returns what is left in megabytes, buffers included. */
  read(): Promise<number>;
  close(): void;
}

/** Where Node listens for an inspector once it has got SIGUSR1. */
const inspector = 'http://127.0.0.1:9229/json/list';

interface Answer {
  readonly id: number;
  readonly result: { readonly result?: { readonly value: number } };
}

/** Connects to the inspector of a process, by the Chrome DevTools Protocol. */
export async function openKeptMemory(pid: number): Promise<KeptMemory> {
  kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await findAddress());
  await once(socket as never, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let last = 0;
  const ask = (method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  const expression = '(({ heapUsed, external }) => (heapUsed + external) / 1_048_576)(process.memoryUsage())';
  return {
    read: async () => {
      await ask('HeapProfiler.collectGarbage');
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
      return result.result?.value ?? NaN;
    },
    close: () => socket.close(),
  };
}

async function findAddress(): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(inspector);
      const [target] = (await response.json()) as readonly { readonly webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (attempt === 50) throw error;
    }
    await sleep(100);
  }
}
