import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Call } from '../hostile/server.ts';
import { deck, scripts, type Kind, type Place } from './scripts.ts';

/** One request that was answered, or given up: status 0. */
export interface Asked {
  readonly kind: Kind;
  readonly status: number;
  readonly ms: number;
  /** What was asked and answered, of a request that failed. */
  readonly failure: string | null;
}

/** Conflicts between clients, which are no failures. */
const conflicts = [409, 412];

interface Work {
  readonly call: Call;
  readonly place: Place;
  readonly perSecond: number;
  /** Time at which no further request begins, in milliseconds of `performance.now()`. */
  readonly until: number;
  readonly onAsked: (asked: Asked) => void;
}

/** Clients at work at once. With fewer, one slow request would lower the rate. */
const clientCount = 16;

/** Runs scripts until the time is over: many clients, which together begin `perSecond` requests a second. */
export async function runClients({ call, place, perSecond, until, onAsked }: Work): Promise<void> {
  const takeTurn = pacer(perSecond);
  const random = seededRandom(7);
  const client = async () => {
    while (performance.now() < until) {
      const kind = deck[Math.floor(random() * deck.length)] ?? 'read';
      const ask: Call = async (method, path, body) => {
        await takeTurn();
        const start = performance.now();
        const answer = await call(method, path, body);
        onAsked({
          kind,
          status: answer.status,
          ms: performance.now() - start,
          failure: findFailure(answer, method, path),
        });
        return answer;
      };
      await scripts[kind](ask, place, random);
    }
  };
  await Promise.all(Array.from({ length: clientCount }, client));
}

const findFailure = ({ status, text }: Answer, method: string, path: string) =>
  (status >= 200 && status < 300) || conflicts.includes(status)
    ? null
    : `${method} ${path}: ${status} ${text.slice(0, 300)}`;

/** Returns a function that resolves `perSecond` times a second, in the order of its calls. Missed turns are not made up for. */
function pacer(perSecond: number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const at = Math.max(next, performance.now());
    next = at + 1_000 / perSecond;
    await sleep(at - performance.now());
  };
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}
