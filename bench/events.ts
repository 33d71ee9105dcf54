// Measures events on a real database with two server processes, or on an embedded one with one: whether each change is told
// once and in order, also when a process is killed, what an event costs, and what streams cost. Needs the build. Usage:
// `tsx bench/events.ts --help`.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureBeside, measureContention, measureDelivery } from './events/delivery.ts';
import { measureCost } from './events/cost.ts';
import { openEmbeddedPlace, openPlace, type Place, type PostgresPlace } from './events/place.ts';
import { measureStalled } from './events/stalled.ts';
import { measureStreams } from './events/streams.ts';
import { measureWebhooks } from './events/webhooks.ts';
import { measureBacklog } from './events/backlog.ts';
import { measureBesideBare } from './events/beside-bare.ts';
import { figuresText, verdict } from './report.ts';
import type { Figures } from './result.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '16' },
    writers: { type: 'string', default: '32' },
    transactions: { type: 'string', default: '2000' },
    streams: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    every: { type: 'string', default: '1' },
    stalled: { type: 'string', default: '400' },
    writes: { type: 'string', default: '400' },
    only: { type: 'string' },
    embedded: { type: 'boolean', default: false },
    database: { type: 'string', default: 'postgresql://postgres@127.0.0.1:5432/postgres' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`Usage: npx tsx bench/events.ts [options]

  --events 100000    number of writes beside a reader, half of them before a process is killed
  --connections 16   writers for each of the two processes
  --writers 32       writers for each of them in one organization, against organizations of their own
  --transactions 2000  in each round of the measurement of the cost
  --streams 500      number of open streams
  --seconds 60       how long they are open
  --every 1          seconds between two events for them
  --stalled 400      number of streams whose client reads nothing
  --writes 400       number of writes in each round beside webhooks
  --only NAMES       some of delivery, cost, contention, beside, streams, stalled, webhooks, backlog, bare
  --embedded         one process on an embedded database, for delivery and streams
  --database URL     a PostgreSQL server of this machine, on which a database is made and dropped

The exit status is 1 when a goal is missed. Goals of times are left out when the machine is busy.
`);
  process.exit();
}

const isQuiet = (loadavg()[0] ?? 0) < 1;
const [events, connections, writers, streams, seconds] = [
  values.events,
  values.connections,
  values.writers,
  values.streams,
  values.seconds,
].map(Number) as [number, number, number, number, number];

const roundMs = 10_000;

type Parts = Readonly<Record<string, () => Promise<Figures>>>;

/** What is measured on any database. */
const partsOf = (place: Place) => ({
  delivery: () => measureDelivery(place, { events, connections, isQuiet }),
  streams: () => measureStreams(place, { streams, seconds, every: Number(values.every) }),
});

/** What is measured on PostgreSQL, in the order of a run. */
const postgresParts = (place: PostgresPlace): Parts => ({
  delivery: partsOf(place).delivery,
  cost: () => measureCost(place, Number(values.transactions)),
  contention: () => measureContention(place, { events, connections: writers, isQuiet }, roundMs),
  beside: () => measureBeside(place, { events, connections, isQuiet }, roundMs),
  streams: partsOf(place).streams,
  stalled: () => measureStalled(place, Number(values.stalled)),
  webhooks: () => measureWebhooks(place, Number(values.writes)),
  backlog: () => measureBacklog(place),
  bare: () => measureBesideBare(place),
});

async function open(): Promise<{ readonly place: Place; readonly parts: Parts }> {
  if (values.embedded) {
    const place = await openEmbeddedPlace();
    return { place, parts: partsOf(place) };
  }
  const place = await openPlace(values.database);
  return { place, parts: postgresParts(place) };
}

const { place, parts } = await open();
try {
  const tables: Figures[] = [];
  for (const name of values.only?.split(',') ?? Object.keys(parts)) {
    const measure = parts[name];
    if (!measure) throw new Error(`There is nothing to measure with the name ${name}`);
    const table = await measure();
    process.stdout.write(`${figuresText(table)}\n`);
    tables.push(table);
  }
  process.stdout.write(`${verdict(tables)}\n`);
  process.exitCode = tables.some(({ bars }) => bars.some(({ pass }) => pass === false)) ? 1 : 0;
} finally {
  await place.close();
}
