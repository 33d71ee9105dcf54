import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { shown } from '../content/figures.ts';
import { residentMegabytes } from '../machine.ts';
import { bar, type Figures } from '../result.ts';
import { openKeptMemory } from './kept-memory.ts';
import type { PostgresPlace } from './place.ts';

/** Number of events that wait for each reader: several times what the system takes for a connection. */
const waiting = 40_000;

/** How long all of them may take to be closed, in milliseconds: what the system takes is read first, then `STREAM_TIMEOUT_MS` passes. */
const closedWithinMs = 600_000;

/** Time between two looks at the memory, in milliseconds. */
const pauseMs = 2_000;

/** Opens streams of many events to one server and reads nothing. What does each cost, and is it closed? */
export async function measureStalled(place: PostgresPlace, count: number): Promise<Figures> {
  const [server] = place.servers;
  const pid = server.process.pid ?? 0;
  const organizationId = await place.makeOrganization('Stalled');
  await insertEvents(place, organizationId);
  const url = `${server.url}/v1/orgs/${organizationId}/events/stream?since=0`;
  const memory = await openKeptMemory(pid);
  const [before, residentBefore, idle] = [await memory.read(), residentMegabytes(pid), countOpen(url)];
  const readers = await Promise.all(Array.from({ length: count }, () => neverReads(url, place.token)));
  let [each, resident, left] = [0, residentBefore, count];
  for (const until = performance.now() + closedWithinMs; left > 0 && performance.now() < until;) {
    await sleep(pauseMs);
    resident = Math.max(resident, residentMegabytes(pid));
    left = Math.max(0, countOpen(url) - idle);
    // What the last ones share would be counted for each of them.
    if (left > count / 2) each = Math.max(each, ((await memory.read()) - before) / left);
  }
  for (const reader of readers) reader.destroy();
  memory.close();
  return {
    title: `${count} readers of a stream that read nothing, with ${waiting} events to read`,
    columns: ['MB kept before', 'most MB kept for each', 'resident MB before', 'most resident MB', 'still open'],
    rows: [[before, each, residentBefore, resident, left].map(shown)],
    bars: [
      bar('memory that a reader keeps which reads nothing, in MB', each, 'at most', 1),
      bar('readers that the server has not closed', left, 'at most', 0),
    ],
  };
}

/** Gives an organization events of half a kilobyte, as many changes of its title would. */
async function insertEvents({ databaseUrl }: PostgresPlace, organizationId: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `with stream as (
        update event_streams set position = position + $2 where "organizationId" = $1 returning position
      )
      insert into events (id, "organizationId", position, type, "subjectId", "subjectLabel", "requestId", source, data, "createdAt")
      select 'evt_' || lpad(n::text, 20, '0'), $1, position - $2 + n, 'organization.updated', $1, 'Stalled', 'bench', 'service',
        jsonb_build_object('changed', array['title'], 'previous', jsonb_build_object('title', repeat('x', 200))), now()
      from stream cross join generate_series(1, $2::int) n`,
    [organizationId, waiting],
  );
  await client.end();
}

/** A client that asks for all events and reads nothing. */
async function neverReads(url: string, token: string): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

/** Number of connections that a server has open on its port. Those that it has closed wait for their client in another state. */
function countOpen(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  return rows.filter((row) => {
    const [, local, , state] = row.trim().split(/\s+/);
    return local?.endsWith(`:${port}`) && state === established;
  }).length;
}

const established = '01';
