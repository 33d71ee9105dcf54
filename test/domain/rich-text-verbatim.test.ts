import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { splitFrontMatter } from '../../src/domain/imports/front-matter.ts';
import { readZip } from '../../src/domain/imports/zip.ts';
import { documentOf } from '../../src/domain/rich-text/from-markdown.ts';
import { markdownOf } from '../../src/domain/rich-text/to-markdown.ts';
import { cutVerbatim } from '../../src/domain/rich-text/verbatim.ts';

const verbatim = (markdown: string) => ({ object: 'block', type: 'markdown', isVoid: true, data: { markdown } });

const tabs = `{% tabs %}
{% tab title="One * two" %}
* item
  with_under_scores
{% hint style="info" %}
Inside
{% endhint %}
{% endtab %}

{% tab title="Two" %}
\`\`\`sh
{% endtabs %}
\`\`\`
{% endtab %}
{% endtabs %}`;

describe('what Markdown does not know', () => {
  it.each([
    ['tabs', tabs],
    ['tabs in tabs', `{% tabs %}\n{% tab title="x" %}\n${tabs}\n{% endtab %}\n{% endtabs %}`],
    [
      'a code title',
      '{% code title="a_b*.ts" overflow="wrap" %}\n```ts\nconst a = "{% endcode %}";\n```\n{% endcode %}',
    ],
    ['a reference', '{% content-ref url="../a_b/c.md" %}\n[c.md](../a_b/c.md)\n{% endcontent-ref %}'],
    ['an embed', '{% embed url="https://x.test/a_b_c?d=*e*" %}'],
    ['an embed with a caption', '{% embed url="https://x.test" %}\nA *caption*\n{% endembed %}'],
    ['a file', '{% file src="../.gitbook/assets/a_b.pdf" %}'],
    ['a stepper', '{% stepper %}\n{% step %}\n### One\n{% endstep %}\n{% endstepper %}'],
    ['a hint of its own style', '{% hint style="tip" %}\nA\n{% endhint %}'],
    ['an end without a start', '{% endtabs %}'],
    ['a formula', '$$\na_1 * b_2 * c \\\\\n\n\\frac{1}{2}\n$$'],
    ['a formula in a line', '$$f(x) = x * e^{2 pi i \\xi x}$$'],
    ['a formula in a text', 'Let $$a_1 * b$$ be *more*,\nor $$c_2$$.'],
    ['HTML', '<details>\n<summary>A_b_</summary>\nText *x*\n</details>'],
    ['a comment', '<!-- a\n\n* b -->'],
  ])('comes back to the byte: %s', (_what, source) => {
    expect(documentOf(source).nodes).toEqual([verbatim(source)]);
    expect(markdownOf(documentOf(source), 'body')).toBe(source);
    const around = `# Title\n\nBefore\n\n${source}\n\nAfter`;
    expect(markdownOf(documentOf(around), 'body')).toBe(around);
    const again = (markdown: string) => documentOf(markdownOf(documentOf(markdown), 'body'));
    for (const inside of [`> ${source.replaceAll('\n', '\n> ')}`, `- a\n\n  ${source.replaceAll('\n', '\n  ')}`]) {
      expect(JSON.stringify(documentOf(inside))).toContain(JSON.stringify(verbatim(source)));
      expect(again(inside)).toEqual(documentOf(inside));
    }
  });

  it('ends where its tag does, and leaves the text around as it is', () => {
    const { nodes } = documentOf('A\n{% embed url="x" %}\nB\n{% tabs %}\n{% tab title="1" %}\nC\n');
    expect(nodes.map((node) => (node.type === 'markdown' ? node.data.markdown : node.type))).toEqual([
      'paragraph',
      '{% embed url="x" %}',
      'paragraph',
      '{% tabs %}',
      '{% tab title="1" %}',
      'paragraph',
    ]);
  });

  it.each([
    ['in code', '```\n{% embed url="x" %}\n$$\n```', 'code'],
    ['in indented code', '    {% embed url="x" %}', 'code'],
    ['in a line of text', 'a {% embed url="x" %} b', 'paragraph'],
    ['of two prices', 'It costs $$ or $ 5', 'paragraph'],
  ])('is no block %s', (_where, source, type) => {
    const { nodes } = documentOf(source);
    expect(nodes.map((node) => node.type)).toEqual([type]);
    expect(documentOf(markdownOf({ object: 'document', nodes }, 'body')).nodes).toEqual(nodes);
    expect(JSON.stringify(nodes)).not.toMatch(/[\uE000\uE001]/);
  });

  it.each([
    ['tags without ends', '{% tabs %}\n'],
    ['ends without tags', '{% endtabs %}\n'],
    ['tags of many kinds', '{% a %}\n{% b %}\n{% enda %}\n'],
    ['formulas without ends', '$$\nx\n\n'],
    ['formulas', '$$x$$ y $$\n'],
    ['dollars', '$'],
    ['a long tag', '{% a %} '],
    ['deep margins', '> '],
  ])('takes no longer than its length allows: %s', (_what, part) => {
    const megabyte = part.repeat(Math.ceil(1_000_000 / part.length));
    const start = performance.now();
    const { markdown } = cutVerbatim(`{% x %}\n${megabyte}`);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(markdown.length).toBeGreaterThan(0);
  });
});

describe('documents that people wrote', () => {
  it('read back the same after a journey through Markdown', async () => {
    const entries = await readZip(readFileSync('test/data/fastify-docs.zip'));
    const archived = entries.filter(({ path }) => path.endsWith('.md')).map(({ body }) => body.toString());
    const manual = readdirSync('docs/manual', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => readFileSync(`docs/manual/${path}`, 'utf8'));
    expect(archived.length + manual.length).toBeGreaterThan(50);
    for (const text of [...archived, ...manual]) {
      const document = documentOf(splitFrontMatter(text).body);
      expect(documentOf(markdownOf(document, 'body'))).toEqual(document);
    }
  }, 120_000);
});
