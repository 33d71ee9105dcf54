import { isDeepStrictEqual } from 'node:util';
import { countStatements } from './counting-proxy.ts';
import type { Contender } from './contenders.ts';
import { headersOf, type LoadRequest } from './load.ts';
import { median } from './measure.ts';
import { startServer, type Place } from './server.ts';

/** Sends one request. Throws unless the response is 200 with data. */
export async function ask(
  origin: string,
  secret: string | null,
  { method, path, body }: LoadRequest,
): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: headersOf({ secret }),
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  const json = JSON.parse(text) as { errors?: unknown; next?: { page?: string } };
  if (json.errors !== undefined) throw new Error(`${path} answered ${JSON.stringify(json.errors).slice(0, 500)}`);
  return json;
}

/** Whether two responses are equal, except for the text of cursors. */
export const sameAnswer = (ours: unknown, theirs: unknown) =>
  isDeepStrictEqual(withoutCursor(ours), withoutCursor(theirs));

function withoutCursor(body: unknown): unknown {
  const { next, ...rest } = body as { next?: unknown };
  return next === undefined ? rest : { ...rest, next: 'a cursor' };
}

const warmUps = 3;
const counted = 9;

/** Requests whose statements are counted, and the token for them. */
interface Counted {
  readonly requests: readonly LoadRequest[];
  readonly secretFor: (origin: string) => Promise<string | null>;
}

/** Returns the number of statements per request for each list: the maximum over its requests, with warm caches. */
export async function statementsOf(contender: Contender, lists: readonly Counted[], place: Place): Promise<number[]> {
  const proxy = await countStatements(place.databaseUrl);
  const server = await startServer(contender, { ...place, databaseUrl: proxy.url });
  const counts: number[] = [];
  try {
    for (const { requests, secretFor } of lists) {
      const each: number[] = [];
      const secret = await secretFor(server.origin);
      for (const request of requests) {
        const taken: number[] = [];
        for (let turn = 0; turn < warmUps + counted; turn += 1) {
          proxy.take();
          await ask(server.origin, secret, request);
          if (turn >= warmUps) taken.push(proxy.take());
        }
        // The median excludes the token query, which only some requests need.
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
