import { isDeepStrictEqual } from 'node:util';
import { countStatements } from './counting-proxy.ts';
import type { Contender } from './contenders.ts';
import type { LoadRequest } from './load.ts';
import { median } from './measure.ts';
import { startServer } from './server.ts';

/** Sends one request. Throws when it is not answered with 200 and data. */
export async function ask(origin: string, secret: string, { method, path, body }: LoadRequest): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  const json = JSON.parse(text) as { errors?: unknown; next?: { page?: string } };
  if (json.errors !== undefined) throw new Error(`${path} answered ${JSON.stringify(json.errors).slice(0, 500)}`);
  return json;
}

/** True when two answers say the same; the text of a cursor is everybody's own business. */
export const sameAnswer = (ours: unknown, theirs: unknown) =>
  isDeepStrictEqual(withoutCursor(ours), withoutCursor(theirs));

function withoutCursor(body: unknown): unknown {
  const { next, ...rest } = body as { next?: unknown };
  return next === undefined ? rest : { ...rest, next: 'a cursor' };
}

const warmUps = 3;
const counted = 9;

interface Counting {
  readonly node: string;
  readonly databaseUrl: string;
  readonly dist: string;
  readonly flags: readonly string[];
  readonly secret: string;
}

/** Statements per request, for each list of requests: the most that any of its requests needs once warm. */
export async function statementsOf(
  contender: Contender,
  lists: readonly (readonly LoadRequest[])[],
  place: Counting,
): Promise<number[]> {
  const proxy = await countStatements(place.databaseUrl);
  const server = await startServer(contender, { ...place, databaseUrl: proxy.url });
  const counts: number[] = [];
  try {
    for (const requests of lists) {
      const each: number[] = [];
      for (const request of requests) {
        const taken: number[] = [];
        for (let turn = 0; turn < warmUps + counted; turn += 1) {
          proxy.take();
          await ask(server.origin, place.secret, request);
          if (turn >= warmUps) taken.push(proxy.take());
        }
        // The median leaves out the token's look-up, which a request does now and then.
        each.push(median(taken));
      }
      counts.push(Math.max(...each));
    }
    return counts;
  } finally {
    await server.stop();
    await proxy.close();
  }
}
