// Sends hostile texts to every operation that takes a text, and measures how long the main thread of the server is blocked.
// Starts its own server from the build (`npm run build`). Usage: `tsx bench/hostile.ts --help`.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { crowds, type Crowd } from './hostile/crowds.ts';
import { throughEveryDoor, type Watch } from './hostile/doors.ts';
import { hostileTexts, type HostileText } from './hostile/grammar.ts';
import { startProbe, type Probed } from './hostile/probing.ts';
import { openHostileSite, type HostileSite } from './hostile/reader.ts';
import { report, type Line } from './hostile/report.ts';
import { serveSources } from './hostile/sources.ts';
import { startServer } from './hostile/server.ts';
import { xssVectors } from '../test/text/imports-xss.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    only: { type: 'string' },
    out: { type: 'string', default: 'hostile.jsonl' },
    heap: { type: 'string', default: '1024' },
    concurrency: { type: 'string', default: '2' },
    box: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '30' },
    database: { type: 'string' },
    reader: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`Usage: npx tsx bench/hostile.ts [options]

  --count 100         texts, of 966; each part is a fair sample of constructs, shapes and sizes. The crowds of requests
                      (hostile/crowds.ts) follow; 0 for these alone
  --only WORDS        texts and crowds whose name contains these words, such as "table row nested"
  --concurrency 2     texts at once
  --box 10            seconds after which a request is given up
  --minutes 30        begins no further text after this time
  --out hostile.jsonl a line for each request; a second run with the same file goes on where the first one ended
  --reader            publishes each text, and vectors of attacks by scripts, as a page of a site, and reads it by HTTP and in
                      Chromium; instead of the other operations and the crowds
  --heap 1024         heap of the server's main thread, in MiB
  --database URL      an empty PostgreSQL database; the embedded one when absent
`);
  process.exit();
}

const known = existsSync(values.out)
  ? readFileSync(values.out, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
  : [];
const done = new Set(known.map(({ text }) => text));
const server = await startServer({ heap: values.heap, database: values.database, boxMs: Number(values.box) * 1_000 });

let megabytes = 0;
const probe = await startProbe(server, 5);
probe.listen((probed) => ({ megabytes } = probed));
let isStopping = false;
server.process.once('exit', (code) => {
  if (isStopping) return;
  process.stderr.write(`The server ended with ${code}\n`);
  process.exit(1);
});

const sources = await serveSources();
const organizations = JSON.parse((await server.call('GET', '/v1/orgs')).text) as { items: { id: string }[] };
const [organization] = organizations.items;
let spaces = 0;

/** Returns a function that sends a request, measures the server meanwhile, and adds a line. */
function watchInto(lines: Line[], name: string): Watch {
  return async (door, work) => {
    const seen: Probed[] = [];
    const unlisten = probe.listen((probed) => void seen.push(probed));
    const start = performance.now();
    const answer = await work();
    const ms = Math.round(performance.now() - start);
    // Waits for the probe to report the delay that the end of the request has caused.
    await sleep(20);
    unlisten();
    const rounded = (numbers: readonly number[]) => numbers.map((value) => Math.round(value * 10) / 10);
    const waits = rounded(seen.map(({ wait }) => wait));
    const holds = rounded(seen.map(({ hold }) => hold));
    const peak = (figure: 'megabytes' | 'helpers') => Math.max(0, ...seen.map((probed) => probed[figure]));
    const memory = { megabytes: peak('megabytes'), helpers: peak('helpers') };
    lines.push({ text: name, door, status: answer.status, ms, waits, holds, ...memory });
    return answer;
  };
}

const crowdRounds = 3;

/** Sends the requests of a crowd at once, some times. */
async function tryCrowd({ name, prepare }: Crowd): Promise<Line[]> {
  const lines: Line[] = [];
  const watch = watchInto(lines, name);
  const requests = await prepare(server.call, organization?.id ?? '');
  for (let round = 0; round < crowdRounds; round += 1)
    await Promise.all(requests.map((request) => watch('crowd', request)));
  return lines;
}

/** Sends a text to every operation, in a new space. */
async function tryText(name: string, text: string): Promise<Line[]> {
  const lines: Line[] = [];
  const watch = watchInto(lines, name);
  const key = String((spaces += 1));
  const source = sources.add(key, text);
  const made = await server.call('POST', `/v1/orgs/${organization?.id}/spaces`, { title: 'Hostile' });
  const { id: spaceId } = JSON.parse(made.text) as { id: string };
  const space = `/v1/spaces/${spaceId}`;
  await throughEveryDoor(text, { call: server.call, watch, space, spaceId, source });
  await server.call('DELETE', space);
  sources.remove(key);
  return lines;
}

const site = values.reader ? await openHostileSite({ server, boxMs: Number(values.box) * 1_000 }) : null;

/** Publishes a text as a page and reads it. */
async function readText(name: string, text: string, read: HostileSite): Promise<Line[]> {
  const lines: Line[] = [];
  await read.tryText(text, watchInto(lines, name));
  return lines;
}

/** Sends ordinary requests, so that the memory before the hostile texts includes a heap under load. */
async function ordinaryLoad(): Promise<void> {
  await tryText('', '# Title\n\nA *text* with a [link](https://octavo.test).\n');
  const reads = async () => {
    for (let at = 0; at < 1_000; at += 1) await server.call('GET', `/v1/orgs/${organization?.id}/spaces`);
  };
  await Promise.all(Array.from({ length: 8 }, reads));
}

/** Memory of the server in megabytes: resident, heap of the main thread, and memory outside of that heap that it holds. */
async function memoryParts(): Promise<string> {
  const { text } = await server.call('GET', '/metrics');
  const of = (name: string) => Math.round(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1e6);
  return `${Math.round(megabytes)} MB, heap ${of('nodejs_heap_size_total_bytes')}, external ${of('nodejs_external_memory_bytes')}`;
}

const start = megabytes;
if (Number(values.count) > 0) await ordinaryLoad();
const warm = megabytes;

const deadline = performance.now() + Number(values.minutes) * 60_000;
// Attacks that are small come together, each in a paragraph of its own and all in one line.
const attacks = xssVectors.flatMap((vector, at): HostileText[] => {
  const text = `${vector}\n\n[a](${vector}) ![b](${vector} "${vector}")\n\n\`\`\`html\n${vector}\n\`\`\`\n\n| a |\n|-|\n| ${vector} |\n`;
  return [{ name: `attack vector ${at}`, bytes: text.length, text: () => text }];
});
const texts = [...(site ? attacks : []), ...hostileTexts()]
  .filter(({ name }) => name.includes(values.only ?? ''))
  .slice(0, Number(values.count))
  .filter(({ name }) => !done.has(name))
  .values();
let tried = 0;
function keep(lines: readonly Line[]): void {
  known.push(...lines);
  appendFileSync(values.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  tried += 1;
}
async function tryTexts(): Promise<void> {
  for (const { name, text } of texts) {
    if (performance.now() > deadline) return;
    const lines = site ? await readText(name, text(), site) : await tryText(name, text());
    keep(lines);
    if (tried % 25 === 0) process.stderr.write(`${tried} texts, ${await memoryParts()}\n`);
  }
}
await Promise.all(Array.from({ length: Number(values.concurrency) }, () => tryTexts()));
for (const crowd of (site ? [] : crowds).filter(({ name }) => name.includes(values.only ?? '') && !done.has(name)))
  keep(await tryCrowd(crowd));
if (tried > 0) await sleep(30_000);
process.stdout.write(report(known, { start, warm, end: tried > 0 ? megabytes : null }));
if (site) {
  process.stdout.write(
    `Scripts, attributes and addresses that run, dialogs, violations of the policy: ${site.dangers.length}\n`,
  );
  process.stdout.write([...new Set(site.dangers)].map((one) => `- ${one.slice(0, 200)}\n`).join(''));
  await site.close();
}
isStopping = true;
probe.stop();
sources.close();
await server.close();
