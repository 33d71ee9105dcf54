import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Module that opens the database of a test run. */
const engine = join(root, 'setup', 'engine.ts');

/**
 * Tests of what an engine itself decides: transactions and locks, jobs and their leases, search, the order and the paging of
 * rows, prepared and planned statements, and texts and numbers on their way into a column. The other features send plain
 * statements, which one engine proves as well as two.
 */
const dependsOnEngine = [
  /^test\/domain\/\w+\/(?:access-sql|comments-paging|content-(?:draft|plan|sweep|together)|jobs.*|purge|prepared-statements)\./,
  /^test\/domain\/\w+\/(?:read-together|search-.*|storage-marker)\./,
  /^test\/graphql\/(?:\w+\/)?(?:backward-paging|idempotency|spaces)\./,
  /^test\/rest\/(?:\w+\/)?(?:change-request-races|import-jobs|links|search.*|sites-races)\./,
  /^test\/security\/(?:idempotency.*|literals|races)\./,
];

/** Returns the test files that run on the embedded engine as well as on PostgreSQL whenever both run. */
export const filesForBothEngines = (): string[] =>
  filesOfEngines().filter((name) => dependsOnEngine.some((pattern) => pattern.test(name)));

/**
 * Test files whose result may depend on the database engine: those that import the module that opens the database of
 * the run, directly or through other files of `test`. The others would only repeat themselves on the second engine.
 */
export function filesOfEngines(): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const importers = new Map<string, string[]>();
  for (const name of names) {
    const path = join(root, name);
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']+\.ts)'/g)) {
      const target = join(dirname(path), specifier);
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const reached = new Set([engine]);
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...reached]
    .map((path) => relative(root, path))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`);
}
