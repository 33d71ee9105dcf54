// `npm run test:nodes`: the fast part of the suite on the releases of Node that the README recommends: rules and tables,
// and a start of the built program with a request of each API. Releases that cannot be fetched are skipped with a word.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const releases = ['22', '24'];
const tests = [
  'test/lib/',
  'test/text/conditional-blocks',
  'test/text/front-matter',
  'test/domain/authoring/merge.test',
  'test/domain/core/next-turn',
  'test/text/search-words',
  'test/graphql/authoring/spaces',
  'test/infra/fetch-destinations',
  'test/infra/signed-url',
  'test/infra/workers',
  'test/ops/first-start',
];

/** Runs the tests on a release. Returns what they wrote, and whether they passed. */
async function runOn(release) {
  // The `node` package would download this release in an install script, but install scripts are disabled.
  const fetched = await npx(release, ['--version']);
  const version = fetched.output.split('\n').find((line) => line.startsWith(`v${release}.`));
  if (fetched.status !== 0 || version === undefined)
    return { passed: true, output: `Node ${release} cannot be fetched and is skipped.\n` };
  const { status, output } = await npx(release, ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...tests]);
  return { passed: status === 0, output: `The fast part of the suite on Node ${version}:\n${output}` };
}

async function npx(release, args) {
  const name = `node-${process.platform}-${process.arch}`;
  const child = spawn('npx', ['--yes', '-p', `${name}@${release}`, 'node', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { status, output };
}

// The releases run at once, with one worker each, and share what this one has built.
await ensureBuilt();
for (const { passed, output } of await Promise.all(releases.map(runOn))) {
  process.stdout.write(output);
  if (!passed) process.exitCode = 1;
}
