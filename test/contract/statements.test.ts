import { writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { startServer, type Harness } from '../harness.ts';
import { findRow, runStatements } from './run-statements.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** The first words of the statements of an operation. */
const verbs = async (operationId: string) => {
  const texts = await runStatements(server, findRow(operationId)!);
  return texts.map((text) => text.split(' ')[0]?.toLowerCase());
};

it('a change of a space writes it in one transaction', async () => {
  const ran = await verbs('updateSpaceById');
  const [begin, update, commit] = ['begin', 'update', 'commit'].map((verb) => ran.indexOf(verb));
  expect([begin, update, commit].toSorted((one, other) => one! - other!)).toEqual([begin, update, commit]);
  expect(ran.filter((verb) => verb === 'begin' || verb === 'commit')).toEqual(['begin', 'commit']);
});

it('a space is read without a transaction', async () => {
  expect(new Set(await verbs('getSpaceById'))).toEqual(new Set(['select']));
});

// `npm run rest UpdateSpaceById` names the operations and the file for their statements.
const { TEST_STATEMENTS_OF: asked, TEST_STATEMENTS_FILE: file } = process.env;
it.runIf(asked !== undefined && file !== undefined)('the statements of the named operations are written', async () => {
  const written: Record<string, string[] | null> = {};
  for (const operationId of asked!.split(',')) {
    const row = findRow(operationId);
    written[operationId] = row === undefined ? null : await runStatements(server, row);
    expect(written[operationId]).not.toEqual([]);
  }
  writeFileSync(file!, JSON.stringify(written));
});
