import { describe, expect, it } from 'vitest';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { sketchOf } from './sketch.ts';

const read = (markdown: string): any => JSON.parse(JSON.stringify(documentFromMarkdown(markdown)));

const cases: Readonly<Record<string, readonly [markdown: string, shown: string]>> = {
  'a shortcode of Hugo with a title': [
    '{{% notice warning "One two" %}}\nA\n{{% /notice %}}',
    'hint:warning(heading-3(One two), A)',
  ],
  'a hint of Hugo with its kind': ['{{< hint danger >}}\nA\n{{< /hint >}}', 'hint:danger(A)'],
  'a hint of Hugo without a kind': ['{{< hint >}}\nA\n{{< /hint >}}', 'hint:success(A)'],
  'MDC of Nuxt': ['::tip\nA *b*\n::\n\nc', 'hint:success(A b) c'],
  'MDC of Nuxt with attributes': ['::warning{to="/a"}\nA\n\n- b\n::', 'hint:warning(A, list-unordered(list-item(b)))'],
  'a callout of Nuxt': ['::callout{icon="i-a" color="error"}\nA\n::', 'hint:danger(A)'],
  'tabs of Nuxt': ['::tabs\n:::tabs-item{label="One"}\nA\n:::\n::', 'tabs(tabs-item:One(A))'],
  'MDC with properties': [
    '::callout\n---\ncolor: warning\nlist:\n  - a\n\n  - b\n---\nA *b*\n::\n\nc',
    'hint:warning(A b) c',
  ],
  'MDC with a title in its properties': [
    '::tip\n---\ntitle: "One: two"\n---\nA\n::',
    'hint:success(heading-3(One: two), A)',
  ],
  'MDC with properties in each other': [
    '::tabs\n  :::tabs-item{icon="i"}\n  ---\n  label: One\n  ---\n  A\n  :::\n::',
    'tabs(tabs-item:One(A))',
  ],
  'MDC with properties that no block shows': ['::card\n---\nto: /a\n---\nA\n::', 'A'],
  'MDC in an item, with properties': [
    '- ::tip\n  ---\n  title: One\n  ---\n  A\n  ::',
    'list-unordered(list-item(hint:success(heading-3(One), A)))',
  ],
  'MDC with a line and no properties': ['::tip\n---\n\nA\n::', 'hint:success(divider(), A)'],
  'MDC that ends below HTML': ['::tip\n<p>A</p>\n::\n\nb', 'hint:success(A) b'],
  'pymdownx that ends below HTML': ['/// tip\n<div>\nA\n</div>\n///\n\nb', 'hint:success(A) b'],
  'a shortcode of Hugo that ends below HTML': ['{{< tip >}}\n<p>A</p>\n{{< /tip >}}\n\nb', 'hint:success(A) b'],
  'marks like these within HTML of code': [
    '<pre>\nA\n///\n::\n</pre>',
    'code(code-line(A), code-line(///), code-line(::))',
  ],
  'terms of HTML and what they mean': ['<dl>\n<dt>A</dt><dd>b</dd>\n<dd>c</dd>\n</dl>', 'A b c'],
  'a directive with a list in the next line': [
    'Words\n:::tip\n- A\n- b\n:::\n\nc',
    'Words hint:success(list-unordered(list-item(A), list-item(b))) c',
  ],
  'a directive with numbers, a quote and a table': [
    '::::tip\n3. A\n\n:::warning[Two]\n> a\n:::\n\n:::note\n| h |\n|---|\n| a |\n:::\n::::',
    'hint:success(list-ordered(list-item(A)), hint:warning(heading-3(Two), blockquote(a)), hint:info(table(a)))',
  ],
  'a directive in an item, with a list in the next line': [
    '- :::tip\n  1. A\n  2. b\n  :::',
    'list-unordered(list-item(hint:success(list-ordered(list-item(A), list-item(b)))))',
  ],
  'MDC without its end': ['::tip\nA', '::tip A'],
  'docsify, important': ['!> A **b**\nc', 'hint:warning(A b c)'],
  'docsify, a note that begins with a mark': ['!> **A** b', 'hint:warning(A b)'],
  'docsify, a tip': ['?> A `b`', 'hint:info(A b)'],
  'a text with its marks elsewhere': ['A !> b\n\n!>b', 'A !> b !>b'],
  'a directive of MyST with options': [':::{warning}\n:class: dropdown\n:name: x\nA *b*\n:::', 'hint:warning(A b)'],
  'a directive of MyST with options alone': [':::{note}\n:class: a\n\nA\n:::', 'hint:info(A)'],
  'a fence of MyST': ['```{tip}\n:class: a\nA *b*\n\n* c\n```', 'hint:success(A b, list-unordered(list-item(c)))'],
  'a fence of MyST with a title': ['```{admonition} One\n:class: danger\nA\n```', 'hint:danger(heading-3(One), A)'],
  'a folded fence of MyST': ['```{dropdown} One\nA\n```', 'expandable(One, A)'],
  'code of MyST': ['```{code-block} js\nA\n```', 'code(code-line(A))'],
  'mdbook-admonish': ['```admonish\nA\n```', 'hint:info(A)'],
  'mdbook-admonish with a kind': ['```admonish warning\nA *b*\n```', 'hint:warning(A b)'],
  'mdbook-admonish with a title': ['```admonish danger title="One two"\nA\n```', 'hint:danger(heading-3(One two), A)'],
  'mdbook-admonish with a title in quotes': ['```admonish tip "One"\nA\n```', 'hint:success(heading-3(One), A)'],
  'mdbook-admonish in an item': ['- ```admonish bug\n  A\n  ```', 'list-unordered(list-item(hint:danger(A)))'],
  'kramdown below a text': ['A *b*\n{: .note }', 'hint:info(A b)'],
  'kramdown above a text': ['{: .warning }\nA\nb', 'hint:warning(A b)'],
  'kramdown below a quote': ['> A\n> b\n{: .prompt-danger }', 'hint:danger(A b)'],
  'kramdown without an admonition': ['A\n{: .lead #x }\n\nb', 'A b'],
  'kramdown below a heading': ['# A\n{: .no_toc }\n\nb', 'heading-1(A) markdown() b'],
  'kramdown below a list': ['* a\n* b\n{:toc}', 'list-unordered(list-item(a), list-item(b))'],
  'kramdown below a table': ['| h |\n|---|\n| a |\n{: .wide }', 'table(a)'],
  'kramdown below code': ['```js\na\n```\n{: file="a.js" }', 'code(code-line(a)) markdown()'],
  'options of kramdown': ['{::options parse_block_html="true" /}\n\nA', 'markdown() A'],
  'a component that ends below its last line': ['<Tip>\n\nA\n\nb\n</Tip>\n\nc', 'hint:success(A, b) c'],
  'steps that end below their last line': [
    '<Steps>\n<Step title="One">\nA\n\nb\n</Step>\n</Steps>',
    'stepper(stepper-step(heading-3(One), A, b))',
  ],
};

describe('admonitions of site generators', () => {
  it.each(Object.entries(cases))('are shown as their authors mean them: %s', (_name, [markdown, expected]) => {
    expect(sketchOf(markdown)).toBe(expected);
  });

  it.each(Object.entries(cases))('keep every other letter when a word changes: %s', (_name, [markdown]) => {
    const text = `Before  \n__it__\n\n${markdown}\n\n* After\n`;
    const document = read(text);
    const change = (node: any): boolean => {
      const leaf = (node.leaves ?? []).find((one: any) => /^[Aa]\b/.test(one.text));
      if (leaf) leaf.text = `new${leaf.text}`;
      return leaf !== undefined || [...(node.nodes ?? []), ...(node.fragments ?? [])].some((one: any) => change(one));
    };
    expect(markdownFromDocument(document, 'body')).toBe(text);
    expect(document.nodes.slice(1).some((node: any) => node.type !== 'markdown' && change(node))).toBe(true);
    const edited = markdownFromDocument(document, 'body');
    expect(edited.length).toBe(text.length + 3);
    expect(edited.replace('new', '')).toBe(text);
  });

  it('name their links and headings, which an import resolves', () => {
    const markdown =
      'a\n\n```admonish note\n[one](one.md)\n```\n\n```{tip}\n:class: a\n## Two\n[three](three.md)\n```\n';
    const { urls, anchors } = readMarkdownFacts(markdown);
    expect(urls.map(({ url, start, end }) => [url, markdown.slice(start, end)])).toEqual([
      ['one.md', 'one.md'],
      ['three.md', 'three.md'],
    ]);
    expect(anchors).toEqual(['two']);
  });

  it('have properties that are no headings', () => {
    expect(readMarkdownFacts('::card\n---\ntitle: One\n---\n## Two\n::\n').anchors).toEqual(['two']);
  });
});
