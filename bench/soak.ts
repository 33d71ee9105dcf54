// Puts a mixed load on a server for hours: whether its memory grows, whether it answers, and what it leaves behind. Starts a
// server of its own from the build (`npm run build`). Usage: `tsx bench/soak.ts --help`.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile, shown } from './content/figures.ts';
import { startProbe } from './hostile/probing.ts';
import { startServer } from './hostile/server.ts';
import { serveSources } from './hostile/sources.ts';
import { aligned, barText, verdict } from './report.ts';
import { bar } from './result.ts';
import { runClients, type Asked } from './soak/clients.ts';
import { preparePlace } from './soak/place.ts';
import { kinds } from './soak/scripts.ts';
import { slopeOf } from './soak/slope.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    warm: { type: 'string', default: '10' },
    rate: { type: 'string', default: '10' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`Usage: npx tsx bench/soak.ts [options]

  --minutes 120    length of the load
  --warm 10        minutes at the start that the slope of the memory leaves out
  --rate 10        requests a second
  --database URL   an empty PostgreSQL database; the embedded one when absent

Sends reads, edits, comments, searches, merges, imports and PDFs, and asks for /healthz ten times a second from another
process. Ends with the figures and their goals. The exit status is 1 when a goal is missed.
`);
  process.exit();
}

/** The server has limits of its own, which are shorter. */
const boxMs = 600_000;
const probePauseMs = 100;
const [minutes, warmMinutes, rate] = [values.minutes, values.warm, values.rate].map(Number) as [number, number, number];

const server = await startServer({ database: values.database, boxMs });
let isStopping = false;
server.process.once('exit', (code) => {
  if (isStopping) return;
  console.error(`The server ended with ${code}`);
  process.exit(1);
});
const sources = await serveSources();
const source = sources.add(
  'import',
  '# Title\n\nA *text* with a [link](https://octavo.test).\n\n| a | b |\n| - | - |\n| c | d |\n',
);
const place = await preparePlace(server.call, source);

const start = performance.now();
const countMinutes = (time: number) => (time - start) / 60_000;
const waits: number[] = [];
const holds: number[] = [];
const memory: { readonly x: number; readonly y: number; readonly helpers: number }[] = [];
const asked: Asked[] = [];

const probe = await startProbe(server, probePauseMs);
probe.listen(({ wait, hold, megabytes, helpers }) => {
  waits.push(wait);
  holds.push(hold);
  memory.push({ x: countMinutes(performance.now()), y: megabytes + helpers, helpers });
});
const progress = setInterval(() => {
  const { x = 0, y = 0 } = memory.at(-1) ?? {};
  const failed = asked.filter(({ failure }) => failure !== null).length;
  console.error(`${x.toFixed(0)} min: ${y.toFixed(0)} MB, ${asked.length} requests, ${failed} failed`);
}, 60_000);
await runClients({
  call: server.call,
  place,
  perSecond: rate,
  until: start + minutes * 60_000,
  onAsked: (one) => {
    asked.push(one);
    if (one.failure !== null) console.error(one.failure);
  },
});
const seconds = (performance.now() - start) / 1_000;
clearInterval(progress);
isStopping = true;
probe.stop();
sources.close();
const doctor = await server.examine();
await server.close();

const counted = asked.filter(({ status }) => status === 409 || status === 412).length;
const failures = asked.filter(({ failure }) => failure !== null);
const p99 = (numbers: readonly number[]) => quantile(numbers, 0.99);
const bars = [
  bar(
    `memory after the first ${warmMinutes} minutes, MB/min`,
    slopeOf(memory.filter(({ x }) => x >= warmMinutes)),
    'at most',
    0.2,
  ),
  bar('/healthz p99, ms', p99(waits), 'at most', 100),
  bar('requests that failed, without 409 and 412', failures.length, 'at most', 0),
  bar('requests a second', asked.length / (minutes * 60), 'at least', rate * 0.95),
  bar('findings of octavo doctor', doctor.isClean ? 0 : 1, 'at most', 0),
];
const spread = (numbers: readonly number[]) =>
  [0.5, 0.99, 1].map((share) => shown(quantile(numbers, share))).join(' / ');
const memoryAt = (from: number, to: number) =>
  shown(
    quantile(
      memory.flatMap(({ x, y }) => (x >= from && x < to ? [y] : [])),
      0.5,
    ),
  );
console.log(
  [
    `${values.database === undefined ? 'embedded' : 'PostgreSQL'} · ${cpus().length} cores · load average ${loadavg().map(shown).join(', ')} · Node ${process.version} · ${shown(seconds / 60)} minutes`,
    aligned([
      ['requests', 'count', '2xx', '409, 412', 'failed', 'p50 / p99 / worst ms'],
      ['---', '---', '---', '---', '---', '---'],
      ...kinds.map((kind) => {
        const own = asked.filter((one) => one.kind === kind);
        const conflicts = own.filter(({ status }) => status === 409 || status === 412).length;
        const failed = own.filter(({ failure }) => failure !== null).length;
        return [
          kind,
          own.length,
          own.length - conflicts - failed,
          conflicts,
          failed,
          spread(own.map(({ ms }) => ms)),
        ].map(String);
      }),
    ]),
    aligned([
      ['/healthz', 'p50 / p99 / worst ms'],
      ['---', '---'],
      ['wait', spread(waits)],
      ['processor time of the main thread meanwhile', spread(holds)],
    ]),
    aligned([
      ['memory of the server with its workers, MB', 'median'],
      ['---', '---'],
      ['first minute', memoryAt(0, 1)],
      [`minute ${warmMinutes}`, memoryAt(warmMinutes, warmMinutes + 1)],
      ['last minute', memoryAt(minutes - 1, minutes)],
    ]),
    `${counted} conflicts. octavo doctor: ${doctor.output}`,
    bars.map(barText).join('\n'),
    verdict([{ bars }]),
  ].join('\n\n'),
);
if (bars.some(({ pass }) => !pass)) process.exitCode = 1;
