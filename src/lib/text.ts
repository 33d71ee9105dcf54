import { failure } from './errors.ts';

/**
 * Throws invalid_text for a NUL character or a lone surrogate anywhere in a value: PostgreSQL stores neither. Throws
 * malformed_request for a value that is nested too deeply or has too many parts. See
 * docs/reference/limits.md#json-bodies.
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
  if (seen.values > maxValues) throw failure('malformed_request', `The body must contain at most ${maxValues} values`);
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw failure('invalid_text', `${path} must not contain a NUL character or a lone surrogate`, {
        details: [{ path, rule: 'text', message: 'NUL and lone surrogates cannot be stored' }],
      });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw failure('malformed_request', `${path} must be nested at most ${maxDepth} levels deep`);
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

/** Most values in a JSON body, keys included. */
const maxValues = 50_000;

/** Deepest nesting of a JSON body. */
const maxDepth = 64;
