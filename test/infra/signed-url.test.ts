import { describe, expect, it } from 'vitest';
import { signPath, verifyPath } from '../../src/infra/storage/signed-url.ts';
import { allOrTenth } from '../setup/size.ts';
import { fc } from '../setup/properties.ts';
import { randomBytes } from '../setup/seed.ts';

const secret = randomBytes(32);
const filePath = '/files/spc_1/fil_2';
const now = 1_800_000_000;
const until = now + 900;

/**
 * Parses and verifies a signed URL as a server does: the path before "?", decoded parameters, repeated ones as lists.
 */
function verify(url: string, nowSeconds = now, key = secret) {
  const at = url.includes('?') ? url.indexOf('?') : url.length;
  const query: Record<string, unknown> = {};
  const parameters = new URLSearchParams(url.slice(at + 1));
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    query[name] = values.length === 1 ? values[0] : values;
  }
  return verifyPath(key, url.slice(0, at), query, nowSeconds);
}

const sorted = (parameters: URLSearchParams) => {
  parameters.sort();
  return parameters.toString();
};

/** Returns the meaning of a URL, independent of its spelling. */
const meaning = (url: string) => {
  const at = url.indexOf('?');
  return at === -1 ? url : `${url.slice(0, at)}?${sorted(new URLSearchParams(url.slice(at + 1)))}`;
};

const url = signPath(secret, filePath, until);

const mutation = fc.oneof(
  fc
    .record({ at: fc.nat(url.length - 1), char: fc.string({ minLength: 1, maxLength: 1 }) })
    .map(({ at, char }) => url.slice(0, at) + char + url.slice(at + 1)),
  fc
    .record({ at: fc.nat(url.length), text: fc.string({ minLength: 1, maxLength: 4 }) })
    .map(({ at, text }) => url.slice(0, at) + text + url.slice(at)),
  fc
    .record({ from: fc.nat(url.length - 1), count: fc.integer({ min: 1, max: 5 }) })
    .map(({ from, count }) => url.slice(0, from) + url.slice(from + count)),
  fc.constantFrom(
    url.toUpperCase(),
    url.replace('fil_2', 'fil_3'),
    url.replace('spc_1', 'spc_2'),
    url.replace(String(until), String(until + 1)),
    url.replace(String(until), `0${until}`),
    url.replace(String(until), `+${until}`),
    url.replace(String(until), `${until}.0`),
    url.replace(String(until), '1e99'),
    url.replace(String(until), 'NaN'),
    url.replace(/&signature=.*/, ''),
    url.replace(/&signature=.*/, '&signature='),
    url.replace(/expires=\d+&/, ''),
    `${url}&expires=${until}`,
    `${url}&signature=${url.slice(-43)}`,
    `${url}&user=1`,
    `${url}=`,
  ),
);

describe('a signed download', () => {
  it('a signed URL is valid until it expires', () => {
    expect([verify(url), verify(url, until - 1)]).toEqual(['ok', 'ok']);
    expect([verify(url, until), verify(url, until + 1e6)]).toEqual(['expired', 'expired']);
  });

  it('a signed URL is refused after each of ten thousand mutations', () => {
    fc.assert(
      fc.property(mutation, (mutated) => {
        fc.pre(meaning(mutated) !== meaning(url));
        expect(verify(mutated)).toBe('invalid');
      }),
      { numRuns: allOrTenth(10_000) },
    );
  });

  it('a signed URL is valid only for its own path, time and secret', () => {
    const path = fc.string({ minLength: 1 }).filter((text) => !/[?#]/.test(text));
    const seconds = fc.integer({ min: 1, max: 4e9 });
    const grant = fc.record({ path, seconds, secret: fc.uint8Array({ minLength: 16, maxLength: 40 }) });
    fc.assert(
      fc.property(grant, grant, (given, other) => {
        const signed = (of: typeof given) => signPath(Buffer.from(of.secret), of.path, of.seconds);
        const signature = signed(given).slice(-43);
        const query = { expires: String(other.seconds), signature };
        const isSame = signed(given) === signed(other);
        const outcome = verifyPath(Buffer.from(other.secret), other.path, query, 0);
        expect(outcome).toBe(isSame ? 'ok' : 'invalid');
      }),
    );
  });

  it('a path with a query and an invalid time are not signed', () => {
    expect(() => signPath(secret, '/a?b', until)).toThrow('Cannot sign');
    expect(() => signPath(secret, '/a', Number.NaN)).toThrow('Cannot sign');
    expect(() => signPath(secret, '/a', 1.5)).toThrow('Cannot sign');
  });
});
