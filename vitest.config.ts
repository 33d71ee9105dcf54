import { defineConfig, type Plugin } from 'vitest/config';
import { ensureGenerated } from './scripts/build.mjs';
import { lowerPriority } from './src/infra/workers/priority.ts';
import { compiledSources, ensureCompiled } from './test/setup/compiled-sources.ts';
import { filesForBothEngines, filesOfEngines } from './test/setup/both-engines.ts';
import { filesForAll } from './test/setup/files-for-all.ts';
import LongestFirst from './test/setup/longest-first.ts';
import { patienceMs } from './test/setup/patience.ts';
import { postgresAnswers } from './test/setup/postgres.ts';
import { v8Flags } from './test/setup/v8-flags.ts';

// graphql 16 ships twice (index.js, index.mjs). Vite would pick the second, Pothos the first, and two graphqls refuse
// each other's schemas.
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }];

// Servers give their workers a lower priority than themselves. A busy suite would then leave the workers no processor time,
// so it runs with the priority of a worker, and so do all processes that it starts.
lowerPriority(process);

const everything = ['test/**/*.test.ts'];

/** More than twice as many as the cores of the gate: tests of processes mostly wait. */
const workers = 5;

/** Who watches sees the change of a source at once, so the sources stay modules of Vitest. */
const isWatching = !process.argv.includes('run');

/** Lets packages be those that the program runs. For `development`, some have a slower build, which asserts and prints more. */
const packagesAsInstalled: Plugin = {
  name: 'packages-as-installed',
  configResolved: ({ ssr }) => {
    const { resolve } = ssr;
    if (resolve) resolve.conditions = resolve.conditions?.filter((condition) => !condition.startsWith('development'));
  },
};

const project = (name: 'embedded' | 'postgres', include: string[], size: 'part' | 'whole' = 'part') => ({
  resolve: { alias },
  plugins: [packagesAsInstalled, ...(isWatching ? [] : [compiledSources()])],
  test: {
    name,
    include,
    env: { TEST_ENGINE: name, TEST_SIZE: size },
    globalSetup: 'test/setup/run.ts',
    setupFiles: [
      'test/setup/cost.ts',
      'test/setup/seeded.ts',
      'test/setup/seen-facts.ts',
      'test/setup/answered-errors.ts',
    ],
    // These end what hangs. A test on a machine that is busy with other things takes many times its usual time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A test that passes at its second attempt hides a fault, of itself or of the program.
    retry: 0,
    // Passes as soon as it holds, so only a busy machine notices.
    expect: { poll: { timeout: patienceMs } },
    pool: 'forks' as const,
    // One server and one database per worker: test/harness.ts keeps them on globalThis.
    isolate: false,
    // Requests leave much young garbage, which the default of 16 MB collects all the time.
    execArgv: ['--max-semi-space-size=64', '--enable-source-maps', ...v8Flags],
  },
});

/** Shuffles files by a seed. Flags of the command line would replace the order of the projects as well. */
const shuffleSeed = process.env['TEST_SHUFFLE_SEED'];
const order =
  shuffleSeed === undefined ? { sequencer: LongestFirst } : { shuffle: { files: true }, seed: Number(shuffleSeed) };

/** A project that begins when those before it have ended. A start of a worker takes as long as several files. */
const inTurn = ({ test, ...rest }: ReturnType<typeof project>, groupOrder: number, maxWorkers: number) => ({
  ...rest,
  test: { ...test, maxWorkers, sequence: { ...order, groupOrder } },
});

/** A project without what takes long and has another proof. */
const withoutLong = ({ test, ...rest }: ReturnType<typeof project>) => ({
  ...rest,
  test: { ...test, exclude: filesForAll() },
});

async function projectsOf(mode: string) {
  if (mode === 'postgres') return [project('postgres', everything)];
  if (mode !== 'gate' && mode !== 'all') return [project('embedded', everything)];
  const size = mode === 'all' ? 'whole' : 'part';
  if (await postgresAnswers()) {
    const postgres = project('postgres', everything, size);
    if (mode === 'all') return [project('embedded', filesOfEngines(), size), postgres];
    // By then, the tests of started servers have made the dump that the embedded engine begins with.
    return [inTurn(withoutLong(postgres), 0, workers), inTurn(project('embedded', filesForBothEngines(), size), 1, 2)];
  }
  process.stdout.write(
    'No PostgreSQL server answers (TEST_DATABASE_URL): the suite runs on the embedded engine only.\n',
  );
  const embedded = project('embedded', everything, size);
  return [mode === 'all' ? embedded : withoutLong(embedded)];
}

/**
 * `--mode gate` runs everything on PostgreSQL but `test/setup/files-for-all.ts`, and on the embedded engine what depends on the
 * engine. `--mode all` runs everything on both, with all random runs and repetitions. Where no server answers, both run on the embedded engine alone.
 * `--mode postgres` runs on PostgreSQL alone, no mode on the embedded engine.
 */
export default defineConfig(async ({ mode }) => {
  // So that one file runs after `npm ci`. Takes a fraction of a second when everything is up to date.
  await ensureGenerated();
  if (!isWatching) await ensureCompiled();
  return {
    test: {
      maxWorkers: workers,
      sequence: order,
      // The second project, and the next run, take the compiled modules of the first.
      experimental: { fsModuleCache: true },
      reporters: ['default', './test/setup/summary.ts'],
      projects: await projectsOf(mode),
    },
  };
});
