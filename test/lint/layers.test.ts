import { readFileSync } from 'node:fs';
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
  ['src/domain/authoring/spaces/move.ts', '../collections/collections.ts'],
  ['src/domain/authoring/spaces/move.ts', './spaces.ts'],
  ['src/schema/authoring/spaces/space.ts', '../../../domain/authoring/spaces/spaces.ts'],
  ['src/domain/publishing/sites/sites.ts', '../../people/organizations/organizations.ts'],
  ['src/domain/exchange/pdf/print.ts', '../../../text/pdf/parts.ts'],
  ['test/domain/people/access.test.ts', '../../src/schema/index.ts'],
])('the layer rule lets %s import %s', (file, specifier) => {
  expect(reported(file, specifier)).toBeNull();
});

it.each([
  ['src/loaders/spaces.ts', '../domain/authoring/spaces/spaces.ts', 'src/loaders may not import src/domain'],
  ['src/lib/page.ts', '../db/sql.ts', 'src/lib may not import src/db'],
  ['src/text/markdown/parser.ts', '../../domain/core/context.ts', 'src/text may not import src/domain'],
  ['src/domain/people/members/members.ts', '../../authoring/spaces/spaces.ts', 'people may not import authoring'],
  ['src/domain/authoring/spaces/move.ts', '../../new-wing/rules.ts', 'new-wing is missing'],
  ['src/domain/authoring/spaces/move.ts', 'graphql', 'may not import the package graphql'],
  ['src/domain/authoring/spaces/move.ts', '@pothos/core', 'may not import the package @pothos/core'],
])('the layer rule refuses that %s imports %s', (file, specifier, message) => {
  expect(reported(file, specifier)).toContain(message);
});

it.each([
  ['src/domain/authoring/spaces/queries.ts', '../../db/sql.ts', 'value'],
  ['src/domain/authoring/search/queries/ranking.ts', '../../../db/sql.ts', 'value'],
  ['src/loaders/spaces.ts', '../db/sql.ts', 'value'],
  ['src/domain/core/context.ts', '../db/sql.ts', 'type'],
])('the rule for SQL lets %s import %s as a %s', (file, specifier, kind) => {
  expect(reported(file, specifier, 'sql-home', kind)).toBeNull();
});

it.each([
  ['scripts/rest/openapi/access.ts', '../../../test/contract/data.ts', true],
  ['src/rest/route.ts', '../../test/harness.ts', true],
  ['codegen.ts', './test/bodies.ts', true],
  ['scripts/rest/openapi/access.ts', '../access/rows.ts', false],
  ['scripts/test-chance.mjs', './testing.mjs', false],
  ['bench/fuzz.ts', '../test/harness.ts', false],
  ['vitest.config.ts', './test/setup/v8-flags.ts', false],
])('the rule for what is built without tests sees that %s imports %s: %s', (file, specifier, isRefused) => {
  expect(reported(file, specifier, 'without-tests') !== null).toBe(isRefused);
});

it('the build of the image gets nothing of test', () => {
  const ignored = readFileSync(resolve(import.meta.dirname, '../../.dockerignore'), 'utf8').split('\n');
  expect(ignored).toContain('test');
  expect(ignored.filter((line) => line.startsWith('!'))).toEqual([]);
});

it.each([
  ['src/text/markdown/parser.ts', 'ctx', true],
  ['src/text/markdown/parser.ts', 'text', false],
  ['src/domain/core/transact.ts', 'ctx', false],
])('the rule for texts sees a function of %s that takes %s: %s', (file, name, isRefused) => {
  let found: string | null = null;
  const visitor = plugin.rules['text-without-context'].create({
    filename: resolve(import.meta.dirname, '../..', file),
    report: ({ message }: { message: string }) => void (found = message),
  }) as { FunctionDeclaration?: (node: object) => void };
  visitor.FunctionDeclaration?.({ params: [{ type: 'Identifier', name }] });
  expect(found !== null).toBe(isRefused);
});

it.each(['src/domain/authoring/spaces/move.ts', 'src/schema/authoring/spaces/space.ts', 'src/cli/token.ts'])(
  'the rule for SQL refuses that %s builds statements',
  (file) => {
    expect(reported(file, '../db/sql.ts', 'sql-home')).toContain('queries file');
  },
);
