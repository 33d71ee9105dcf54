// Where the processor time of a workload goes: `npx tsx bench/profile.ts W3` prints a table. Needs the data of a run.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { graphqlPeers, oursIn, restPeers } from './contenders.ts';
import { databaseUrlOf } from './database.ts';
import { prepareData } from './dataset/load.ts';
import { shippedLaunch } from './launch.ts';
import { putLoad } from './load.ts';
import { cpuMicroseconds, graphqlNode, hasWrk } from './machine.ts';
import { timesByPart, type CpuProfile } from './profile/parts.ts';
import { readOptions } from './options.ts';
import { aligned } from './report.ts';
import { startServer } from './server.ts';
import { workloadsOf } from './workloads.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    contender: { type: 'string' },
  },
});
const [name = 'W3'] = positionals;
const options = readOptions(values.quick ? ['--quick'] : []);
if (options === null) throw new Error('No options');
const workload = workloadsOf(options.sizes).find((one) => one.name === name);
if (!workload) throw new Error(`"${name}" is no workload that can be profiled: W1, W2, W3b or W3`);

const databaseUrl = databaseUrlOf(options);
const data = await prepareData(databaseUrl, options.sizes, console.error);
const dist = path.resolve(import.meta.dirname, '../dist');
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-profile-'));
const ours =
  values.contender === undefined
    ? oursIn(dist)
    : ([...restPeers, ...graphqlPeers].find((one) => one.name === values.contender) ?? oursIn(dist));
const flags = [
  ...shippedLaunch.flags,
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  '--cpu-prof-interval=500',
  ...(values.contender === undefined
    ? []
    : ['--import', 'data:text/javascript,process.on("SIGTERM",()=>process.exit())']),
];
const node = workload.face === 'graphql' ? graphqlNode() : process.execPath;
const server = await startServer(ours, { ...shippedLaunch, node, databaseUrl, flags });
const load = {
  origin: server.origin,
  secret: data.secrets[0],
  requests: workload.requests(ours),
  connections: options.connections,
  generator: hasWrk ? 'wrk' : 'autocannon',
} as const;
await putLoad({ ...load, seconds: 5 });
const from = process.hrtime.bigint();
const before = cpuMicroseconds(server.pid);
const { requests } = await putLoad({ ...load, seconds: Number(values.seconds) });
const micros = cpuMicroseconds(server.pid) - before;
const to = process.hrtime.bigint();
await server.stop();
const file = readdirSync(folder).find((one) => one.endsWith('.cpuprofile'));
if (file === undefined) throw new Error('The server left no profile');
const profile = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as CpuProfile;
rmSync(folder, { recursive: true, force: true });

const parts = timesByPart(profile, [Number(from / 1_000n), Number(to / 1_000n)]);
console.log(`${name}: ${Math.round(micros / requests)} µs a request, ${requests} requests\n`);
console.log(
  aligned([
    ['part', 'share', 'µs a request'],
    ['---', '---', '---'],
    ...parts.map(({ part, share }) => [
      part,
      `${(share * 100).toFixed(1)} %`,
      Math.round((share * micros) / requests).toString(),
    ]),
  ]),
);
if (process.env['FUNCTIONS'])
  for (const { part, functions } of parts)
    console.log(
      `${part}\n${functions
        .slice(0, 12)
        .map(([text, share]) => `  ${(share * 100).toFixed(1)} % ${text}`)
        .join('\n')}`,
    );
