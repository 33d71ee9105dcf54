import type { CustomTypesConfig, FieldDef } from 'pg';

/** Reads a row from the bytes of a DataRow message. `at` is where the length of its first column stands. */
export type ReadRow = (bytes: Buffer, at: number) => unknown;

type ReadValue = (bytes: Buffer, start: number, end: number) => unknown;

interface Bytes extends Buffer {
  /** Called by `toString`, whose checks take a fifth of the time of a short text. In Node 20 to 24, but not in its types. */
  utf8Slice(start: number, end: number): string;
}

const text = (bytes: Buffer, start: number, end: number): string => (bytes as Bytes).utf8Slice(start, end);

const minus = 45;
const zero = 48;

const integer: ReadValue = (bytes, start, end) => {
  const isNegative = bytes[start] === minus;
  let value = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) value = value * 10 + (bytes[at] ?? zero) - zero;
  return isNegative ? -value : value;
};

/** Readers by type: text, varchar, name, bpchar, int2, int4. Other types are parsed from their text. */
const readers = new Map<number, ReadValue>([
  ...[25, 1043, 19, 1042].map((type) => [type, text] as const),
  ...[21, 23].map((type) => [type, integer] as const),
]);

/**
 * Builds a function that reads the rows of a statement. pg converts each column to a string first and creates rows by
 * adding one key at a time; an object literal of values that are read from the bytes takes a third of that time.
 */
export function rowReader(fields: readonly FieldDef[], types: CustomTypesConfig): ReadRow {
  const reads = fields.map(({ dataTypeID }): ReadValue => {
    const parse = types.getTypeParser(dataTypeID, 'text') as (value: string) => unknown;
    return readers.get(dataTypeID) ?? ((bytes, start, end) => parse(text(bytes, start, end)));
  });
  // The length of a null is -1. Arguments are evaluated in order, so `at` is the start of the value, then its end.
  const steps = fields.map(
    (_field, index) => `
      let value${index} = null;
      length = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
      at += 4;
      if (length !== -1) value${index} = read${index}(bytes, at, at += length);`,
  );
  const members = fields.map(({ name }, index) => `${JSON.stringify(name)}: value${index}`);
  const names = fields.map((_field, index) => `read${index}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- column names of our own statements, escaped
  const made = new Function(
    ...names,
    `return (bytes, at) => { let length; ${steps.join('')} return { ${members.join(', ')} }; };`,
  ) as (...reads: ReadValue[]) => ReadRow;
  return made(...reads);
}
