import { describe, expect, it } from 'vitest';
import { toRange } from '../../src/app/http/byte-range.ts';

const file = { etag: '"abc"', sizeBytes: 10 };

describe('rangeOf', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=2-99999999999999999999', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['Bytes= 0-9 ', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=1.5-2', 'whole'],
    ['bytes=+1-2', 'whole'],
    ['bytes=0-1,4-5', 'whole'],
    ['lines=0-1', 'whole'],
    ['', 'whole'],
    [undefined, 'whole'],
  ])('reads %j of ten bytes', (range, expected) => {
    expect(toRange({ range }, file)).toEqual(expected);
  });

  it.each([
    ['"abc"', { start: 2, end: 5 }],
    ['W/"abc"', 'whole'],
    ['"abd"', 'whole'],
    ['Thu, 26 Nov 2026 09:00:00 GMT', 'whole'],
  ])('compares If-Range %s strongly', (ifRange, expected) => {
    expect(toRange({ range: 'bytes=2-5', 'if-range': ifRange }, file)).toEqual(expected);
  });

  it.each([
    ['bytes=0-', 'unsatisfiable'],
    ['bytes=-1', 'whole'],
  ])('finds no part in an empty file: %s', (range, expected) => {
    expect(toRange({ range }, { ...file, sizeBytes: 0 })).toBe(expected);
  });
});
