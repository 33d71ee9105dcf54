import { isDeepStrictEqual } from 'node:util';

/**
 * Selects the values that differ from those of a row, so that an update without changes keeps the version. Undefined keeps
 * the value of the row.
 */
export const changedValues = <Values extends object>(values: Values, row: object): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, Reflect.get(row, name)),
    ),
  ) as Partial<Values>;
