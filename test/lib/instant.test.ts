import { expect, it } from 'vitest';
import { readInstant } from '../../src/lib/instant.ts';

it.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.678+02:00', '2026-01-02T01:04:05.678Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('the instant %s is read', (text, instant) => {
  expect(readInstant(text)).toBe(instant);
});

it.each([
  '',
  'yesterday',
  '2026-13-01T00:00:00Z',
  '2026-01-01T00:00:00+99:00',
  '0000-12-31T23:59:59Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
])('the text "%s" is no instant', (text) => {
  expect(readInstant(text)).toBeNull();
});
