import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openSse, type SseStream } from '../../test/sse.ts';
import { quantile, shown } from '../content/figures.ts';
import { bar, type Figures } from '../result.ts';
import type { PostgresPlace } from './place.ts';

const streamCount = 200;
const eventCount = 60;

/** Pause between two events, in milliseconds. */
const pauseMs = 150;

/** Number of streams that are opened at once. */
const openedAtOnce = 20;

interface Source {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes an event. */
  readonly tell: (number: number) => Promise<unknown>;
}

/**
 * Opens streams, makes events, and measures how long after the call that made it each event has come to each stream, in milliseconds. The
 * first fifth of the events warms up.
 */
async function delaysOf({ url, headers, tell }: Source): Promise<number[]> {
  const streams: SseStream[] = [];
  while (streams.length < streamCount) {
    const opening = Array.from({ length: openedAtOnce }, () => openSse(url, { headers }));
    streams.push(...(await Promise.all(opening)));
  }
  const told: number[] = [];
  const delays: number[] = [];
  const reading = streams.map(async ({ next }) => {
    for (let at = 0; at < eventCount; at += 1) {
      if ((await next()) === null) throw new Error('A stream has ended early');
      if (at >= eventCount / 5) delays.push(performance.now() - (told[at] ?? 0));
    }
  });
  for (let number = 0; number < eventCount; number += 1) {
    told.push(performance.now());
    await tell(number);
    await sleep(pauseMs);
  }
  await Promise.all(reading);
  streams.forEach(({ close }) => close());
  return delays;
}

/** Streams of a process that does nothing but to pass on what PostgreSQL notifies it of. */
async function delaysOfBare({ databaseUrl }: PostgresPlace): Promise<number[]> {
  const file = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const tell = (number: number) => client.query(`select pg_notify('bare', $1)`, [JSON.stringify({ number })]);
  const delays = await delaysOf({ url: `http://127.0.0.1:${Number(String(port))}/`, headers: {}, tell });
  await client.end();
  child.kill();
  return delays;
}

/** Measures the delay of events on 200 streams of one organization, against that of streams that PostgreSQL alone is behind. */
export async function measureBesideBare(place: PostgresPlace): Promise<Figures> {
  const organizationId = await place.makeOrganization('Two hundred streams');
  const [spaceId = ''] = await place.makeSpaces(organizationId, 1);
  const { items } = await place.ask('GET', `/v1/orgs/${organizationId}/events?order=desc&limit=1`);
  const source = {
    url: `${place.servers[0].url}/v1/orgs/${organizationId}/events/stream?since=${items[0]?.position ?? 0}`,
    headers: { authorization: `Bearer ${place.token}` },
    tell: (number: number) => place.ask('PATCH', `/v1/spaces/${spaceId}`, { title: `Title ${number}` }),
  };
  const bare = await delaysOfBare(place);
  const own = await delaysOf(source);
  const row = (title: string, delays: readonly number[]) => [
    title,
    ...[quantile(delays, 0.5), quantile(delays, 0.99)].map(shown),
  ];
  const multiple = (share: number) => quantile(own, share) / quantile(bare, share);
  return {
    title: `${streamCount} streams of one organization beside bare LISTEN and NOTIFY, ${eventCount} events`,
    columns: ['', 'p50 ms', 'p99 ms'],
    rows: [row('bare', bare), row('events of the organization', own)],
    bars: [
      bar('p50 as a multiple of bare', multiple(0.5), 'at most', 5),
      bar('p99 as a multiple of bare', multiple(0.99), 'at most', 5),
    ],
  };
}
