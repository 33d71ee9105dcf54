import { failure } from './errors.ts';

/**
 * Throws invalid_text for a NUL character or a lone surrogate anywhere in a value: PostgreSQL stores neither. Throws
 * malformed_request for a value that is nested too deeply or has too many parts. See
 * docs/reference/limits.md#json-bodies.
 */
export function assertStorable(value: unknown, path: string): void {
  check(value, path, { depth: 0, seen: { values: 0 } });
}

/** Finds a text that PostgreSQL cannot store, as in `assertStorable`, anywhere in a value. Returns its path, or null. */
export function findUnstorable(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const inner = isStorable(key) ? findUnstorable(item) : [];
    if (inner !== null) return [key.toWellFormed().replaceAll('\0', '\uFFFD'), ...inner];
  }
  return null;
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

interface Progress {
  readonly depth: number;
  readonly seen: { values: number };
}

function check(value: unknown, path: string, { depth, seen }: Progress): void {
  seen.values += 1;
  if (seen.values > maxValues) throw failure('malformed_request', `The body must contain at most ${maxValues} values`);
  if (typeof value === 'string') {
    if (!isStorable(value))
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
