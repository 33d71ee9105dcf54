import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Module that opens the database of a test run. */
const engine = join(root, 'setup', 'engine.ts');

/** Folders of tests that choose their engine themselves, or whose requests are refused before they reach a database. */
const oneEngine = /^(?:infra|pages|ops|db|cli|lib|lint|docs|scripts|limits)\//;

/**
 * Where both engines run, these run on PostgreSQL alone, because each engine takes minutes for them: the matrices, what
 * is slow for reasons of its own, and features whose statements are plain reads and writes of rows. The content engine,
 * search, links, change requests, comments, jobs and access run on both. `npm run test:embedded` runs everything there.
 */
const onPostgresAlone = [
  /^test\/(?:app|compat)\//,
  /^test\/contract\/(?:authz|authz-integrations|authz-visitors|examples|limits|nullable)\./,
  /^test\/domain\/(?:access-counts|escalation|imports-.*|rich-text-hostile|website-.*)\./,
  /^test\/graphql\/(?:clients|compiled|node|reviews|tokens)\./,
  /^test\/rest\/(?:content-(?:expressions|import.*)|deadline|export.*|import-.*|large-import|pdf.*|website-import)\./,
  /^test\/rest\/(?:collections|grants|installations|integration.*|members|openapi-.*|published-.*)\./,
  /^test\/rest\/(?:remembered-answers|renderer.*|reviews|uploads)\./,
  /^test\/rest\/(?:organization-(?:import-.*|round-trip)|saml|site.*|sso|teams|translat.*|visitor.*)\./,
  /^test\/security\/(?:amplification|content-hostile|saml|text-hostile|visitors-.*)\./,
];

/** Returns the test files for both engines that run on PostgreSQL alone where both run. */
export const filesOnPostgresAlone = (): string[] =>
  filesForBothEngines().filter((name) => onPostgresAlone.some((pattern) => pattern.test(name)));

/**
 * Test files whose result may depend on the database engine: those that import the module that opens the database of
 * the run, directly or through other files of `test`. The others would only repeat themselves on the second engine.
 */
export function filesForBothEngines(): string[] {
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
    .filter((name) => name.endsWith('.test.ts') && !oneEngine.test(name))
    .map((name) => `test/${name}`);
}
