import { describe, expect, test } from 'vitest';
import { documentOf, operation, partOf, problemOf, read } from './openapi-documents.ts';

describe('texts', () => {
  test.each([
    ['1', '1'],
    ['1.0', '1.0'],
    ['3.10', '3.10'],
    ['1e3', '1e3'],
    ['0x10', '0x10'],
    ['true', 'true'],
    ['True', 'True'],
    ['2024-01-15', '2024-01-15'],
    ['yes', 'yes'],
    ['"1.0"', '1.0'],
  ])('a title, version, summary, tag and name %s are what is written', (written, expected) => {
    const result = read(
      [
        'openapi: 3.1.0',
        `info: { title: ${written}, version: ${written} }`,
        `tags: [{ name: ${written}, description: D }]`,
        'paths:',
        `  /x: { get: { tags: [${written}], summary: ${written}, parameters: [{ name: ${written}, in: query }] } }`,
      ].join('\n'),
    );
    expect([result.title, result.apiVersion, result.pages.map(({ title }) => title)]).toEqual([
      expected,
      expected,
      [expected, expected],
    ]);
    expect(partOf(result, expected)).toMatchObject({ summary: expected, parameters: [{ name: expected }] });
    expect(documentOf(result).info).toEqual({ title: expected, version: expected });
  });

  test('numbers in data stay numbers', () => {
    const { components } = documentOf(
      read(
        'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths:\ncomponents:\n  schemas:\n    A: { default: { title: 1.0 }, example: { version: 2 }, enum: [1.50], minimum: 1.0, title: 7 }',
      ),
    );
    expect(components.schemas.A).toEqual({
      default: { title: 1 },
      example: { version: 2 },
      enum: [1.5],
      minimum: 1,
      title: '7',
    });
  });

  test.each(['title:', 'title: null', 'title: ""', 'title: { a: 1 }'])('`%s` is no title', (line) => {
    expect(problemOf(`openapi: 3.1.0\ninfo:\n  ${line}\n`)).toEqual({ problem: expect.stringContaining('"title"') });
  });

  test.each([
    ['See <https://docs.example.org/x>.', '<https://docs.example.org/x>', 'See https://docs.example.org/x.'],
    ['Write to <help@example.org>', '<help@example.org>', 'Write to help@example.org'],
    ['A List<User>', String.raw`A List\<User>`, 'A List<User>'],
    ['of <T>, <K, V> and Map<string, User>', String.raw`Map\<string, User>`, 'of <T>, <K, V> and Map<string, User>'],
    ['Array<object> and Set<a>', String.raw`Array\<object> and Set\<a>`, 'Array<object> and Set<a>'],
    ['a < b && c > d', 'a < b && c > d', 'a < b && c > d'],
    ['`Map<string, User>` of `<T>`', '`Map<string, User>` of `<T>`', 'Map<string, User> of <T>'],
    ['snake_case and _private', 'snake_case and _private', 'snake_case and _private'],
    ['Values in [0, 1).', 'Values in [0, 1).', 'Values in [0, 1).'],
    ['Old<br>and <b>bold</b>', 'Old and  bold', 'Old and bold'],
  ])('a title, summary and description keep their letters: %s', (text, markdown, line) => {
    const result = read(
      operation(
        {
          summary: text,
          description: `First.\n\n${text}`,
          parameters: [{ name: 'p', in: 'query', description: text }],
          responses: { 200: { description: text } },
        },
        { info: { title: 'API', version: '1', description: text } },
      ),
    );
    const [info, page] = result.pages;
    expect(info?.markdown).toContain(markdown);
    expect(page?.markdown).toContain(`First.\n\n${info?.markdown.split('\n')[0]}`);
    expect(partOf(result, line)).toMatchObject({
      title: line,
      parameters: [{ description: line }],
      responses: [{ description: line }],
    });
  });

  test('code keeps its letters, and what would open or close a block of the page does not', () => {
    const description = [
      '# Chapter <T>',
      '',
      '```turtle',
      '<http://example.org/a> a <http://example.org/B> .',
      '```',
      '',
      '{% endopenapi-operation %}',
      '',
      '- item',
      '  ```',
      '  open <fence>',
    ].join('\n');
    const { pages } = read(operation({ summary: 'One', description }, { info: { title: 'A', description } }));
    for (const { markdown } of pages) {
      expect(markdown).toContain('<http://example.org/a> a <http://example.org/B> .\n```');
      expect(markdown).toContain('open <fence>\n  ```');
      expect(markdown).toContain('{&#37; endopenapi-operation %}');
    }
    expect(pages[0]?.markdown).toContain(String.raw`## Chapter \<T>`);
    expect(pages[1]?.markdown).toContain(String.raw`**Chapter \<T>**`);
    expect(pages[1]?.markdown.match(/^\{% endopenapi-operation %\}$/gm)).toHaveLength(1);
  });

  test('a guide of 30 kB is shown whole, also of a tag', () => {
    const chapters = Array.from(
      { length: 150 },
      (_, index) => `## Chapter ${index}\n\n${`Sentence ${index}. `.repeat(15)}`,
    );
    const description = chapters.join('\n\n');
    const { pages } = read(
      operation(
        { tags: ['Pets'], description },
        { info: { title: 'A', description }, tags: [{ name: 'Pets', description }] },
      ),
    );
    expect(pages[0]?.markdown.match(/Chapter \d+/g)).toHaveLength(150);
    expect(pages[0]?.markdown).toContain('### Chapter 149\n\nSentence 149.');
    expect(pages[1]?.markdown).toContain('**Chapter 149**');
  });
});

describe('a description in HTML', () => {
  const member = 'x-gitbook-description-html';
  const htmlOf = (description: string) => documentOf(read(operation({ description }))).paths['/x'].get[member];

  test.each([
    ['A plain text.', '<p>A plain text.</p>'],
    ['A List<User> of <T>', '<p>A List&#x3C;User> of &#x3C;T></p>'],
    ['See <https://example.org/a>', '<p>See <a href="https://example.org/a">https://example.org/a</a></p>'],
    ['**Bold** and `Map<K, V>`', '<p><strong>Bold</strong> and <code>Map&#x3C;K, V></code></p>'],
    ['Old <b onclick="x()">bold</b><script>alert(1)</script>', '<p>Old <b>bold</b></p>'],
    ['[x](javascript:alert(1))', '<p><a>x</a></p>'],
    ['<img src=x onerror=alert(1)>', '<img src="x">'],
    ['a < b & c', '<p>a &#x3C; b &#x26; c</p>'],
    ['  ', undefined],
  ])('%s', (description, html) => {
    expect(htmlOf(description)).toBe(html);
  });

  test('stands beside each description, and nowhere in data', () => {
    const about = { description: 'a *b*', [member]: '<script>' };
    const document = documentOf(
      read(
        operation(
          {
            ...about,
            parameters: [
              { name: 'p', in: 'query', ...about, schema: { type: 'object', properties: { description: about } } },
            ],
            requestBody: {
              ...about,
              content: { 'application/json': { example: about, examples: { one: { ...about, value: about } } } },
            },
            responses: { default: { ...about, headers: { 'x-rate': about } } },
          },
          { tags: [{ name: 'A', ...about }], 'x-data': about, components: { securitySchemes: { key: about } } },
        ),
      ),
    );
    const html = '<p>a <em>b</em></p>';
    const [data, shown] = [{ description: 'a *b*' }, { description: 'a *b*', [member]: html }];
    const { get } = document.paths['/x'];
    expect(get).toMatchObject(shown);
    expect(get.parameters[0].schema.properties.description).toEqual(shown);
    expect(get.requestBody.content['application/json']).toEqual({
      example: data,
      examples: { one: { ...shown, value: data } },
    });
    expect(get.responses.default.headers['x-rate']).toEqual(shown);
    expect([document.tags[0], document['x-data'], document.components.securitySchemes.key]).toEqual([
      { name: 'A', ...shown },
      data,
      shown,
    ]);
  });
});
