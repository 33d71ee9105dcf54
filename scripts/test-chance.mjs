// `npm run test:chance`: runs the suite under conditions that a test must not depend on.
//
//   order  5 runs (`--runs`) with other random values each, its files in random order, beside two processes that take both
//          cores
//   clock  1 run on 29 February 2028, on the embedded database, whose clock is that of its process. What needs PostgreSQL,
//          the processes that parse documents, browsers, file times and certificates of TLS keep the date of the machine.
//   bytes  1 run with bent random bytes, in the processes that tests start too
//
// `--only order|clock|bytes` runs one of them. Other arguments choose test files: `npm run test:chance -- test/rest`.
// `--seed` repeats the random values and the order of the first run.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const preload = (name) => `--import ${new URL(`../test/setup/${name}`, import.meta.url).href}`;

const kinds = ['order', 'clock', 'bytes'];
const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string' }, seed: { type: 'string' } },
});
const firstSeed = Number(values.seed ?? randomInt(1_000_000_000));
if (values.only !== undefined && !kinds.includes(values.only))
  throw new Error(`--only must be one of ${kinds.join(', ')}`);
if (!(Number(values.runs) > 0) || Number.isNaN(firstSeed)) throw new Error('--runs and --seed must be numbers');

const trials = [
  ...Array.from({ length: Number(values.runs) }, (_, index) => ({
    kind: 'order',
    seed: firstSeed + index,
    args: ['--mode', 'gate'],
    env: { TEST_SHUFFLE_SEED: String(firstSeed + index) },
    isBeside: true,
  })),
  {
    kind: 'clock',
    seed: firstSeed,
    args: [],
    env: {
      NODE_OPTIONS: preload('other-clock.mjs'),
      TEST_CLOCK: '2028-02-29T12:00:00Z',
      TEST_DATABASE_URL: 'none',
    },
    isBeside: false,
  },
  {
    kind: 'bytes',
    seed: firstSeed,
    args: ['--mode', 'gate'],
    env: { NODE_OPTIONS: preload('bent-bytes.mjs'), TEST_BENT_BYTES: '1' },
    isBeside: false,
  },
].filter(({ kind }) => values.only === undefined || kind === values.only);

/** Takes a core until its parent has gone. */
const busyProgram = `process.on('disconnect', () => process.exit());
  setInterval(() => { for (const end = performance.now() + 100; performance.now() < end;); }, 0);`;

/** Starts processes that take both cores, with the priority of the suite. Returns a function that ends them. */
function takeCores() {
  const busy = [1, 2].map(() =>
    spawn(process.execPath, ['-e', busyProgram], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  for (const { pid } of busy) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return () => busy.forEach((child) => child.kill());
}

/** Runs the suite, shows what it writes, and returns its result. */
async function run({ seed, args, env, isBeside }) {
  const release = isBeside ? takeCores() : () => undefined;
  const startedMs = performance.now();
  const child = spawn(process.execPath, [vitest, 'run', ...args, ...files], {
    cwd: root,
    env: { ...process.env, TEST_SEED: String(seed), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let end = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    end = `${end}${chunk}`.slice(-1_000);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  release();
  const [line, passed = 0, failed = 1] = /(\d+) passed, (\d+) failed, \d+ skipped/.exec(end) ?? [
    'the suite did not end',
  ];
  const isGood = code === 0 && Number(passed) > 0 && Number(failed) === 0;
  return { isGood, line, minutes: ((performance.now() - startedMs) / 60_000).toFixed(1) };
}

const lines = [];
let isGood = true;
for (const trial of trials) {
  console.log(`\n${trial.kind}, seed ${trial.seed}`);
  const result = await run(trial);
  isGood &&= result.isGood;
  lines.push(
    `${trial.kind}, seed ${trial.seed}: ${result.line}, ${result.minutes} min${result.isGood ? '' : ' FAILED'}`,
  );
}
console.log(`\n${lines.join('\n')}\n${isGood ? 'Nothing failed.' : 'Something depends on chance.'}`);
process.exitCode = isGood ? 0 : 1;
