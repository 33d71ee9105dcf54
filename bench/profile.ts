// Where the processor time of a request goes, as a table: `npx tsx bench/profile.ts W3 [--quick] [--seconds 20]`, with
// `--peer mercurius-ours` that of a peer.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/build.mjs';
import { compilePeers, graphqlPeers, oursIn, restPeers } from './contenders.ts';
import { databaseUrlOf } from './database.ts';
import { prepareData } from './dataset/load.ts';
import { fullSizes, quickSizes } from './dataset/sizes.ts';
import { shippedLaunch } from './launch.ts';
import { putLoad } from './load.ts';
import { cpuMicroseconds, graphqlNode, hasWrk } from './machine.ts';
import { timesByPart, type CpuProfile } from './profile/times-by-part.ts';
import { aligned } from './report.ts';
import { startServer } from './server.ts';
import { listWorkloads } from './workloads.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '20' },
    peer: { type: 'string' },
  },
});
const [name = 'W3'] = positionals;
const { quick } = values;
const sizes = quick ? quickSizes : fullSizes;
const workload = listWorkloads(sizes).find((one) => one.name === name);
if (!workload) throw new Error(`"${name}" cannot be profiled: W1, W2, W3b or W3`);

const profiled =
  values.peer === undefined
    ? oursIn(path.resolve(import.meta.dirname, '../dist'))
    : [...restPeers, ...graphqlPeers].find((peer) => peer.name === values.peer);
if (!profiled) throw new Error(`"${values.peer}" is no peer`);

await ensureBuilt();
if (values.peer !== undefined) compilePeers();
const databaseUrl = databaseUrlOf({ quick });
const { secrets } = await prepareData(databaseUrl, sizes, console.error);
const [secret] = secrets;
// A peer does not handle the signal, and a process that a signal ends writes no profile.
const exits = ['--import', 'data:text/javascript,process.once("SIGTERM",()=>process.exit())'];
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-profile-'));
const server = await startServer(profiled, {
  ...shippedLaunch,
  flags: [
    ...shippedLaunch.flags,
    '--cpu-prof',
    `--cpu-prof-dir=${folder}`,
    ...(values.peer === undefined ? [] : exits),
  ],
  node: workload.face === 'graphql' ? graphqlNode() : process.execPath,
  databaseUrl,
});
const load = async (seconds: number) =>
  putLoad({
    origin: server.origin,
    secret,
    requests: workload.requests(profiled),
    connections: 32,
    generator: hasWrk ? 'wrk' : 'autocannon',
    seconds,
  });
const microsNow = () => Number(process.hrtime.bigint() / 1_000n);

// Until all code is compiled.
await load(10);
const [from, usedBefore] = [microsNow(), cpuMicroseconds(server.pid)];
const { requests } = await load(Number(values.seconds));
const [to, used] = [microsNow(), cpuMicroseconds(server.pid) - usedBefore];
await server.stop();
const [file = ''] = readdirSync(folder);
const profile = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as CpuProfile;
rmSync(folder, { recursive: true, force: true });

const micros = used / requests;
const rows = timesByPart(profile, [from, to]).map(({ part, share }) => [
  part,
  `${Math.round(share * 100)} %`,
  Math.round(share * micros).toString(),
]);
console.log(`${name}, ${profiled.name}: ${Math.round(micros)} µs of processor time for each of ${requests} requests\n`);
console.log(aligned([['part', 'share', 'µs'], ['---', '---', '---'], ...rows]));
