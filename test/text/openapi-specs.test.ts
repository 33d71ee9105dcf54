import { describe, expect, test } from 'vitest';
import { documentOf, problemOf, read } from './openapi-documents.ts';
import { allOr } from '../setup/size.ts';

describe('a version', () => {
  test.each([
    ['openapi: 3.1', true],
    ['openapi: 3.0', true],
    ['openapi: "3.0.3"', true],
    ['openapi: 3.2', true],
    ['openapi: 3.2.0', true],
    ['openapi: 3.1.0-rc1', true],
    ['swagger: 2.0', true],
    ['swagger: "2.0"', true],
    ['swagger: 2', true],
    ['{"openapi": 3.1, "info": {"title": "A", "version": 1.0}}', true],
    ['{"swagger": 2.0, "info": {"title": "A", "version": 1.0}, "paths": {}}', true],
    ['openapi: 3.10', false],
    ['{"openapi": 3.10, "info": {"title": "A", "version": 1.0}}', false],
    ['openapi: 3.3.0', false],
    ['openapi: 4.0', false],
    ['openapi: 3', false],
    ['openapi: true', false],
  ])('%s is read as it is written: %s', (line, isRead) => {
    const text = line.startsWith('{') ? line : `${line}\ninfo: { title: A, version: 1.0 }\npaths: {}\n`;
    const result = problemOf(text);
    if (!isRead)
      expect(result).toEqual({ problem: expect.stringContaining('versions 2.0, 3.0, 3.1 and 3.2 are read') });
    else expect('specification' in result && result.specification.apiVersion).toBe('1.0');
  });

  test('OpenAPI 3.2 shows its methods and tags, and keeps the rest as data', () => {
    const result = read({
      openapi: '3.2.0',
      $self: 'https://example.org/api/openapi.json',
      info: { title: 'Newer', version: '1' },
      tags: [
        { name: 'pets', summary: 'Pets', parent: 'animals', kind: 'nav' },
        { name: 'beta', kind: 'badge' },
      ],
      paths: {
        '/pets': {
          query: { tags: ['beta', 'pets'], summary: 'Query pets', responses: { 200: { summary: 'The pets' } } },
          additionalOperations: { COPY: { tags: ['pets'], summary: 'Copy pets', responses: {} } },
          get: {
            tags: ['pets'],
            summary: 'Stream pets',
            responses: {
              200: { content: { 'application/jsonl': { itemSchema: { $ref: '#/components/schemas/Pet' } } } },
            },
          },
        },
      },
      components: { schemas: { Pet: { type: 'object', description: 'A *pet*' } } },
    });
    expect(result.pages.map(({ title }) => title)).toEqual(['Newer', 'Pets', 'Models']);
    const [, pets] = result.pages;
    for (const part of ['method="query"', 'method="copy"', 'method="get"', '`QUERY /pets`', 'The pets'])
      expect(pets?.markdown).toContain(part);
    expect(documentOf(result)).toMatchObject({ openapi: '3.2.0', tags: [{ parent: 'animals', kind: 'nav' }, {}] });
    expect(documentOf(result).components.schemas.Pet['x-gitbook-description-html']).toBe('<p>A <em>pet</em></p>');
  });
});

describe('a document', () => {
  test.each(['paths:', 'paths: {}', ''])('with webhooks and `%s` shows them', (paths) => {
    const result = read(
      `openapi: 3.1.0\ninfo: { title: Events, version: "1" }\n${paths}\ncomponents:\n  schemas:\ntags:\nservers:\nwebhooks:\n  paid:\n    post: { summary: It was paid, responses: { "204": { description: Received } } }\n`,
    );
    expect(result.pages.map(({ title }) => title)).toEqual(['Events', 'Webhooks']);
    expect(result.pages[1]?.markdown).toContain('## It was paid');
    if (paths !== '') expect(documentOf(result).paths).toEqual({});
    expect(documentOf(result).components).toEqual({ schemas: {} });
  });

  test('may use an anchor 600 times, in lists and by `<<`', () => {
    const paths = Array.from(
      { length: 300 },
      (_, index) =>
        `  /i${index}:\n    get:\n      parameters: [*page]\n      responses:\n        <<: *errors\n        "200": { description: I${index} }`,
    );
    const text = `openapi: 3.0.3\ninfo: { title: A, version: "1" }\nx-shared:\n  page: &page { name: page, in: query }\n  errors: &errors\n    "401": { description: Sign in }\npaths:\n${paths.join('\n')}\n`;
    const document = documentOf(read(text));
    expect(Object.keys(document.paths)).toHaveLength(300);
    expect(document.paths['/i299'].get.parameters).toEqual([{ name: 'page', in: 'query' }]);
    expect(Object.keys(document.paths['/i299'].get.responses)).toEqual(['200', '401']);
  });

  test.each([
    [
      'aliases that repeat aliases',
      Array.from({ length: 12 }, (_, at) => `x-${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(',')}]`).join(
        '\n',
      ),
      'is too large when its aliases',
    ],
    ...allOr(
      [
        [
          'merges that repeat merges',
          `x-b: &b { ${Array.from({ length: 40_000 }, (_, at) => `k${at}: 1`).join(', ')} }\nx-c:\n${Array(200).fill('  - { <<: *b }').join('\n')}`,
          'is too large when its aliases',
        ],
      ],
      [],
    ),
    ['an alias of itself', 'x-b: &b [*b]', 'nested in itself'],
    ['an alias of nothing', 'x-b: *b', 'There is no anchor "b"'],
    ['a key twice', 'x-b: 1\nx-b: 2', 'Map keys must be unique; "x-b"'],
    ['a merge of a text', 'x-b: { <<: text }', '"<<" names is not a map'],
    ['deep lists in a line', `x-b: ${'- '.repeat(5_000)}1`, 'nested'],
    ['deep lists in brackets', `x-b: ${'['.repeat(5_000)}`, 'nested too deeply'],
    [
      'deep lists by indentation',
      `x-b:\n${Array.from({ length: 3_000 }, (_, at) => `${' '.repeat(at + 1)}a:`).join('\n')}`,
      'nested too deeply',
    ],
  ])('with %s is refused', (_what, more, problem) => {
    const text = `openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: {}\nx-a: &a0 [x, x, x]\n${more}\n`;
    expect(problemOf(text)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test.each([
    ['half-open ranges', `description: ${'"[0, 1) and {a" '.repeat(1)}`, 1],
    ['half-open ranges', `description: |\n${'      Values in [0, 1), (a, b], [{( and {"a": [1}\n'.repeat(250)}`, 1],
    ['rules and indentation', `description: |\n      ${'- '.repeat(200)}\n${' '.repeat(1_200)}far right\n`, 1],
    ['a comment', `description: x # ${'['.repeat(1_000)}`, 1],
  ])('with %s in a text is not nested', (_what, line) => {
    expect(problemOf(`openapi: 3.0.3\ninfo:\n  title: A\n  ${line}\n  version: "1"\npaths: {}\n`)).toHaveProperty(
      'specification',
    );
  });

  test('keeps a member `__proto__`, a key that is no text and merges in order', () => {
    const text =
      'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: {}\nx-a: &a { a: 1, b: 1 }\nx-c: { <<: [{ a: 2 }, *a], b: 3, __proto__: { x: 1 }, 1.10: d, true: e, null: f }\n';
    const data = documentOf(read(text))['x-c'];
    expect(JSON.stringify(data)).toBe('{"a":2,"b":3,"__proto__":{"x":1},"1.10":"d","true":"e","null":"f"}');
  });
});
