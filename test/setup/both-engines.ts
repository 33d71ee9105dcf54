import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Module that opens the database of a test run. */
const engine = join(root, 'setup', 'engine.ts');

/**
 * Tests of what an engine itself decides: transactions and locks, jobs and their leases, search, the order and the paging of
 * rows, prepared and planned statements, and texts and numbers on their way into a column. One file for each of these; what
 * others add to it is a rule of the program, which sends plain statements that one engine proves as well as two.
 */
const dependsOnEngine = [
  // The order of rows, pages of lists, and plans.
  /^test\/domain\/\w+\/(?:access-sql|comments-paging|content-plan|prepared-statements|search-plan)\./,
  // Transactions, locks and leases, with one connection or with many.
  /^test\/domain\/\w+\/jobs(?:-exclusive|-lost)?\./,
  /^test\/security\/(?:idempotency|races)\./,
  // Search, and what a column makes of a text or number.
  /^test\/graphql\/authoring\/spaces\./,
  /^test\/rest\/authoring\/search\./,
  /^test\/security\/literals\./,
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
