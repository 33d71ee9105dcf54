import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';

/** A write that the server has confirmed. */
export interface Written {
  readonly spaceId: string;
  readonly title: string;
  readonly ms: number;
}

interface Work {
  readonly place: Place;
  readonly spaces: readonly string[];
  /** Number of writers for each server. */
  readonly connections: number;
  /** Whether the work goes on, by the number of confirmed writes. */
  readonly goesOn: (written: number) => boolean;
}

/** One in so many writes is refused after it has locked its space, so that its transaction is rolled back. */
const refusedEvery = 50;

/** Pause of a writer whose server is gone, in milliseconds. */
const goneMs = 50;

/** Renames spaces from many connections to all servers. Returns what was confirmed, in the order of each writer. */
export async function rename({ place, spaces, connections, goesOn }: Work): Promise<Written[]> {
  const written: Written[] = [];
  const write = async (writer: number) => {
    for (let number = 0; goesOn(written.length); number += 1) {
      const spaceId = spaces[Math.floor(Math.random() * spaces.length)] ?? '';
      const title = `${writer} ${number}`;
      const begun = performance.now();
      const status = await patch(place, {
        at: writer % place.servers.length,
        spaceId,
        title,
        isStale: number % refusedEvery === 1,
      });
      if (status === 200) written.push({ spaceId, title, ms: performance.now() - begun });
      if (status === 0) await sleep(goneMs);
    }
  };
  const writers = connections * place.servers.length;
  await Promise.all(Array.from({ length: writers }, (_none, writer) => write(writer)));
  return written;
}

interface Patch {
  readonly at: number;
  readonly spaceId: string;
  readonly title: string;
  readonly isStale: boolean;
}

/** Renames a space. Returns the status, or 0 when the server is gone. */
async function patch(place: Place, { at, spaceId, title, isStale }: Patch): Promise<number> {
  const url = place.servers[at]?.url ?? '';
  try {
    const response = await fetch(`${url}/v1/spaces/${spaceId}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${place.token}`,
        'content-type': 'application/json',
        ...(isStale ? { 'if-match': '"0.none"' } : {}),
      },
      body: JSON.stringify({ title }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** An event of a stream, and when it came. */
export interface Received {
  readonly position: number;
  readonly spaceId: string;
  /** The title that the space had before. */
  readonly before: string;
  /** From the event to its arrival, in milliseconds. */
  readonly delayMs: number;
}

/** Follows the events of an organization, and continues on another server when a stream ends. */
export async function follow(
  place: Place,
  since: number,
  isEnough: (received: readonly Received[]) => boolean,
): Promise<Received[]> {
  const received: Received[] = [];
  for (let at = 1; !isEnough(received); at += 1) {
    const last = received.at(-1)?.position ?? since;
    await read(place, { at: at % place.servers.length, since: last }, received, isEnough).catch(() => sleep(goneMs));
  }
  return received;
}

async function read(
  place: Place,
  { at, since }: { readonly at: number; readonly since: number },
  received: Received[],
  isEnough: (received: readonly Received[]) => boolean,
): Promise<void> {
  const { openSse } = await import('../../test/sse.ts');
  const url = `${place.servers[at]?.url}/v1/orgs/${place.organizationId}/events/stream?since=${since}`;
  const stream = await openSse(url, { headers: { authorization: `Bearer ${place.token}` } });
  try {
    while (!isEnough(received)) {
      const message = await stream.next();
      if (message === null) return;
      const { position, space, data, createdAt } = JSON.parse(message.data ?? '{}');
      received.push({
        position,
        spaceId: space,
        before: data.previous?.title,
        delayMs: Date.now() - Date.parse(createdAt),
      });
    }
  } finally {
    stream.close();
  }
}
