// `npm run test:nodes`: the fast part of the suite on the releases of Node that the README recommends: rules and tables,
// and a start of the built program with a request of each API. Releases that cannot be fetched are skipped with a word.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const releases = ['22', '24'];
const tests = [
  'test/lib/',
  'test/domain/conditional-blocks',
  'test/domain/front-matter',
  'test/domain/merge.test',
  'test/domain/next-turn',
  'test/domain/search-words',
  'test/graphql/spaces',
  'test/infra/fetch-destinations',
  'test/infra/signed-url',
  'test/infra/workers',
  'test/ops/first-start',
];

for (const release of releases) {
  // The `node` package would download this release in an install script, but install scripts are disabled.
  const fetched = npx(release, ['--version'], 'pipe');
  const version = String(fetched.stdout).trim();
  if (fetched.status !== 0 || !version.startsWith(`v${release}.`)) {
    console.log(`Node ${release} cannot be fetched and is skipped.`);
    continue;
  }
  console.log(`The fast part of the suite on Node ${version}:`);
  const { status } = npx(release, ['node_modules/vitest/vitest.mjs', 'run', ...tests], 'inherit');
  if (status !== 0) process.exit(1);
}

function npx(release, args, stdio) {
  const name = `node-${process.platform}-${process.arch}`;
  return spawnSync('npx', ['--yes', '-p', `${name}@${release}`, 'node', ...args], { cwd: root, stdio });
}
