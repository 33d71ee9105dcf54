import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headingAnchors, readDocument } from '../../src/domain/imports/document.ts';
import { readFrontMatter, splitFrontMatter } from '../../src/domain/imports/front-matter.ts';
import { scanTags } from '../../src/domain/imports/html-tags.ts';
import { createLocator } from '../../src/domain/imports/locator.ts';
import { parseProblem } from '../../src/domain/imports/parse-budget.ts';

const found = (markdown: string) =>
  readDocument(markdown).urls.map(({ url, start, end, image }) => [url, markdown.slice(start, end), image]);

describe('readDocument(markdown)', () => {
  const cases: [string, string, [string, string, boolean][]][] = [
    ['a link', '[a](./b.md "t")', [['./b.md', './b.md', false]]],
    ['a link in brackets', '[a](<b c.md>)', [['b c.md', 'b c.md', false]]],
    ['escapes and references', '[a](b\\_c&amp;d.md)', [['b_c&d.md', 'b\\_c&amp;d.md', false]]],
    ['an image', '![a](i.png)', [['i.png', 'i.png', true]]],
    [
      'an image in a link',
      '[![a](i.png)](b.md)',
      [
        ['i.png', 'i.png', true],
        ['b.md', 'b.md', false],
      ],
    ],
    ['a definition', '[a][x]\n\n[x]: <b.md> "t"', [['b.md', 'b.md', false]]],
    ['a definition of an image', '![a][X]\n\n[x]: i.png', [['i.png', 'i.png', true]]],
    ['a definition over two lines', '[x]\n\n[x]:\n    #y', [['#y', '#y', false]]],
    ['an autolink', '<https://a.b/c>', [['https://a.b/c', 'https://a.b/c', false]]],
    ['a bare address', 'see www.a.b.', [['http://www.a.b', 'www.a.b', false]]],
    ['HTML in a line', 'x <a href="b.md">y</a>', [['b.md', 'b.md', false]]],
    ['HTML in a block', '<p>\n<img alt=x src=i.png>\n</p>', [['i.png', 'i.png', true]]],
    ['HTML with references', '<a href="b.md?x=1&amp;y=2">z</a>', [['b.md?x=1&y=2', 'b.md?x=1&amp;y=2', false]]],
    ['a quote in a list', '- > [a](\n  > b.md)', [['b.md', 'b.md', false]]],
    ['a table', '|a|\n|-|\n|[x](b.md)|', [['b.md', 'b.md', false]]],
    ['a block tag', '{% file src="a_b_c.pdf" %}', [['a_b_c.pdf', 'a_b_c.pdf', false]]],
    ['behind front matter', '---\na: "[x](y)"\n---\n[a](b.md)', [['b.md', 'b.md', false]]],
    ['behind characters of two units', '😀 [a](b.md)', [['b.md', 'b.md', false]]],
    ['with Windows line ends', 'x\r\n\r\n[a](b.md)\r\n', [['b.md', 'b.md', false]]],
  ];
  it.each(cases)('finds %s and where its letters stand', (_, markdown, expected) => {
    expect(found(markdown)).toEqual(expected);
  });

  const none: [string, string][] = [
    ['code', '`[a](b.md)`'],
    ['a fence', '```\n[a](b.md)\n<img src=x>\n```'],
    ['indented code', 'x\n\n    [a](b.md)'],
    ['a comment', '<!-- <img src="x.png"> [a](b) -->'],
    ['a script', '<script>\n"<img src=x>"\n</script>'],
    ['an escape', '\\[a](b.md)'],
    ['an empty address', '[a]()'],
  ];
  it.each(none)('finds nothing in %s', (_, markdown) => {
    expect(found(markdown)).toEqual([]);
  });

  it('gives spans inside the text, in order, for any text', () => {
    const pieces = [
      '[a](',
      'b.md',
      ')',
      '![',
      '<img src="',
      '">',
      '`',
      '\n',
      '> ',
      '- ',
      '|',
      '<!--',
      'x',
      '*',
      '😀',
      '[r]: ',
      '\r\n',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const markdown = parts.join('');
        let last = 0;
        for (const { start, end } of readDocument(markdown).urls) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(markdown.length);
          last = start;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lists heading anchors as GitHub makes them, then ids set by hand', () => {
    const markdown = '# Héllo `code` & *more*\n## A <a id="own"></a>\n## A\n### ![x](y) Z {#given}\n<a name="old"></a>';
    expect(readDocument(markdown).anchors).toEqual(['héllo-code--more', 'a', 'a-1', 'z-given', 'own', 'given', 'old']);
    expect(headingAnchors(markdown)).toEqual(['héllo-code--more', 'a', 'a-1', 'z-given']);
  });

  it('takes a first heading of level 1 for the title, not a later one', () => {
    expect(readDocument('text\n\n# One\n\n# Two').heading).toBe('One');
    expect(readDocument('Set\n===').heading).toBe('Set');
    expect(readDocument('## Sub\n\n# One').heading).toBeUndefined();
    expect(readDocument('<h1 align="center">A <b>b</b></h1>\n\n# One')).toMatchObject({
      heading: 'One',
      htmlHeading: 'A b',
    });
  });

  const hostile: [string, string][] = [
    ['quotes', '>'.repeat(500_000)],
    ['lists', '- '.repeat(250_000)],
    ['brackets', '['.repeat(500_000)],
    ['images', '![a]('.repeat(100_000)],
    ['links within links', `${'['.repeat(80_000)}x${'](a)'.repeat(80_000)}`],
    ['images within images', `${'!['.repeat(80_000)}x${'](a)'.repeat(80_000)}`],
    ['emphasis', '*a_ '.repeat(125_000)],
    ['emphasis in emphasis', `${'*a **b '.repeat(40_000)}${'** c* '.repeat(40_000)}`],
    ['emphasis under a false table', `a\n${'|*a_ *a_ *a_\n'.repeat(40_000)}`],
    ['strikethrough', '~~a'.repeat(150_000)],
    ['backticks', Array.from({ length: 1500 }, (_, index) => '`'.repeat(index + 1)).join(' ')],
    ['a wide table', `${'|a'.repeat(100_000)}\n${'|-'.repeat(100_000)}\n`],
    ['deep lists', Array.from({ length: 700 }, (_, index) => `${' '.repeat(index * 2)}- a`).join('\n')],
    ['definitions', Array.from({ length: 60_000 }, (_, index) => `[a${index}]: b`).join('\n\n')],
  ];
  it.each(hostile)('answers within two seconds, with a warning, for half a megabyte of %s', (_, markdown) => {
    const before = process.cpuUsage();
    expect(readDocument(markdown).warning).toMatch(/^Its links could not be read: /);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  it('refuses what links within links make slow, long before it is half a megabyte', () => {
    for (const open of ['[', '!['])
      expect(readDocument(`${open.repeat(5_000)}x${'](a)'.repeat(5_000)}`).warning).toMatch(
        /too large or too intricate/,
      );
  });

  it('refuses emphasis that nests deeper than a stack, and takes a paragraph full of it', () => {
    const deep = `${'*a **b '.repeat(1_500)}${'** c* '.repeat(1_500)}`;
    expect(parseProblem(deep)).toBe('emphasis is nested more than 500 deep');
    expect(parseProblem('A **bold**, *slanted* (__strong__) `x` and 2*3 or a_b_c. '.repeat(400))).toBeNull();
  });

  it('follows five thousand links, and says that there are more', () => {
    const { urls, warning } = readDocument('[a](b)\n\n'.repeat(5_001));
    expect([urls.length, warning]).toEqual([5_000, 'Only its first 5000 links are followed']);
  });

  it('finds common documents worth parsing', () => {
    const list = Array.from({ length: 3000 }, (_, index) => `- [Item *${index}*](page-${index}.md) – words`).join('\n');
    const table = `|a|b|\n|-|-|\n${'|[x](y)|**z**|\n'.repeat(2000)}`;
    const prose = 'A sentence with **bold** and [a link](b.md) in it.\n\n'.repeat(5000);
    expect([list, table, prose, '---\n***\n___\n'].map((text) => parseProblem(text))).toEqual([null, null, null, null]);
  });
});

describe('scanTags(source)', () => {
  it('takes a time that grows with the length alone', () => {
    for (const piece of ['<', '<a ', '<!--', "<a b='", '<a b=', '< ', '<script>', '</', '<a b = '])
      expect([...scanTags(piece.repeat(200_000))].length).toBeLessThanOrEqual(200_000);
  });
});

describe('createLocator(paths, root)', () => {
  const paths = [
    'docs/Guide.md',
    'docs/a b.md',
    'docs/Sub/README.md',
    'docs/Sub/deep/x.md',
    'docs/über.md',
    'docs/page.html',
    'docs/100%.md',
    'img/Pic.PNG',
    'docs/c#.md',
    'docs/sub2/x.md',
    'docs/Case.md',
    'docs/case.md',
  ];
  const locate = createLocator(paths, 'docs/');
  const inside: [string, string, string, string?][] = [
    ['a sibling', 'Guide.md', 'docs/Guide.md'],
    ['a sibling with a dot', './Guide.md', 'docs/Guide.md'],
    ['an anchor', 'Guide.md#Part%20one', 'docs/Guide.md', 'Part one'],
    ['the page itself', '#x', 'docs/from.md', 'x'],
    ['a query', 'Guide.md?plain=1#x', 'docs/Guide.md', 'x'],
    ['no extension', './Guide', 'docs/Guide.md'],
    ['another case', 'guide.MD', 'docs/Guide.md'],
    ['one of two cases, exactly', 'case.md', 'docs/case.md'],
    ['the other of two cases', 'Case.md', 'docs/Case.md'],
    ['percent signs', 'a%20b.md', 'docs/a b.md'],
    ['a percent sign that means itself', '100%.md', 'docs/100%.md'],
    ['an encoded hash', 'c%23.md', 'docs/c#.md'],
    ['encoded letters', '%C3%BCber.md', 'docs/über.md'],
    ['another Unicode form', 'u\u0308ber.md', 'docs/über.md'],
    ['a folder with an index', 'Sub/', 'docs/Sub/README.md'],
    ['a folder with an index, no slash', 'Sub', 'docs/Sub/README.md'],
    ['an index by another name of its folder', 'sub/readme.md', 'docs/Sub/README.md'],
    ['a folder without an index', 'sub2', 'docs/sub2/'],
    ['a built page of a source', 'Guide.html', 'docs/Guide.md'],
    ['a source of a built page', 'page.md', 'docs/page.html'],
    ['the top of the archive', '/docs/Guide.md', 'docs/Guide.md'],
    ['the folder of the pages as top', '/Guide', 'docs/Guide.md'],
    ['a folder above', '../img/pic.png', 'img/Pic.PNG'],
    ['backslashes', '..\\img\\Pic.PNG', 'img/Pic.PNG'],
    ['steps that cancel out', 'Sub/../Sub/deep/x.md', 'docs/Sub/deep/x.md'],
  ];
  it.each(inside)('resolves %s', (_, url, path, anchor) => {
    expect(locate('docs/from.md', url)).toEqual({ kind: 'inside', path, ...(anchor !== undefined && { anchor }) });
  });

  it.each(['https://a.b/c', 'HTTP://a.b', 'mailto:a@b.c', 'tel:+1', 'data:image/png;base64,AA'])('leaves %s', (url) => {
    expect(locate('docs/from.md', url)).toEqual({ kind: 'outside', url });
  });

  it('reads an address without a scheme but with a host as https', () => {
    expect(locate('docs/from.md', '//a.b/c')).toEqual({ kind: 'outside', url: 'https://a.b/c' });
  });

  const nowhere = [
    'gone.md',
    '../../etc/passwd',
    '/../x.md',
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'vbscript:x',
    'file:///etc/passwd',
    'data:text/html,<script>',
    'C:\\x.md',
    '../../../docs/Guide.md',
    '%2e%2e/%2e%2e/Guide.md',
    'Guide.md/x',
    '\0index',
  ];
  it.each(nowhere)('finds nothing for %j', (url) => {
    expect(locate('docs/from.md', url)).toEqual({ kind: 'nowhere' });
  });
});

describe('readFrontMatter(markdown)', () => {
  const matter = (yaml: string) => readFrontMatter(`---\n${yaml}\n---\n# Body`);

  it('reads what a page can show', () => {
    const yaml = [
      'title: The title',
      'description: >-',
      '  Two',
      '  lines',
      'icon: book-open',
      "emoji: '1f600'",
      'hidden: true',
      'noIndex: true',
      'noRobotsIndex: false',
      'cover: .gitbook/assets/a b.png',
      'coverY: -12.5',
      'tags: [a, b]',
      'vars: { version: 2, name: x, on: true, bad name: y, deep: { a: 1 } }',
      'layout: { width: wide, cover: { visible: true, size: full }, title: { visible: false }, outline: false, x: 1 }',
    ];
    const { values, ...fields } = matter(yaml.join('\n'));
    expect(fields).toEqual({
      title: 'The title',
      description: 'Two lines',
      icon: 'book-open',
      emoji: '😀',
      hidden: true,
      noIndex: true,
      noRobotsIndex: false,
      cover: { url: '.gitbook/assets/a b.png', yPos: -12.5 },
      variables: { version: '2', name: 'x', on: 'true' },
      layout: { width: 'wide', cover: true, coverSize: 'full', title: false, outline: false },
    });
    expect(values).toMatchObject({ tags: ['a', 'b'], coverY: -12.5 });
  });

  it('takes for an emoji only what is one', () => {
    expect(matter('emoji: ❤').emoji).toBe('❤️');
    expect(matter('emoji: rocket').emoji).toBeUndefined();
  });

  it('reads a cover for light and dark', () => {
    expect(matter('cover: { light: a.png, dark: b.png }').cover).toEqual({ url: 'a.png', dark: 'b.png', yPos: 0 });
  });

  const bombs = [
    'a: [b',
    'a: 1\na: 2',
    '- a\n- b',
    'just text',
    '*x',
    'a: !!js/function x',
    `a: ${'['.repeat(20_000)}`,
    [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9)}]`),
    ].join('\n'),
    `a: ${'x'.repeat(70_000)}`,
    'a: &a [*a]',
  ];
  it.each(bombs)('ignores %.40j and never throws', (yaml) => {
    const { values, warning } = matter(yaml);
    expect(warning === undefined || Object.keys(values).length === 0).toBe(true);
    expect(JSON.stringify(values).length).toBeLessThan(1000);
  });

  it('lets nothing through that cannot be stored', () => {
    const { values, title } = matter('title: "a\\0b\\ud800c\\nd"\n__proto__: { x: 1 }\nn: .inf\nk: "\\0"');
    expect(title).toBe('a\uFFFDb\uFFFDc d');
    expect(values).toEqual({ title: 'a\uFFFDb\uFFFDc\nd', n: null, k: '\uFFFD' });
  });

  it('is not there without both fences, and ends at the first closing one', () => {
    expect(splitFrontMatter('---\na: 1\n---\nb\n---\n')).toEqual({ yaml: 'a: 1\n', body: 'b\n---\n', bodyStart: 13 });
    expect(splitFrontMatter('---\r\na: 1\r\n--- \r\nb').body).toBe('b');
    expect(splitFrontMatter('---\na: 1\n---').body).toBe('');
    for (const markdown of ['---\na: 1\n', '\n---\na: 1\n---\n', '----\na\n----\n', 'x', ''])
      expect(splitFrontMatter(markdown)).toEqual({ yaml: null, body: markdown, bodyStart: 0 });
  });
});
