import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import plugin from '../../scripts/lint/plugin.mjs';

/** Returns the reports of a rule for an import of a file. */
function reported(file: string, specifier: string, rule: keyof typeof plugin.rules = 'layers', kind = 'value') {
  let found: string | null = null;
  const visitor = plugin.rules[rule].create({
    filename: resolve(import.meta.dirname, '../..', file),
    report: ({ message }: { message: string }) => void (found = message),
  }) as { ImportDeclaration?: (node: object) => void };
  visitor.ImportDeclaration?.({ source: { value: specifier }, specifiers: [{}], importKind: kind });
  return found;
}

it.each([
  ['src/loaders/spaces.ts', '../db/sql.ts'],
  ['src/domain/spaces/move.ts', '../collections/collections.ts'],
  ['src/domain/spaces/move.ts', './spaces.ts'],
  ['src/schema/spaces/space.ts', '../../domain/spaces/spaces.ts'],
  ['test/domain/access.test.ts', '../../src/schema/index.ts'],
])('the layer rule lets %s import %s', (file, specifier) => {
  expect(reported(file, specifier)).toBeNull();
});

it.each([
  ['src/loaders/spaces.ts', '../domain/spaces/spaces.ts', 'src/loaders may not import src/domain'],
  ['src/lib/page.ts', '../db/sql.ts', 'src/lib may not import src/db'],
  ['src/domain/collections/list.ts', '../spaces/spaces.ts', 'may not import spaces'],
  ['src/domain/spaces/move.ts', '../new-domain/rules.ts', 'new-domain is missing'],
  ['src/domain/spaces/move.ts', 'graphql', 'may not import the package graphql'],
  ['src/domain/spaces/move.ts', '@pothos/core', 'may not import the package @pothos/core'],
])('the layer rule refuses that %s imports %s', (file, specifier, message) => {
  expect(reported(file, specifier)).toContain(message);
});

it.each([
  ['src/domain/spaces/queries.ts', '../../db/sql.ts', 'value'],
  ['src/domain/search/queries/ranking.ts', '../../../db/sql.ts', 'value'],
  ['src/loaders/spaces.ts', '../db/sql.ts', 'value'],
  ['src/domain/context.ts', '../db/sql.ts', 'type'],
])('the rule for SQL lets %s import %s as a %s', (file, specifier, kind) => {
  expect(reported(file, specifier, 'sql-home', kind)).toBeNull();
});

it.each(['src/domain/spaces/move.ts', 'src/schema/spaces/space.ts', 'src/cli/token.ts'])(
  'the rule for SQL refuses that %s builds statements',
  (file) => {
    expect(reported(file, '../db/sql.ts', 'sql-home')).toContain('queries file');
  },
);
