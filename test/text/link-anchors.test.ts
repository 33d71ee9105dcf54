import { describe, expect, it } from 'vitest';
import { compileText } from '../../src/text/html/compile-text.ts';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';

const read = (markdown: string) => readMarkdownFacts(markdown)?.linkable ?? null;

describe('the anchors that links may name', () => {
  it.each([
    ['headings of Markdown', '# One\n\n## Two\n\n## Two'],
    ['headings in HTML', '<h1 align="center">Fastify</h1>\n\n## Part\n\nText'],
    ['headings in HTML with tags in them', '<h2><code>a.b()</code> and <em>more</em></h2>\n\n<h3 class="x">Next</h3>'],
    ['the same heading twice', '<h2>Again</h2>\n\n## Again\n\n<h2>Again</h2>'],
    ['an id of the author', '<h2 id="own">Words</h2>\n\n<a id="beside"></a>'],
    ['values in words and in code', '## Part\n\nHello {{ visitor.claims.name }}\n\n```vue\n<b>{{ text }}</b>\n```'],
    ['headings in code alone', '## Part\n\n```html\n<h4>\n  {{ title }}\n</h4>\n```'],
    ['expandables', '<details>\n\n<summary>More of it</summary>\n\nText\n\n</details>'],
  ])('are known from a text with %s, and are those that its page has', (_name, markdown) => {
    const known = read(markdown);
    const { ids, titleId } = compileText(markdown, {});
    const missing = [...ids, ...(titleId === undefined ? [] : [titleId])].filter((id) => !known?.includes(id));
    expect([known === null, missing]).toEqual([false, []]);
  });

  it.each([
    ['a heading over two lines', '<h2>\nTwo lines\n</h2>'],
    ['a letter by its name', '<h2>Q&amp;A</h2>'],
    ['an included text', '# One\n\n{% include "a.md" %}'],
    ['a value in a heading', 'Text\n\n> ## About {{ page.title }}'],
    ['a value in an underlined heading', 'About {{ page.title }}\n====='],
    [
      'a value in a title of a tab',
      '{% tabs %}\n{% tab title="{{ page.title }}" %}\nText\n{% endtab %}\n{% endtabs %}',
    ],
  ])('are not known from a text with %s', (_name, markdown) => {
    expect(read(markdown)).toBe(null);
  });
});
