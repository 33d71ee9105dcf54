import { failure } from './errors.ts';

/**
 * Throws invalid_text for a NUL character or a lone surrogate anywhere in a value: PostgreSQL stores neither. Throws
 * malformed_request for a value that is nested too deeply or has too many parts. See
 * docs/reference/limits.md#json-bodies.
 */
export function assertStorable(value: unknown, path: string): void {
  const { values, depth } = sizeOfJson(value);
  if (values > maxJsonValues)
    throw failure('malformed_request', `The body must contain at most ${maxJsonValues} values`);
  if (depth > maxJsonDepth)
    throw failure('malformed_request', `${path} must be nested at most ${maxJsonDepth} levels deep`);
  const place = findUnstorable(value);
  if (place === null) return;
  const at = [path, ...place].join('.');
  throw failure('invalid_text', `${at} must not contain a NUL character or a lone surrogate`, {
    details: [{ path: at, rule: 'text', message: 'NUL and lone surrogates cannot be stored' }],
  });
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

/** Most values in a JSON body, keys included. A JSON document of a page may have nearly as many. */
export const maxJsonValues = 2_000_000;

/** Deepest nesting of a JSON body. A JSON document of a page may be nearly as deep. */
export const maxJsonDepth = 416;

/**
 * Counts the values in a value, keys included, and its levels of nesting. Stops counting beyond the limits of a body.
 */
export function sizeOfJson(value: unknown): { readonly values: number; readonly depth: number } {
  let values = 1;
  let depth = 0;
  let level: object[] = isObject(value) ? [value] : [];
  while (level.length > 0 && values <= maxJsonValues && depth <= maxJsonDepth) {
    depth += 1;
    const inside: object[] = [];
    for (const parent of level) {
      const items: unknown[] = Array.isArray(parent) ? parent : Object.values(parent);
      values += Array.isArray(parent) ? items.length : 2 * items.length;
      for (const item of items) if (isObject(item)) inside.push(item);
    }
    level = inside;
  }
  return { values, depth };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
