import { describe, expect, it } from 'vitest';
import type { ImportedPage, ImportTree } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries } from './imports-archive.ts';

const build = (texts: Readonly<Record<string, string>>) => buildMarkdownTree(listEntries(texts));

const onlyPage = ({ pages: [page] }: ImportTree): ImportedPage => {
  if (!page) throw new Error('The tree has no page');
  return page;
};

describe('an include of mdBook', () => {
  const code = 'one\ntwo\n// ANCHOR: part\nthree\n// ANCHOR_END: part\nfour\n';
  const included = async (reference: string, files: Readonly<Record<string, string>> = {}) => {
    const tree = await build({ 'src/a.md': `\`\`\`rust\n{{#${reference}}}\n\`\`\``, 'listings/x.rs': code, ...files });
    return { text: onlyPage(tree).markdown.split('\n').slice(1, -1).join('\n'), warnings: tree.warnings };
  };

  it.each([
    ['include ../listings/x.rs', 'one\ntwo\nthree\nfour'],
    ['include ../listings/x.rs:2', 'two'],
    ['include ../listings/x.rs:2:4', 'two\nthree'],
    ['include ../listings/x.rs::2', 'one\ntwo'],
    ['include ../listings/x.rs:6:', 'four'],
    ['rustdoc_include ../listings/x.rs:part', 'three'],
    ['playground ../listings/x.rs editable', 'one\ntwo\nthree\nfour'],
  ])('is replaced by the lines of the file: %s', async (reference, text) => {
    expect(await included(reference)).toEqual({ text, warnings: [] });
  });

  it.each(['{{ #include ../listings/x.rs:2 }}', '{{#playpen ../listings/x.rs:2}}'])(
    'is replaced as mdBook reads it: %s',
    async (reference) => {
      const tree = await build({ 'src/a.md': reference, 'listings/x.rs': code });
      expect([onlyPage(tree).markdown, tree.warnings]).toEqual(['two', []]);
    },
  );

  it.each(['include ../listings/gone.rs', 'include ../../out.rs', 'rustdoc_include ../listings/x.rs:gone'])(
    'without its lines stays and is reported: %s',
    async (reference) => {
      const { text, warnings } = await included(reference);
      expect(text).toBe(`{{#${reference}}}`);
      expect(warnings.map(({ reason }) => reason)).toEqual([
        `1 include has no file in the archive: ${reference.split(' ')[1]} (line 2)`,
      ]);
    },
  );

  it('that leads back to itself ends and is reported', async () => {
    const { warnings } = await included('include b.txt', { 'src/b.txt': 'x {{#include b.txt}}' });
    expect(warnings).toHaveLength(1);
  });

  it('is left alone after a backslash', async () => {
    const tree = await build({ 'a.md': '\\{{#include x}}' });
    expect([onlyPage(tree).markdown, tree.warnings]).toEqual(['\\{{#include x}}', []]);
  });
});

describe('a file that pages include', () => {
  const part =
    '---\ntitle: Part\n---\nOne\n<!-- #region two -->\nTwo\n<!-- #endregion two -->\n--8<-- [start:three]\nThree\n--8<-- [end:three]\n';

  it.each([
    ['GitBook', '{% include "../parts/part.md" %}', 'One'],
    ['VitePress', '<!--@include: ../parts/part.md-->', 'One'],
    ['VitePress with lines', '<!-- @include: ../parts/part.md{3,3} -->', 'Two'],
    ['VitePress with a region', '<!--@include: ../parts/part.md#two-->', 'Two'],
    ['MkDocs', '--8<-- "docs/parts/part.md"', 'One'],
    ['MkDocs with a section', '--8<-- "parts/part.md:three"', 'Three'],
    ['MkDocs with lines', '--8<-- "parts/part.md:3:3"', 'Two'],
  ])('by the syntax of %s is filled in', async (_tool, directive, first) => {
    const tree = await build({
      'docs/guide/a.md': `# A\n\n${directive}\n\nEnd\n`,
      'docs/parts/part.md': part,
      'mkdocs.yml': 'site_name: a',
    });
    const page = tree.pages.flatMap((one) => [one, ...one.children]).find(({ key }) => key.endsWith('a.md'));
    expect(page?.markdown.split('\n')[2]).toBe(first);
    expect(page?.markdown).toContain('\n\nEnd\n');
    expect(page?.markdown).not.toContain('title: Part');
  });

  it('and that a SUMMARY.md does not list is named as a part of them', async () => {
    const tree = await build({
      'en/SUMMARY.md': '* [A](a.md)\n',
      'en/a.md': '# A\n\n{% include "./parts/part.md" %}\n',
      'en/parts/part.md': 'Words\n',
      'fr/SUMMARY.md': '* [A](a.md)\n',
      'fr/a.md': '# A\n\n{% include "./parts/part.md" %}\n',
      'fr/parts/part.md': 'Mots\n',
    });
    const texts = tree.pages.flatMap(({ children }) => children.map(({ markdown }) => markdown));
    expect(texts).toEqual(['# A\n\nWords\n', '# A\n\nMots\n']);
    expect(tree.skipped.map(({ reason }) => reason)).toEqual([
      'It is no page of its own: its text stands in the pages that include it',
      'It is no page of its own: its text stands in the pages that include it',
    ]);
  });

  it.each(['<!--@include: ./gone.md-->', '--8<-- "gone.md"'])(
    'and that is not there is named: %s',
    async (directive) => {
      const tree = await build({ 'a.md': `# A\n\n${directive}\n` });
      expect(tree.warnings.map(({ reason }) => reason)).toEqual([
        `1 include has no file in the archive: ${/[./]*gone\.md/.exec(directive)?.[0]} (line 3)`,
      ]);
    },
  );

  it('keeps its definitions where the page around it says something else by their labels', async () => {
    const { pages } = await build({
      'a.md':
        '[One][1] and a note[^1].\n\n<!--@include: ./part.md#two-->\n\n<!--@include: ./part.md#two-->\n\n[Same]\n\n[1]: /one\n[same]: /same\n[^1]: Of A\n',
      'part.md':
        '## One\n\n## Two\n\n[Two][1], [SAME][], [1], ![1], [1](/x), [1][same], `[1]` and a note[^1] [Other]\n\n## Three\n\n[1]: /two\n[same]: /same\n[other]: /other\n[^1]: Of [B]\n\n    And more\n\n[b]: /b\n',
    });
    const part = (one: string, note: string) =>
      `## Two\n\n[Two][${one}], [SAME][], [1][${one}], ![1][${one}], [1](/x), [1][same], \`[1]\` and a note[${note}] [Other]\n\n[${one}]: /two\n\n[same]: /same\n\n[other]: /other\n\n[${note}]: Of [B]\n\n    And more\n\n[b]: /b`;
    expect(pages[0]?.markdown).toBe(
      `[One][1] and a note[^1].\n\n${part('1-2', '^1-2')}\n\n${part('1-2', '^1-2')}\n\n[Same]\n\n[1]: /one\n[same]: /same\n[^1]: Of A\n`,
    );
  });

  it('moves no line that a warning names', async () => {
    const { warnings } = await build({
      'a.md': '+++\ntitle = "A"\ntags = ["x"]\n+++\n<!--@include: ./part.md-->\n\n<Chart />\n\n--8<-- "gone.md"\n',
      'part.md': 'One\n\nTwo\n\n<Inner />\n',
    });
    expect(warnings.flatMap(({ key, reason }) => (key === 'a.md' ? [reason] : []))).toEqual([
      '1 include has no file in the archive: gone.md (line 9)',
      '2 passages are shown as code, because no block expresses them: <Inner /> (line 5), <Chart /> (line 7)',
    ]);
  });
});
