import { afterAll, describe, expect, test } from 'vitest';
import { minimalSpec, specificationsWorld } from '../../openapi-specs.ts';

const world = await specificationsWorld();
const { source, newSlug, read, errorsOf } = world;
afterAll(() => world[Symbol.asyncDispose]());

describe('a hostile source', () => {
  const laughs = `openapi: 3.0.0\ninfo: { title: A, version: "1" }\npaths: {}\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`)
    .join('\n')}`;
  const manyPaths = JSON.stringify(
    minimalSpec({
      paths: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`/p${index}`, { get: {} }])),
    }),
  );
  const cases: readonly (readonly [string, string, string | null, RegExp])[] = [
    ['aliases that repeat aliases', laughs, 'PARSE_ERROR', /too large when its aliases are written out/],
    ['100,000 paths', manyPaths, 'PARSE_ERROR', /more than 10000 operations/],
    [
      'deeply nested JSON',
      `{"openapi":"3.0.0","info":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      'PARSE_ERROR',
      /nested/,
    ],
    ['deeply nested YAML', `openapi: 3.0.0\na: ${'['.repeat(10_000)}`, 'PARSE_ERROR', /nested too deeply/],
    ['a file of another kind', 'just words', 'PARSE_ERROR', /not an object/],
    ['a list', '[1, 2]', 'PARSE_ERROR', /not an object/],
    ['paths that are no object', JSON.stringify(minimalSpec({ paths: 'none' })), 'PARSE_ERROR', /"paths"/],
    ['no title', '{"openapi":"3.0.0","info":{},"paths":{}}', 'PARSE_ERROR', /"title"/],
    ['a version to come', '{"openapi":"4.0.0","info":{"title":"A"}}', 'PARSE_ERROR', /versions 2.0, 3.0, 3.1 and 3.2/],
    [
      'a relative reference in an upload',
      JSON.stringify(minimalSpec({ paths: { '/a': { $ref: './a.yaml' } } })),
      'PARSE_ERROR',
      /consists of one file/,
    ],
    [
      'a reference to a local file',
      JSON.stringify(minimalSpec({ paths: { '/a': { $ref: 'file:///etc/passwd' } } })),
      'PARSE_ERROR',
      /not an http/,
    ],
    [
      'a reference to a private host',
      JSON.stringify(minimalSpec({ paths: { '/a': { $ref: 'http://10.0.0.1/a' } } })),
      'FETCH_ERROR',
      /could not be fetched/,
    ],
    [
      'a reference to the metadata of a cloud',
      JSON.stringify(minimalSpec({ paths: { '/a': { $ref: 'http://169.254.169.254/latest' } } })),
      'FETCH_ERROR',
      /could not be fetched/,
    ],
    [
      'references in a circle',
      JSON.stringify(
        minimalSpec({
          paths: { '/a': { $ref: '#/paths/~1b' }, '/b': { $ref: '#/paths/~1a' } },
          components: { schemas: { A: { $ref: '#/components/schemas/A' } } },
        }),
      ),
      null,
      /./,
    ],
    [
      'wrong types everywhere',
      JSON.stringify(
        minimalSpec({
          paths: {
            '/a': { get: { tags: 1, summary: [], parameters: {}, responses: 'x' }, post: null, put: [] },
            '/b': 3,
          },
          tags: {},
          servers: [1, { url: 2 }],
          components: { schemas: [] },
        }),
      ),
      null,
      /./,
    ],
    [
      'an alias of itself',
      'openapi: 3.0.0\ninfo: { title: A, version: "1" }\npaths: {}\nx: &x [*x]',
      'PARSE_ERROR',
      /./,
    ],
    [
      'names of the prototype',
      '{"openapi":"3.0.0","info":{"title":"A","version":"1"},"paths":{"/a":{"get":{"tags":["__proto__","constructor"]}}},"__proto__":{"x":1}}',
      null,
      /./,
    ],
  ];
  test.each(cases)('a source with %s ends with a clear state', async (_what, text, code, message) => {
    const slug = newSlug();
    const { lastProcessErrorCode = null, lastVersion } = await read({ text }, slug);
    const [error] = await errorsOf(slug);
    expect([lastProcessErrorCode, error?.message ?? null]).toEqual([code, error?.message ?? null]);
    if (code === null) expect(lastVersion).toBeDefined();
    else expect(error.message).toMatch(message);
  });

  test('a source that is not UTF-8, one that is not there, and one at a private address say so', async () => {
    const slug = newSlug();
    const bytes = Buffer.concat([Buffer.from('openapi: "3.0.0'), Buffer.from([0xff, 0xfe, 0x80])]);
    expect((await read({ url: source.serve('/latin', { body: bytes }) }, slug)).lastProcessErrorCode).toBe(
      'PARSE_ERROR',
    );
    expect((await errorsOf(slug))[0].message).toContain('UTF-8');
    expect((await read({ url: source.url('/absent') }, slug)).lastProcessErrorCode).toBe('FETCH_ERROR');
    expect((await errorsOf(slug))[0].message).toContain('404');
    expect((await read({ url: 'http://192.168.0.1/a' }, slug)).lastProcessErrorCode).toBe('FETCH_ERROR');
  });
});
