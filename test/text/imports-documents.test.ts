import { describe, expect, it } from 'vitest';
import { headingAnchors, readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';
import { scanTags } from '../../src/text/markdown/html-tags.ts';
import { createLocator } from '../../src/text/imports/links/locator.ts';
import { allOr, allOrTenth, isWhole } from '../setup/size.ts';
import { fc } from '../setup/properties.ts';
import { mainThreadMs } from '../setup/thread-time.ts';

const found = (markdown: string) =>
  readMarkdownFacts(markdown).urls.map(({ url, start, end, image }) => [url, markdown.slice(start, end), image]);

describe('readMarkdownFacts', () => {
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
  it.each(cases)('the address in %s is found with its offsets', (_, markdown, expected) => {
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
  it.each(none)('no address is found in %s', (_, markdown) => {
    expect(found(markdown)).toEqual([]);
  });

  it('offsets of addresses are in order and enclose the address, for any text', () => {
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
        for (const { start, end } of readMarkdownFacts(markdown).urls) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(markdown.length);
          last = start;
        }
      }),
      { numRuns: allOrTenth(300) },
    );
  });

  it('anchors of headings equal those of GitHub, and explicit ids follow them', () => {
    const markdown = '# Héllo `code` & *more*\n## A <a id="own"></a>\n## A\n### ![x](y) Z {#given}\n<a name="old"></a>';
    expect(readMarkdownFacts(markdown).anchors).toEqual([
      'héllo-code--more',
      'a',
      'a-1',
      'z-given',
      'own',
      'given',
      'old',
    ]);
    expect(headingAnchors(markdown)).toEqual(['héllo-code--more', 'a', 'a-1', 'z-given']);
  });

  it('only a first heading of level 1 is the title of a text', () => {
    expect(readMarkdownFacts('text\n\n# One\n\n# Two').heading).toBe('One');
    expect(readMarkdownFacts('Set\n===').heading).toBe('Set');
    expect(readMarkdownFacts('## Sub\n\n# One').heading).toBeUndefined();
    expect(readMarkdownFacts('<h1 align="center">A <b>b</b></h1>\n\n# One')).toMatchObject({
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
  it.each(hostile)('reading half a megabyte of %s stops at its time limit with a warning', (_, markdown) => {
    const before = mainThreadMs();
    expect(readMarkdownFacts(markdown, 100).warning).toMatch(/^Its links could not be read: /);
    expect(mainThreadMs() - before).toBeLessThan(2_000);
  });

  it('links within links are refused long before a text has half a megabyte', () => {
    for (const open of ['[', '!['])
      expect(readMarkdownFacts(`${open.repeat(5_000)}x${'](a)'.repeat(5_000)}`, 500).warning).toMatch(
        /too large or too complex/,
      );
  });

  it('emphasis that nests deeper than the stack does not end the process', () => {
    const deep = `${'*a **b '.repeat(allOr(1_500, 500))}${'** c* '.repeat(allOr(1_500, 500))}`;
    expect(readMarkdownFacts(deep).urls).toEqual([]);
    const many = 'A **bold**, *slanted* (__strong__) `x` and 2*3 or a_b_c. '.repeat(400);
    expect(readMarkdownFacts(many).warning).toBeUndefined();
  });

  it.runIf(isWhole)('five thousand links of a text are followed, and a warning says that there are more', () => {
    const { urls, warning } = readMarkdownFacts('[a](b)\n\n'.repeat(5_001), 60_000);
    expect([urls.length, warning]).toEqual([5_000, 'Only its first 5000 links are followed']);
  });

  it('common documents are parsed within their time limit', () => {
    const count = allOr(1_000, 200);
    const list = Array.from({ length: 3 * count }, (_, index) => `- [Item *${index}*](page-${index}.md) – words`).join(
      '\n',
    );
    const table = `|a|b|\n|-|-|\n${'|[x](y)|**z**|\n'.repeat(2 * count)}`;
    const prose = 'A sentence with **bold** and [a link](b.md) in it.\n\n'.repeat(5 * count);
    for (const text of [list, table, prose, '---\n***\n___\n'])
      expect(readMarkdownFacts(text, 60_000).warning ?? 'Only its first').toMatch(/^Only its first/);
  });
});

describe('scanTags', () => {
  it('scanning for tags takes time that grows linearly with the length', () => {
    for (const piece of ['<', '<a ', '<!--', "<a b='", '<a b=', '< ', '<script>', '</', '<a b = '])
      expect([...scanTags(piece.repeat(200_000))].length).toBeLessThanOrEqual(200_000);
  });
});

describe('createLocator', () => {
  const paths = [
    'docs/Guide.md',
    'docs/v1.2.md',
    'docs/03-core/05-text.md',
    'docs/1-same.md',
    'docs/2-same.md',
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
    ['no extension after inner dots', 'v1.2', 'docs/v1.2.md'],
    ['no numbers', 'core/text', 'docs/03-core/05-text.md'],
    ['a folder without its number, from the top', '/core/text.md#x', 'docs/03-core/05-text.md', 'x'],
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
  it.each(inside)('a link in an archive resolves to its page or file: %s', (_, url, path, anchor) => {
    expect(locate('docs/from.md', url)).toEqual({ kind: 'inside', path, ...(anchor !== undefined && { anchor }) });
  });

  it.each(['https://a.b/c', 'HTTP://a.b', 'mailto:a@b.c', 'tel:+1', 'data:image/png;base64,AA'])(
    'the address %s stays as it is',
    (url) => {
      expect(locate('docs/from.md', url)).toEqual({ kind: 'outside', url });
    },
  );

  it('an address with a host but no scheme is read as https', () => {
    expect(locate('docs/from.md', '//a.b/c')).toEqual({ kind: 'outside', url: 'https://a.b/c' });
  });

  const nowhere = [
    'gone.md',
    'same.md',
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
  it.each(nowhere)('the link %j of an archive has no target', (url) => {
    expect(locate('docs/from.md', url)).toEqual({ kind: 'nowhere' });
  });
});
