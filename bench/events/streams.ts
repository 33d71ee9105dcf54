import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSse, type SseStream } from '../../test/sse.ts';
import { shown } from '../content/figures.ts';
import { residentMegabytes } from '../machine.ts';
import { bar, type Figures } from '../result.ts';
import type { Place } from './place.ts';

interface Size {
  readonly streams: number;
  readonly seconds: number;
}

/** Writes between two looks at the memory. */
const writesEach = 5;

/**
 * Opens streams to one server for some time, while something happens now and then, beside a client that reads nothing. Does the
 * memory stay, do all streams get each event, and is the client that does not read closed?
 */
export async function measureStreams(place: Place, { streams: count, seconds }: Size): Promise<Figures> {
  const { server } = place;
  const pid = server.process.pid ?? 0;
  const url = `${server.url}/v1/orgs/${place.organizationId}/events/stream`;
  const headers = { authorization: `Bearer ${place.token}` };
  const [spaceId = ''] = await place.makeSpaces(place.organizationId, 1);
  const before = residentMegabytes(pid);
  const streams: SseStream[] = [];
  for (let number = 0; number < count; number += 1) {
    // oxlint-disable-next-line no-await-in-loop
    streams.push(await openSse(url, { headers }));
  }
  const taken = streams.map(() => 0);
  const reading = streams.map(async ({ next }, at) => {
    while ((await next().catch(() => null)) !== null) taken[at] = (taken[at] ?? 0) + 1;
  });
  const idle = await neverReads(url, headers.authorization);
  const memory: number[] = [];
  let written = 0;
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    for (let number = 0; number < writesEach; number += 1) {
      written += 1;
      // oxlint-disable-next-line no-await-in-loop
      await place.ask(server.call, 'PATCH', `/v1/spaces/${spaceId}`, { title: `Title ${written}` });
    }
    memory.push(residentMegabytes(pid));
    // oxlint-disable-next-line no-await-in-loop
    await sleep(1_000);
  }
  const least = () => Math.min(...taken);
  for (const deadline = performance.now() + 60_000; least() < written && performance.now() < deadline;) {
    // oxlint-disable-next-line no-await-in-loop
    await sleep(100);
  }
  streams.forEach(({ close }) => close());
  await Promise.all(reading);
  const missed = written - least();
  const half = memory.slice(Math.floor(memory.length / 2));
  const growth = (memory.at(-1) ?? 0) - (half[0] ?? 0);
  idle.close();
  return {
    title: `${count} open streams for ${seconds} s, ${written} events for each`,
    columns: ['MB before', 'MB with the streams', 'kB for each', 'MB grown in the second half', 'events missed'],
    rows: [[before, half[0] ?? 0, (((half[0] ?? 0) - before) * 1_024) / count, growth, missed].map(shown)],
    bars: [
      bar('events that a stream missed', missed, 'at most', 0),
      bar('growth in the second half in MB', growth, 'at most', 16),
    ],
  };
}

/** A client that asks for all events and reads nothing. What the system takes for it costs the server no memory. */
async function neverReads(url: string, authorization: string) {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${pathname}?since=0 HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\n\r\n`);
  return { close: () => socket.destroy() };
}
