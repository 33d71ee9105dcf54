import { failure } from './errors.ts';

/**
 * Throws invalid_text for NUL and lone surrogates anywhere in a value: PostgreSQL stores neither. Throws
 * malformed_request for a value that is nested too deep or holds too much to be checked in passing.
 */
export function assertStorable(value: unknown, path: string): void {
  check(value, path, { depth: 0, seen: { values: 0 } });
}

interface Progress {
  readonly depth: number;
  readonly seen: { values: number };
}

function check(value: unknown, path: string, { depth, seen }: Progress): void {
  seen.values += 1;
  if (seen.values > maxValues) throw failure('malformed_request', `The body holds more than ${maxValues} values`);
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw failure('invalid_text', `${path} holds a NUL character or a lone surrogate`, {
        details: [{ path, rule: 'text', message: 'NUL and lone surrogates cannot be stored' }],
      });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw failure('malformed_request', `${path} is nested deeper than ${maxDepth} levels`);
  const inner = { depth: depth + 1, seen };
  if (Array.isArray(value)) {
    value.forEach((item, index) => check(item, `${path}.${index}`, inner));
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    check(key, path, inner);
    check(item, `${path}.${key}`, inner);
  }
}

/** Values a JSON body may hold, keys included. */
const maxValues = 50_000;

/** Levels of nesting a JSON body may have. */
const maxDepth = 64;
