import { describe, expect, it } from 'vitest';
import { readFrontMatter, splitFrontMatter } from '../../src/text/markdown/front-matter.ts';

describe('readFrontMatter', () => {
  const matter = (yaml: string) => readFrontMatter(`---\n${yaml}\n---\n# Body`);

  it('front matter gives a page its title, description, icon and layout', () => {
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

  it('front matter sets an emoji only if it is one', () => {
    expect(matter('emoji: ❤').emoji).toBe('❤️');
    expect(matter('emoji: rocket').emoji).toBeUndefined();
  });

  it('front matter sets a cover for light and for dark mode', () => {
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
  it.each(bombs)('front matter such as %.40j is ignored and never throws', (yaml) => {
    const { values, warning } = matter(yaml);
    expect(warning === undefined || Object.keys(values).length === 0).toBe(true);
    expect(JSON.stringify(values).length).toBeLessThan(1000);
  });

  it('front matter never yields text that cannot be stored', () => {
    const { values, title } = matter('title: "a\\0b\\ud800c\\nd"\n__proto__: { x: 1 }\nn: .inf\nk: "\\0"');
    expect(title).toBe('a\uFFFDb\uFFFDc d');
    expect(values).toEqual({ title: 'a\uFFFDb\uFFFDc\nd', n: null, k: '\uFFFD' });
  });

  it('front matter needs both fences and ends at the first closing one', () => {
    expect(splitFrontMatter('---\na: 1\n---\nb\n---\n')).toEqual({ yaml: 'a: 1\n', body: 'b\n---\n', bodyStart: 13 });
    expect(splitFrontMatter('---\r\na: 1\r\n--- \r\nb').body).toBe('b');
    expect(splitFrontMatter('---\na: 1\n---').body).toBe('');
    for (const markdown of ['---\na: 1\n', '\n---\na: 1\n---\n', '----\na\n----\n', 'x', ''])
      expect(splitFrontMatter(markdown)).toEqual({ yaml: null, body: markdown, bodyStart: 0 });
  });
});
