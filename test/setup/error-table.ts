import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSeenErrors } from './seen.ts';

/** `TEST_WRITE_ERRORS=1` adds what this run has seen to the table of errors. */
export const isWritingErrors = process.env['TEST_WRITE_ERRORS'] === '1';

/** Error types by operation id. */
type Table = Readonly<Record<string, readonly string[]>>;

const table = join(import.meta.dirname, '../../scripts/rest/openapi/errors.json');

/** Adds the errors that the workers of a run have seen to the table, a line for each operation. */
export function writeErrors(): void {
  const seen = listSeenErrors().map((pair): Table => {
    const [operation = '', type = ''] = pair.split(' ');
    return { [operation]: [type] };
  });
  const lines = Object.entries(merged([JSON.parse(readFileSync(table, 'utf8')) as Table, ...seen])).map(
    ([operation, types]) => `  ${JSON.stringify(operation)}: ${JSON.stringify(types).replaceAll(',', ', ')}`,
  );
  writeFileSync(table, `{\n${lines.join(',\n')}\n}\n`);
}

/** Returns the types of all tables, sorted, for the operations that have some. */
export function merged(tables: readonly Table[]): Table {
  const names = new Set(tables.flatMap((one) => Object.keys(one)));
  const union = (name: string) => [...new Set(tables.flatMap((one) => one[name] ?? []))].toSorted();
  return Object.fromEntries(
    [...names].toSorted().flatMap((name) => (union(name).length > 0 ? [[name, union(name)] as const] : [])),
  );
}
