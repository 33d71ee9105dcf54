import { describe, expect, it } from 'vitest';
import { assertStorable, maxJsonDepth, maxJsonValues } from '../../src/lib/text.ts';

const nested = (levels: number): unknown => (levels === 0 ? 'a' : [nested(levels - 1)]);

describe('a JSON body', () => {
  it.each([
    ['the most levels', nested(maxJsonDepth)],
    ['the most values', Array.from({ length: maxJsonValues - 1 }, () => 0)],
    ['texts of any script', { a: ['ä', '在', '😀'] }],
  ])('with %s is accepted', (_what, value) => {
    expect(() => assertStorable(value, 'body')).not.toThrow();
  });

  it.each([
    ['a level more', nested(maxJsonDepth + 1), 'body must be nested at most 416 levels deep'],
    ['a value more', Array.from({ length: maxJsonValues }, () => 0), 'at most 2000000 values'],
    ['NUL', { a: ['b', { c: 'x\0' }] }, 'body.a.1.c must not contain a NUL'],
    ['a lone surrogate in a name', { 'a\uD800': 1 }, 'body.a\uFFFD must not contain a NUL'],
  ])('with %s is refused, and the message says where', (_what, value, message) => {
    expect(() => assertStorable(value, 'body')).toThrow(message);
  });
});
