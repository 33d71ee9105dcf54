import { setTimeout as sleep } from 'node:timers/promises';
import { openSse, type SseStream } from '../../test/sse.ts';
import { shown } from '../content/figures.ts';
import { residentMegabytes } from '../machine.ts';
import { bar, type Figures } from '../result.ts';
import { slopeOf, type Point } from '../soak/slope.ts';
import type { Place } from './place.ts';

interface Size {
  readonly streams: number;
  readonly seconds: number;
  /** Seconds between two events. */
  readonly every: number;
}

/** Opens streams to one server for some time, while something happens. Does the memory stay, and do all streams get each event? */
export async function measureStreams(place: Place, { streams: count, seconds, every }: Size): Promise<Figures> {
  const [server] = place.servers;
  const pid = server.process.pid ?? 0;
  const url = `${server.url}/v1/orgs/${place.organizationId}/events/stream`;
  const headers = { authorization: `Bearer ${place.token}` };
  const [spaceId = ''] = await place.makeSpaces(place.organizationId, 1);
  const before = residentMegabytes(pid);
  const streams: SseStream[] = [];
  for (let number = 0; number < count; number += 1) {
    streams.push(await openSse(url, { headers }));
  }
  const taken = streams.map(() => 0);
  const endings: string[] = [];
  let isOver = false;
  const reading = streams.map(async ({ next }, at) => {
    let last = '';
    try {
      for (let message = await next(); message !== null; message = await next()) {
        last = message.event === 'error' ? (message.data ?? '') : '';
        if (message.event !== 'error') taken[at] = (taken[at] ?? 0) + 1;
      }
    } catch (error) {
      last = String(error);
    }
    if (!isOver) endings.push(last);
  });
  const memory: Point[] = [];
  let written = 0;
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / 1_000;
  while (passed() < seconds) {
    written += 1;
    await place.ask('PATCH', `/v1/spaces/${spaceId}`, { title: `Title ${written}` });
    await sleep(every * 1_000);
    memory.push({ x: passed(), y: residentMegabytes(pid) });
  }
  const least = () => Math.min(...taken);
  for (const deadline = performance.now() + 60_000; least() < written && performance.now() < deadline;) {
    await sleep(100);
  }
  isOver = true;
  streams.forEach(({ close }) => close());
  await Promise.all(reading);
  const missed = written - least();
  const half = memory.slice(Math.floor(memory.length / 2));
  const growth = slopeOf(half) * (seconds / 2);
  const first = half[0]?.y ?? 0;
  return {
    title: `${count} open streams for ${seconds} s, ${written} events for each`,
    columns: [
      'MB before',
      'MB with',
      'kB for each',
      'MB grown in the second half',
      'ended early',
      'events missed',
      'first end',
    ],
    rows: [
      [
        ...[before, first, ((first - before) * 1_024) / count, growth, endings.length, missed].map(shown),
        endings[0] ?? '',
      ],
    ],
    bars: [
      bar('streams that ended early', endings.length, 'at most', 0),
      bar('events that a stream missed', missed, 'at most', 0),
      bar('growth in the second half in MB', growth, 'at most', 16),
    ],
  };
}
