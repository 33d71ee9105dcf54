import { describe, expect, it } from 'vitest';
import { isAlike } from '../../src/text/rich-text/alike.ts';

const leaf = (text: string) => ({ object: 'leaf', text, marks: [] });
const block = (members: object) => ({ object: 'block', type: 'paragraph', ...members });

describe('two blocks', () => {
  it.each([
    ['the same texts', block({ nodes: [leaf('a')] }), block({ nodes: [leaf('a')] }), true],
    ['other keys', block({ key: 'a' }), block({ key: 'b' }), true],
    ['other ids of headings', block({ meta: { id: 'a' } }), block({}), true],
    ['other sources', block({ data: { source: { at: 1 } } }), block({ data: {} }), true],
    ['members that are empty or false', block({ data: { a: false, b: [], c: {} } }), block({}), true],
    ['one blank and several', block({ nodes: [leaf('a b')] }), block({ nodes: [leaf('a  b')] }), true],
    ['a blank and a line end', block({ nodes: [leaf('a b')] }), block({ nodes: [leaf('a\nb')] }), false],
    ['a key in their data', block({ data: { key: 'a' } }), block({ data: { key: 'b' } }), false],
    ['null and nothing', block({ data: { a: null } }), block({}), false],
    ['more data', block({ data: { a: 1 } }), block({ data: { a: 1, b: 2 } }), false],
    ['a member named as one of all objects', block({ data: { a: 1 } }), block({ data: { a: 1, toString: 2 } }), false],
    ['one node and two', block({ nodes: [leaf('a')] }), block({ nodes: [leaf('a'), leaf('b')] }), false],
    ['a list and an object', block({ data: { a: ['b'] } }), block({ data: { a: { 0: 'b' } } }), false],
  ])('with %s are alike or not', (_kind, one, other, expected) => {
    expect(isAlike(one, other)).toBe(expected);
    expect(isAlike(other, one)).toBe(expected);
  });
});
