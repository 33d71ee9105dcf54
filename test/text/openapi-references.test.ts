import { describe, expect, test } from 'vitest';
import { readSpecification } from '../../src/text/openapi-specs/read-specification.ts';
import { documentOf, operation, partOf, problemOf, read, spec, textOf } from './openapi-documents.ts';

describe('a `$ref`', () => {
  const ref = { $ref: 'https://elsewhere.example.org/secret.json' };
  const media = (more: object) => ({ 'application/json': more });

  test.each([
    ['an example', { requestBody: { content: media({ example: ref }) } }],
    ['the value of an example', { requestBody: { content: media({ examples: { a: { value: ref } } }) } }],
    ['the example of a parameter', { parameters: [{ name: 'a', in: 'query', example: ref }] }],
    ['a default', { parameters: [{ name: 'a', in: 'query', schema: { default: ref } }] }],
    ['an enumeration', { parameters: [{ name: 'a', in: 'query', schema: { enum: [ref] } }] }],
    ['a constant', { parameters: [{ name: 'a', in: 'query', schema: { const: ref, examples: [ref] } }] }],
    ['an extension', { 'x-code': ref, responses: { 'x-more': ref } }],
    [
      'a link',
      { responses: { 200: { description: 'A', links: { a: { parameters: { a: ref }, requestBody: ref } } } } },
    ],
  ])('in %s is data', (_what, value) => {
    expect(documentOf(read(operation(value))).paths['/x'].get).toMatchObject(value);
  });

  test('in the examples of Swagger 2 is data', () => {
    const text = JSON.stringify({
      swagger: '2.0',
      info: { title: 'A', version: '1' },
      definitions: { A: { default: ref } },
      paths: { '/x': { get: { responses: { 200: { description: 'A', examples: media(ref) } } } } },
    });
    expect(problemOf(text)).toHaveProperty('specification');
  });

  test.each([
    ['a response named default', { responses: { default: ref } }],
    ['a header named x-rate', { responses: { 200: { description: 'A', headers: { 'x-rate': ref } } } }],
    [
      'a property named example',
      { parameters: [{ name: 'a', in: 'query', schema: { properties: { example: ref, enum: {} } } }] },
    ],
    ['an example among others', { requestBody: { content: media({ examples: { a: ref } }) } }],
    ['a callback', { callbacks: { done: { '{$request.body#/url}': ref } } }],
  ])('of %s is followed', (_what, value) => {
    expect(problemOf(JSON.stringify(operation(value)))).toEqual({ missing: [ref.$ref] });
  });

  test('that nothing reaches is not fetched', () => {
    const document = spec({ paths: { '/x': { $ref: './paths.json#/x' } } });
    const other = { x: { get: { summary: 'Here' } }, unused: ref };
    const result = readSpecification('spec', [
      { url: 'https://example.org/a.json', text: JSON.stringify(document) },
      { url: 'https://example.org/paths.json', text: JSON.stringify(other) },
    ]);
    expect(result).toHaveProperty('specification');
  });

  test('is relative to where redirects led, or to `$self`', () => {
    const paths = { paths: { '/x': { $ref: './paths.json#/x' } } };
    const missing = (document: object, foundAt?: string) =>
      readSpecification('spec', [
        {
          url: 'https://example.org/latest',
          ...(foundAt !== undefined && { foundAt }),
          text: JSON.stringify(document),
        },
      ]);
    expect(missing(spec(paths))).toEqual({ missing: ['https://example.org/paths.json'] });
    expect(missing(spec(paths), 'https://cdn.example.net/v2/openapi.json')).toEqual({
      missing: ['https://cdn.example.net/v2/paths.json'],
    });
    expect(missing({ ...spec(paths), openapi: '3.2.0', $self: '/v3/api.json' })).toEqual({
      missing: ['https://example.org/v3/paths.json'],
    });
  });

  test('gives bodies, responses, parameters, headers and examples their texts', () => {
    const to = (name: string) => ({ $ref: `#/components/${name}` });
    const result = read(
      operation(
        {
          summary: 'Add',
          parameters: [to('parameters/Limit')],
          requestBody: { ...to('requestBodies/New'), description: 'Said here' },
          responses: {
            201: to('responses/Created'),
            '4XX': to('responses/Wrong%20input'),
            default: to('responses/A~1b'),
          },
        },
        {
          components: {
            parameters: { Limit: { name: 'limit', in: 'query', description: 'At most' } },
            requestBodies: {
              New: {
                description: 'Said there',
                content: { ...media({ examples: { cat: to('examples/Cat') } }), 'text/csv': {} },
              },
            },
            responses: {
              Created: { description: 'It lives here', headers: { Location: to('headers/Place') } },
              'Wrong input': { description: 'It is refused' },
              'A/b': { $ref: '#/components/responses/Created', description: 'Another' },
            },
            headers: { Place: { description: 'Where it lives' } },
            examples: { Cat: { summary: 'A cat' } },
          },
        },
      ),
    );
    for (const text of [
      '`limit` (query) At most',
      'Body: `application/json`, `text/csv` Said here',
      '`cat` A cat',
      '* `201` It lives here\n  * `Location` Where it lives',
      '* `4XX` It is refused',
      '* `default` Another',
    ])
      expect(textOf(result)).toContain(text);
    expect(partOf(result, 'Add')).toMatchObject({
      parameters: [{ name: 'limit', description: 'At most' }],
      requestBody: {
        description: 'Said here',
        contentTypes: ['application/json', 'text/csv'],
        examples: [{ name: 'cat', description: 'A cat' }],
      },
      responses: [
        { status: '201', description: 'It lives here', headers: [{ name: 'Location', description: 'Where it lives' }] },
        { status: '4XX', description: 'It is refused' },
        { status: 'default', description: 'Another' },
      ],
    });
  });
});

describe('an operation', () => {
  test('replaces a parameter of its path, which is shown once', () => {
    const parameter = (name: string, place: string, description: string) => ({ name, in: place, description });
    const result = read(
      spec({
        paths: {
          '/x/{id}': {
            parameters: [
              parameter('id', 'path', 'Any id'),
              parameter('trace', 'header', 'Of the path'),
              { $ref: '#/components/parameters/P' },
            ],
            get: {
              summary: 'Get',
              parameters: [
                parameter('id', 'path', 'A number'),
                parameter('id', 'query', 'Elsewhere'),
                parameter('p', 'query', 'Own'),
              ],
            },
            put: { summary: 'Put' },
          },
        },
        components: { parameters: { P: parameter('p', 'query', 'Shared') } },
      }),
    );
    const shown = (title: string) =>
      partOf(result, title).parameters.map((one: any) => `${one.in} ${one.name}: ${one.description}`);
    expect(shown('Get')).toEqual([
      'path id: A number',
      'header trace: Of the path',
      'query p: Own',
      'query id: Elsewhere',
    ]);
    expect(shown('Put')).toEqual(['path id: Any id', 'header trace: Of the path', 'query p: Shared']);
    expect(textOf(result).match(/`id` \(path/g)).toHaveLength(2);
  });

  test('with several tags stands on the page of each once', () => {
    const { pages, parts } = read(
      spec({
        tags: [{ name: 'Pets' }, { name: 'Admin' }],
        paths: { '/x': { post: { summary: 'Add', tags: ['Admin', 'Pets', 'Admin'] } } },
      }),
    );
    expect(pages.map(({ title, markdown }) => [title, markdown.match(/## Add/g)?.length])).toEqual([
      ['API', undefined],
      ['Pets', 1],
      ['Admin', 1],
    ]);
    expect(parts).toHaveLength(1);
  });

  test('of a path that refers to another file keeps its own members', () => {
    const files = [
      {
        url: 'https://example.org/a.json',
        text: JSON.stringify(spec({ paths: { '/x': { $ref: './x.json', put: { summary: 'Own put' } } } })),
      },
      {
        url: 'https://example.org/x.json',
        text: JSON.stringify({
          parameters: [{ name: 'p', in: 'query' }],
          get: { $ref: '#/more' },
          more: { summary: 'Their get' },
        }),
      },
    ];
    const result = readSpecification('spec', files);
    if (!('specification' in result)) throw new Error(JSON.stringify(result));
    expect(result.specification.parts.map(({ title }) => title).toSorted()).toEqual(['Own put', 'Their get']);
    expect(partOf(result.specification, 'Own put').parameters).toHaveLength(1);
  });
});
