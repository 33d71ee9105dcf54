import { defineConfig } from 'vitest/config';
import { postgresAnswers } from './test/setup/postgres.ts';

// graphql 16 ships twice (index.js, index.mjs). Vite would pick the second, Pothos the first, and two graphqls refuse
// each other's schemas.
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }];

/** What no database engine can make a difference to, and what chooses its engine itself. */
const oneEngine = ['test/{infra,pages,ops,db,cli,lib,docs}/**'];

const shared = {
  globalSetup: 'test/setup/database.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
  // One server and one database per worker: test/harness.ts keeps them on globalThis.
  isolate: false,
};

const embedded = {
  resolve: { alias },
  test: { ...shared, name: 'embedded', include: ['test/**/*.test.ts'], env: { TEST_ENGINE: 'embedded' } },
};

const postgres = {
  resolve: { alias },
  test: {
    ...shared,
    name: 'postgres',
    include: ['test/**/*.test.ts'],
    exclude: oneEngine,
    env: { TEST_ENGINE: 'postgres' },
  },
};

async function projectsOf(mode: string) {
  if (mode === 'postgres') return [postgres];
  if (mode !== 'all') return [embedded];
  if (await postgresAnswers()) return [embedded, postgres];
  process.stdout.write(
    'No PostgreSQL server answers (TEST_DATABASE_URL): the suite runs on the embedded engine only.\n',
  );
  return [embedded];
}

/** `--mode all` runs the suite on PostgreSQL too, where a server answers; `--mode postgres` there only. */
export default defineConfig(async ({ mode }) => ({
  test: { maxWorkers: 2, reporters: ['default', './test/setup/summary.ts'], projects: await projectsOf(mode) },
}));
