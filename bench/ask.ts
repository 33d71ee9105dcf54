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
    // A connection that is kept would be closed by the server while it is idle, or just when it is used again.
    headers: { ...headersOf({ secret }), connection: 'close' },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  const json = JSON.parse(text) as { errors?: unknown; next?: { page?: string } };
  if (json.errors !== undefined) throw new Error(`${path} answered ${JSON.stringify(json.errors).slice(0, 500)}`);
  return json;
}

/** Throws when the answers of a contender differ from those of Octavo, and names the place. */
export function assertSame(ours: unknown, theirs: unknown, who: string): void {
  const place = firstDifference(ours, theirs, '');
  if (place !== null) throw new Error(`${who} answers something else than octavo. The first difference is ${place}`);
}

/** Describes the first member that differs; null when there is none. */
function firstDifference(ours: unknown, theirs: unknown, path: string): string | null {
  if (isDeepStrictEqual(ours, theirs)) return null;
  if (!isObject(ours) || !isObject(theirs)) return `${path}: ${short(theirs)} instead of ${short(ours)}`;
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const place = firstDifference(ours[name], theirs[name], `${path}/${name}`);
    if (place !== null) return place;
  }
  return `${path}: another type`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 100);

const warmUps = 3;
const counted = 9;

/** Requests whose statements are counted, and the token for them. */
interface Counted {
  /** None when the contender does not serve the workload. */
  readonly requests: readonly LoadRequest[];
  readonly secretFor: (origin: string) => Promise<string | null>;
}

/**
 * Returns the number of statements per request for each list: the maximum over its requests, with warm caches. Null for a
 * list without requests.
 */
export async function statementsOf(
  contender: Contender,
  lists: readonly Counted[],
  place: Place,
): Promise<(number | null)[]> {
  const proxy = await countStatements(place.databaseUrl);
  const server = await startServer(contender, { ...place, databaseUrl: proxy.url });
  const counts: (number | null)[] = [];
  try {
    for (const { requests, secretFor } of lists) {
      if (requests.length === 0) {
        counts.push(null);
        continue;
      }
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
