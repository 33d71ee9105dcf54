import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runDirectory } from './run-directory.ts';

/** `TEST_WRITE_ERRORS=1` adds what this run has seen to the table of errors. */
export const isWritingErrors = process.env['TEST_WRITE_ERRORS'] === '1';

/** Error types by operation id. */
type Table = Readonly<Record<string, readonly string[]>>;

const table = join(import.meta.dirname, '../../scripts/rest/openapi/errors.json');

const folder = () => join(runDirectory(), 'errors');

/** Keeps the errors that a worker process has seen, until the end of the run. */
export function keepErrors(pid: number, seen: Table): void {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(join(folder(), `${pid}.json`), JSON.stringify(seen));
}

/**
 * Adds the errors that the workers of a run have seen to the table, a line for each operation. Returns the pairs of the table
 * that the run has not seen.
 */
export function writeErrors(): string[] {
  const kept = existsSync(folder()) ? readdirSync(folder()).map((name) => read(join(folder(), name))) : [];
  const before = read(table);
  const seen = merged(kept);
  const lines = Object.entries(merged([before, seen])).map(
    ([operation, types]) => `  ${JSON.stringify(operation)}: ${JSON.stringify(types).replaceAll(',', ', ')}`,
  );
  writeFileSync(table, `{\n${lines.join(',\n')}\n}\n`);
  return listPairs(before).filter((pair) => !listPairs(seen).includes(pair));
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Table;

const listPairs = (errors: Table) =>
  Object.entries(errors).flatMap(([operation, types]) => types.map((type) => `${operation} ${type}`));

/** Returns the types of all tables, sorted, for the operations that have some. */
export function merged(tables: readonly Table[]): Table {
  const names = new Set(tables.flatMap((one) => Object.keys(one)));
  const union = (name: string) => [...new Set(tables.flatMap((one) => one[name] ?? []))].toSorted();
  return Object.fromEntries(
    [...names].toSorted().flatMap((name) => (union(name).length > 0 ? [[name, union(name)] as const] : [])),
  );
}
