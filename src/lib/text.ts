import { failure } from './errors.ts';

/** Throws invalid_text for NUL and lone surrogates anywhere in a value: PostgreSQL stores neither. */
export function assertStorable(value: unknown, path: string, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw failure('invalid_text', `${path} holds a NUL character or a lone surrogate`, {
        details: [{ path, rule: 'text', message: 'NUL and lone surrogates cannot be stored' }],
      });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw failure('malformed_request', `${path} is nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    value.forEach((item, index) => assertStorable(item, `${path}.${index}`, depth + 1));
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    assertStorable(key, path, depth);
    assertStorable(item, `${path}.${key}`, depth + 1);
  }
}

/** Levels of nesting a JSON body may have. */
const maxDepth = 64;
