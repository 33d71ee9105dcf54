import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { quantile, shown } from '../content/figures.ts';
import { bar, quietBar, type Figures } from '../result.ts';
import type { Place, PostgresPlace } from './place.ts';
import { follow, rename, type Received, type Written } from './writers.ts';

interface Size {
  readonly events: number;
  readonly connections: number;
  readonly isQuiet: boolean;
}

const spaceCount = 200;

/** How often a process is killed. */
const kills = 3;

const newestOf = async (place: Place): Promise<number> => {
  const { items } = await place.ask('GET', `/v1/orgs/${place.organizationId}/events?order=desc&limit=1`);
  return items[0]?.position ?? 0;
};

/** Writes from all processes, of which one is killed again and again, beside a reader. Is each change told once, in its order? */
export async function measureDelivery(place: Place, { events, connections, isQuiet }: Size): Promise<Figures> {
  const [endId = '', ...spaces] = await place.makeSpaces(place.organizationId, spaceCount + 1);
  const since = await newestOf(place);
  let end: number | null = null;
  const reading = follow(place, since, (received) => end !== null && (received.at(-1)?.position ?? since) >= end);
  const replacing: Promise<void>[] = [];
  const written = await rename({
    place,
    spaces,
    connections,
    goesOn: (count) => {
      if (count > (events * (replacing.length + 1)) / (kills + 1) && replacing.length < kills)
        replacing.push((replacing.at(-1) ?? Promise.resolve()).then(() => place.replaceLast()));
      return count < events;
    },
  });
  await Promise.all(replacing);
  end = await newestOf(place);
  // A reader that has everything already waits for one more. Another one may not read it, so no title depends on it.
  await place.ask('PATCH', `/v1/spaces/${endId}`, { title: 'The end' });
  const last = end;
  const received = await reading;
  const positions = received.map(({ position }) => position).filter((position) => position <= last);
  const skipped = end - since - new Set(positions).size;
  const twice = positions.length - new Set(positions).size;
  const misplaced = positions.filter((position, at) => at > 0 && position <= (positions[at - 1] ?? 0)).length;
  const lost = await countLost(place, written, received);
  const delays = received.map(({ delayMs }) => delayMs);
  const processes =
    place.servers.length === 1 ? 'one process on the embedded database' : `${place.servers.length} processes`;
  return {
    title: `Delivery: ${end - since} events, ${processes} with ${connections} writers each, the last one killed ${kills} times`,
    columns: [
      'confirmed',
      'events',
      'skipped',
      'twice',
      'out of order',
      'not told',
      'delay p50 ms',
      'p99 ms',
      'most ms',
    ],
    rows: [
      [
        written.length,
        end - since,
        skipped,
        twice,
        misplaced,
        lost,
        quantile(delays, 0.5),
        quantile(delays, 0.99),
        Math.max(...delays),
      ].map(shown),
    ],
    bars: [
      bar('positions that were skipped', skipped, 'at most', 0),
      bar('events that came twice', twice, 'at most', 0),
      bar('events out of order', misplaced, 'at most', 0),
      bar('confirmed writes that no event tells, or in another order', lost, 'at most', 0),
      quietBar(isQuiet, 'delay at the 99th percentile in ms', quantile(delays, 0.99), 'at most', 2_000),
    ],
  };
}

/**
 * Counts confirmed titles that are not in the history of their space as the events tell it: the title before each event, and the
 * present one. Of one writer, they must be there in the order of its writes.
 */
async function countLost(place: Place, written: readonly Written[], received: readonly Received[]): Promise<number> {
  const histories = new Map<string, Map<string, number>>();
  for (const { spaceId, before } of received) {
    const history = histories.get(spaceId) ?? new Map<string, number>();
    histories.set(spaceId, history.set(before, history.size));
  }
  for (const [spaceId, history] of histories) {
    const { title } = await place.ask('GET', `/v1/spaces/${spaceId}`);
    history.set(title, history.size);
  }
  let lost = 0;
  const last = new Map<string, number>();
  for (const { spaceId, title } of written) {
    const turn = histories.get(spaceId)?.get(title);
    const key = `${spaceId} ${title.split(' ')[0]}`;
    if (turn === undefined || turn < (last.get(key) ?? -1)) lost += 1;
    else last.set(key, turn);
  }
  return lost;
}

/** Measures the delay of events beside a transaction that has written and waits. */
export async function measureBeside(
  place: PostgresPlace,
  { connections, isQuiet }: Size,
  waitMs: number,
): Promise<Figures> {
  const [held = '', ...spaces] = await place.makeSpaces(place.organizationId, spaceCount / 4);
  const since = await newestOf(place);
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('update spaces set emoji = emoji where id = $1', [held]);
  let isOver = false;
  let end: number | null = null;
  const reading = follow(place, since, (received) => end !== null && (received.at(-1)?.position ?? since) >= end);
  const writing = rename({ place, spaces, connections, goesOn: () => !isOver });
  await sleep(waitMs);
  isOver = true;
  await writing;
  await client.query('commit');
  await client.end();
  end = await newestOf(place);
  // A reader that has everything already waits for one more.
  await place.ask('PATCH', `/v1/spaces/${spaces[0]}`, { title: 'The end' });
  const delays = (await reading).map(({ delayMs }) => delayMs);
  const [p50, p99, most] = [quantile(delays, 0.5), quantile(delays, 0.99), Math.max(...delays)];
  return {
    title: `Events beside a write transaction of ${waitMs / 1_000} s`,
    columns: ['events', 'delay p50 ms', 'p99 ms', 'most ms'],
    rows: [[delays.length, p50, p99, most].map(shown)],
    bars: [quietBar(isQuiet, 'delay at the 99th percentile in ms', p99, 'at most', 2_000)],
  };
}

/** Statements that make a database write no events, and write them again. The statement of a transaction stays, and does nothing. */
const outbox = {
  off: `create function no_events() returns trigger language plpgsql as 'begin return null; end';
    create trigger no_events before insert on event_batches for each row execute function no_events()`,
  on: `drop function no_events() cascade`,
};

/**
 * Measures writers of one organization with events and without, and as many of organizations of their own with events, which do not
 * wait for one another.
 */
export async function measureContention(
  place: PostgresPlace,
  { connections, isQuiet }: Size,
  forMs: number,
): Promise<Figures> {
  const writers = connections * place.servers.length;
  const shared = await place.makeSpaces(place.organizationId, writers);
  const own: string[] = [];
  for (let number = 0; number < writers; number += 1) {
    own.push(...(await place.makeSpaces(await place.makeOrganization(`Writers ${number}`), 1)));
  }
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  const rounds: Record<Contender, { readonly rate: number; readonly p99: number }[]> = {
    one: [],
    own: [],
    without: [],
  };
  for (const name of ['own', 'one', 'without', 'without', 'one', 'own'] as const) {
    const until = performance.now() + forMs;
    if (name === 'without') await client.query(outbox.off);
    const written = await rename({
      place,
      spaces: name === 'own' ? own : shared,
      connections,
      goesOn: () => performance.now() < until,
    });
    if (name === 'without') await client.query(outbox.on);
    const times = written.map(({ ms }) => ms);
    rounds[name].push({ rate: (written.length * 1_000) / forMs, p99: quantile(times, 0.99) });
  }
  await client.end();
  const mean = (name: Contender, of: 'rate' | 'p99') =>
    rounds[name].reduce((sum, round) => sum + round[of], 0) / rounds[name].length;
  const row = (title: string, name: Contender) => [title, shown(mean(name, 'rate')), shown(mean(name, 'p99'))];
  const share = mean('one', 'rate') / mean('without', 'rate');
  return {
    title: `${writers} writers on two processes`,
    columns: ['', 'writes/s', 'p99 ms'],
    rows: [
      row('of one organization, without events', 'without'),
      row('of one organization', 'one'),
      row('of organizations of their own', 'own'),
    ],
    bars: [
      quietBar(isQuiet, 'throughput as a share of that without events', share, 'at least', 0.85),
      quietBar(isQuiet, 'p99 as a multiple of that', mean('one', 'p99') / mean('without', 'p99'), 'at most', 1.2),
    ],
  };
}

type Contender = 'one' | 'own' | 'without';
