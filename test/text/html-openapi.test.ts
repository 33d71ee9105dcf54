import { describe, expect, it } from 'vitest';
import { compileSpecParts, readOpenApiParts } from '../../src/text/html/openapi/read-parts.ts';
import { readSpecification } from '../../src/text/openapi-specs/read-specification.ts';
import { fill, problemsOfHtml } from './html-checks.ts';
import { read, spec } from './openapi-documents.ts';

const node = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
};
const document = spec({
  servers: [{ url: 'https://api.example.org/v2' }],
  security: [{ bearer: [] }, { key: [] }],
  paths: {
    '/nodes/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        summary: 'Read',
        responses: {
          200: {
            description: 'A node',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
          },
        },
      },
      put: {
        security: [],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Named' }, example: { name: 'x' } } },
        },
        responses: { default: { description: 'Done' } },
      },
    },
    '/other': { get: { responses: {} } },
  },
  webhooks: { changed: { post: { responses: { 200: { description: 'Thanks' } } } } },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } } },
    schemas: {
      Node: node,
      Named: {
        description: 'Has a *name*',
        allOf: [{ $ref: '#/components/schemas/Node' }, { properties: { mark: { enum: [1, 2] } } }],
      },
    },
  },
});
const { filesJson } = read(document);

describe('the parts of a specification', () => {
  it('are an operation with its schemas, where one within itself is cut', () => {
    const [operation] = readOpenApiParts(filesJson, { part: 'operation', names: ['get /nodes/{id}'] });
    expect(operation).toMatchObject({
      title: 'Read',
      path: '/nodes/{id}',
      server: 'https://api.example.org/v2',
      security: ['bearer', 'key'],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      responses: [
        {
          status: '200',
          description: 'A node',
          schema: { title: 'Node', properties: { children: { type: 'array', items: { title: 'Node' } } } },
        },
      ],
    });
  });

  it('are schemas by their names, whose parts are joined', () => {
    expect(readOpenApiParts(filesJson, { part: 'schemas', names: ['Named', 'constructor', 'None'] })).toMatchObject([
      {
        name: 'Named',
        description: 'Has a *name*',
        schema: { required: ['name'], properties: { name: { type: 'string' }, mark: { enum: [1, 2] } } },
      },
    ]);
  });

  it.each([
    ['a webhook', 'webhook', 'post changed', 'Thanks'],
    [
      'an operation with an example of its body',
      'operation',
      'put /nodes/{id}',
      '<span class="hljs-string">&quot;x&quot;</span>',
    ],
  ] as const)('are compiled to HTML: %s', (_what, part, name, words) => {
    const [[compiled, ...more] = []] = compileSpecParts(filesJson, [{ part, names: [name, 'get /none'] }]);
    const html = fill(compiled!).html.html;
    expect(more).toEqual([]);
    expect(html).toContain(words);
    expect(problemsOfHtml(html)).toEqual([]);
  });

  it('follow references to other files', () => {
    const files = [
      {
        url: 'https://example.org/api.json',
        text: JSON.stringify(
          spec({ paths: { '/a': { get: { parameters: [{ $ref: 'parts.json#/p' }], responses: {} } } } }),
        ),
      },
      {
        url: 'https://example.org/parts.json',
        text: JSON.stringify({ p: { name: 'p', in: 'query', schema: { $ref: '#/s' } }, s: { type: 'integer' } }),
      },
    ];
    const result = readSpecification('spec', files);
    if (!('specification' in result)) throw new Error(JSON.stringify(result));
    const [operation] = readOpenApiParts(result.specification.filesJson, { part: 'operation', names: ['get /a'] });
    expect(operation).toMatchObject({ parameters: [{ name: 'p', schema: { type: 'integer', title: 's' } }] });
  });
});

describe('what the schemas of an operation say', () => {
  const content = (schema: object) => ({ schema });
  const choices = spec({
    paths: {
      '/animals': {
        post: {
          requestBody: {
            content: {
              'application/json': content({
                allOf: [
                  { type: 'object', properties: { name: { type: 'string', description: 'Common name' } } },
                  { oneOf: [{ $ref: '#/components/schemas/Cat' }, { required: ['barks'] }] },
                  { anyOf: [{ title: 'Old', description: 'Old animals' }] },
                  { anyOf: [{ title: 'Small', description: 'Small animals' }] },
                ],
              }),
              'text/json': content({ $ref: '#/components/schemas/Cat' }),
              'multipart/form-data': content({
                type: 'object',
                properties: { picture: { type: 'string', description: 'File part' } },
                patternProperties: { '^x-': { description: 'Own members' } },
              }),
            },
          },
          responses: {
            200: {
              description: 'Done',
              content: {
                'application/json': content({
                  type: 'object',
                  properties: {
                    extra: { type: 'object', additionalProperties: { type: 'integer', description: 'Any value' } },
                    tags: { type: 'array', items: { description: 'A tag', enum: ['wild', 'tame'] } },
                  },
                }),
                'text/event-stream': {
                  itemSchema: {
                    type: 'object',
                    properties: { data: { type: 'string', description: 'One of a stream' } },
                  },
                },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Cat: {
          type: 'object',
          description: 'Naps all day',
          properties: {
            kind: { const: 'cat' },
            kittens: { type: 'array', items: { $ref: '#/components/schemas/Cat' } },
          },
        },
      },
    },
  });
  const texts = [
    'Common name',
    'Naps all day',
    'kittens',
    'barks',
    'Old animals',
    'Small animals',
    'File part',
    'Own members',
    'Any value',
    'A tag',
    'wild',
    'One of a stream',
  ];

  it('is on its page: each content type, the branches of unions, other properties, items', () => {
    const [[compiled] = []] = compileSpecParts(read(choices).filesJson, [
      { part: 'operation', names: ['post /animals'] },
    ]);
    expect(compiled).toBeDefined();
    if (!compiled) return;
    const html = fill(compiled).html.html;
    expect(problemsOfHtml(html)).toEqual([]);
    expect(texts.filter((text) => !html.includes(text))).toEqual([]);
    expect(html).toContain('<summary><code>multipart/form-data</code></summary>');
    expect(html.split('Common name')).toHaveLength(2);
  });

  it('is in its text for search, print and machines', () => {
    const { parts } = read(choices);
    const markdown = parts.find(({ data }) => data['path'] === '/animals')?.markdown ?? '';
    expect(texts.filter((text) => text !== 'barks' && !markdown.includes(text))).toEqual([]);
    expect(markdown).toContain('* `name` Common name');
    expect(markdown).toContain('  * `tags[]` A tag `wild`, `tame`');
  });
});
