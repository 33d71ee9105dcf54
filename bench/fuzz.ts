// Sends damaged and broken-off requests to every operation that takes bytes, and checks that the server survives them and
// keeps nothing of them. Starts its own server from the build (`npm run build`). Usage: `tsx bench/fuzz.ts --help`.
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cutCases, randomCases, type Case } from '../test/security/fuzz/cases.ts';
import { makeDoors } from '../test/security/fuzz/doors.ts';
import { first, sendAll } from '../test/security/fuzz/run.ts';
import { startServer } from './hostile/server.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    offsets: { type: 'string', default: '400' },
    concurrency: { type: 'string', default: '16' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`Usage: npx tsx bench/fuzz.ts [options]

  --count 20000      requests
  --seed NUMBER      determines the random ones; printed, and a new one by default
  --offsets 400      bodies are cut at each of their first bytes, up to this number, before the random requests begin
  --concurrency 16   requests at once
  --database URL     an empty PostgreSQL database; the embedded one when absent
`);
  process.exit();
}

/** Descriptors by what they point to, which may still change while a worker process ends or a connection opens. */
const freeDescriptors = 40;
const patienceMs = 120_000;

const temporary = await mkdtemp(join(tmpdir(), 'octavo-fuzz-'));
const server = await startServer({
  heap: '1024',
  database: values.database,
  boxMs: patienceMs,
  environment: {
    TMPDIR: temporary,
    HOST: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '100000000',
    AUTH_FAILURES_PER_MINUTE: '100000000',
    MAX_IN_FLIGHT: '100000',
    MAX_IN_FLIGHT_PER_USER: '100000',
    // Limits of time would say more about the machine than about the server.
    OPERATION_TIMEOUT_MS: String(patienceMs),
    IMPORT_TIMEOUT_MS: String(patienceMs),
    STATEMENT_TIMEOUT_MS: String(patienceMs / 2),
  },
});
let hasEnded = false;
server.process.once('exit', (code, signal) => {
  hasEnded = true;
  process.stdout.write(`The server ended with ${code ?? signal}\n`);
});

async function call(signature: string, body?: unknown) {
  const [method = '', path = ''] = signature.split(' ');
  const { status, text } = await server.call(method, path, body);
  return { status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
}

async function descriptors(): Promise<string[]> {
  const folder = `/proc/${server.process.pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => '')));
}

/** What the requests have left behind; empty when nothing. */
async function leftBehind(before: number): Promise<string[]> {
  const files = (await readdir(temporary, { recursive: true })).filter((path) => /upload|import|export|pdf/.test(path));
  const open = await descriptors();
  const { text } = await server.call('GET', '/metrics');
  const jobs = [...text.matchAll(/^octavo_jobs\{[^}]*\} ([1-9]\d*)$/gm)].map(([line]) => line);
  const unclosed = open.filter((path) => path.startsWith(temporary) || path.endsWith('(deleted)'));
  const more = open.length > before + freeDescriptors ? [`${open.length} descriptors, ${before} before`] : [];
  return [...files, ...unclosed, ...jobs, ...more];
}

function* listCases(doors: Parameters<typeof randomCases>[0]): Generator<Case> {
  yield* cutCases(doors, Number(values.offsets));
  yield* randomCases(doors, Number(values.seed));
}

const { body: organizations } = await call('GET /v1/orgs');
const [organization] = (organizations as { items: { id: string }[] }).items;
const port = Number(new URL(server.url).port);
const doors = await makeDoors({ port, secret: server.token, organizationId: organization?.id ?? '', call });
await sendAll(port, first(100, randomCases(doors, 0)), { atOnce: 8 });
const before = (await descriptors()).length;

process.stdout.write(`seed ${values.seed}\n`);
const total = Number(values.count);
const { counts, bad } = await sendAll(port, first(total, listCases(doors)), {
  atOnce: Number(values.concurrency),
  onSent: (sent) => {
    if (sent % 1_000 === 0) process.stderr.write(`${sent} of ${total}\n`);
    return !hasEnded;
  },
});

let left: string[] = [];
for (const deadline = performance.now() + patienceMs; !hasEnded && performance.now() < deadline; await sleep(500)) {
  left = await leftBehind(before);
  if (left.length === 0) break;
}
for (const [door, statuses] of counts)
  process.stdout.write(`${door}: ${[...statuses].map(([status, times]) => `${status} × ${times}`).join(', ')}\n`);
for (const line of bad.slice(0, 50)) process.stdout.write(`bad: ${line}\n`);
for (const line of left.slice(0, 50)) process.stdout.write(`left behind: ${line}\n`);
const sent = [...counts.values()].flatMap((statuses) => [...statuses.values()]).reduce((sum, times) => sum + times, 0);
process.stdout.write(
  `${sent} requests, ${bad.length} bad, ${left.length} left behind, ${(await descriptors()).length} descriptors (${before} before), the server ${hasEnded ? 'ended' : 'is alive'}\n`,
);
const isGood = !hasEnded && bad.length === 0 && left.length === 0;
await server.close();
await rm(temporary, { recursive: true, force: true });
process.exit(isGood ? 0 : 1);
