import { describe, expect, it } from 'vitest';
import { walkPages, type ImportTree } from '../../src/text/imports/import-tree.ts';
import { parseImport, type ParsedSource } from '../../src/text/imports/parse.ts';
import { readZip } from '../../src/text/imports/unpack/zip.ts';
import { makeZip } from './imports-archive.ts';
import {
  confluenceSpace,
  googleArchive,
  notionHtml,
  notionMarkdown,
  wikiArchive,
  wordDocument,
} from './imports-exports.ts';

const titlesOf = (tree: ImportTree) => [...walkPages(tree.pages)].map(({ title }) => title);
const textOf = (tree: ImportTree) => [...walkPages(tree.pages)].map(({ markdown }) => markdown).join('\n');

/** The archive with other bytes in some of its entries; null damages one, and undefined removes it. */
async function withParts(archive: Buffer, change: (path: string, body: Buffer) => Buffer | string | null | undefined) {
  const { entries } = await readZip(archive);
  return makeZip(
    entries.flatMap(({ path, body }) => {
      const changed = change(path, body);
      if (changed === undefined) return [];
      return [changed === null ? { name: path, body, declaredCrc: 1 } : { name: path, body: changed }];
    }),
  );
}

const site = (files: Readonly<Record<string, string>>) =>
  makeZip(
    Object.entries({ ...files, 'docs/a.md': '# A\n\n[B](b.md)\n', 'docs/b.md': '# B\n' }).map(([name, body]) => ({
      name,
      body,
    })),
  );

const archives: readonly (readonly [name: string, source: ParsedSource, archive: Buffer])[] = [
  ['a space of Confluence', 'confluence', confluenceSpace()],
  ['an export of Notion in HTML', 'notion', notionHtml()],
  ['an export of Notion in Markdown', 'notion', notionMarkdown()],
  ['a wiki', 'github-wiki', wikiArchive()],
  ['a site of MkDocs', 'zip', site({ 'mkdocs.yml': 'nav: [a.md, b.md]\n', 'docs/a.png': 'x' })],
  [
    'a site of VitePress',
    'zip',
    site({
      'docs/.vitepress/config.ts':
        'export default { themeConfig: { sidebar: [{ text: "B", link: "/b" }, { text: "A", link: "/a" }] } }',
    }),
  ],
  [
    'a site of Docusaurus',
    'zip',
    site({
      'docusaurus.config.js': 'module.exports = {}',
      'sidebars.js': 'module.exports = { s: ["b", "a"] }',
      'docs/_category_.json': '{}',
    }),
  ],
  ['a site of Hugo', 'zip', site({ 'hugo.toml': 'title = "X"\n' })],
  ['a site of Jekyll', 'zip', site({ '_config.yml': 'exclude: [x]\n' })],
  ['a site of Mintlify', 'zip', site({ 'docs.json': '{ "navigation": { "pages": ["docs/b", "docs/a"] } }' })],
  ['a site of Nextra', 'zip', site({ 'docs/_meta.json': '{ "b": "B", "a": "A" }' })],
  [
    'a repository of GitBook',
    'zip',
    site({ 'docs/SUMMARY.md': '* [B](b.md)\n* [A](a.md)\n', '.gitbook.yaml': 'root: ./docs/\n' }),
  ],
];

/** Whether no import reads the part. */
const isLayout = (path: string) =>
  /^index\.html$|\/styles\/|images\/icons\/|_Footer\.md$|\.asciidoc$|Tasks [\da-f]+\.csv$/.test(path);

describe('a damaged part of an archive costs itself, and is named', () => {
  it.each(archives)('%s', async (_, source, archive) => {
    const { entries } = await readZip(archive);
    const whole = titlesOf(await parseImport(source, archive));
    expect(whole.length).toBeGreaterThan(1);
    for (const { path: damaged } of entries) {
      const tree = await parseImport(
        source,
        await withParts(archive, (path, body) => (path === damaged ? null : body)),
      );
      const named = tree.skipped.filter(({ reason }) => reason.includes('does not match its checksum'));
      expect(named.length, damaged).toBe(isLayout(damaged) ? 0 : 1);
      expect(titlesOf(tree).length, damaged).toBeGreaterThanOrEqual(whole.length - 1);
    }
  });

  it('a file of a nested archive of Notion', async () => {
    const inner = await withParts(notionMarkdown(), (path, body) => (path.includes('First chapter') ? null : body));
    const tree = await parseImport('notion', makeZip([{ name: 'Part-1.zip', body: inner }]));
    expect(tree.skipped.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([expect.stringContaining('checksum')]),
    );
  });
});

describe('a damaged part of a Word document costs itself, and is named', () => {
  const note =
    '<w:p><w:r><w:t>With a note</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t>End</w:t></w:r></w:p>';
  const whole = () => wordDocument({ more: note, parts: { 'footnotes.xml': footnotes } });
  const footnotes =
    '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2"><w:p><w:r><w:t>Said below</w:t></w:r></w:p></w:footnote></w:footnotes>';
  const read = (archive: Buffer) => parseImport('docx', archive, { name: 'handbook.docx' });

  it('nothing is lost of a whole one', async () => {
    const tree = await read(whole());
    expect(textOf(tree)).toContain('Said below');
    expect(tree).toMatchObject({ skipped: [], warnings: [] });
  });

  const damages = [
    ['a picture with another checksum', 'word/media/image1.png', null, /checksum/],
    ['footnotes that are no XML', 'word/footnotes.xml', `${footnotes}<w:p`, /well-formed/],
    ['footnotes with another checksum', 'word/footnotes.xml', null, /checksum/],
    ['styles that are no XML', 'word/styles.xml', '<w:styles><w:style></w:styles>', /well-formed/],
    ['numbering that is cut off', 'word/numbering.xml', '<w:numbering', /well-formed/],
    ['relations that are no XML', 'word/_rels/document.xml.rels', '<Relationships><Rel', /well-formed/],
    ['relations of the package that are no XML', '_rels/.rels', '<Relationships', /well-formed/],
    ['types that are no XML', '[Content_Types].xml', '<Types', /well-formed/],
  ] as const;
  it.each(damages)('%s', async (_, part, changed, reason) => {
    const tree = await read(await withParts(whole(), (path, body) => (path === part ? changed : body)));
    expect(tree.skipped).toEqual([{ key: part, reason: expect.stringMatching(reason) }]);
    expect(titlesOf(tree)).toEqual(expect.arrayContaining([part === 'word/styles.xml' ? 'Handbook' : 'First steps']));
    expect(textOf(tree)).toMatch(/With a note.*End/);
    if (part.includes('footnotes'))
      expect(tree.warnings.map((one) => one.reason)).toEqual([
        '1 note is left out: the document does not have its text',
      ]);
  });

  it('a relation that is missing', async () => {
    const tree = await read(
      await withParts(whole(), (path, body) =>
        path.endsWith('document.xml.rels') ? body.toString().replace(/Id="rId[12]"/g, 'Id="gone"') : body,
      ),
    );
    expect(tree.warnings.map(({ reason }) => reason)).toEqual([
      '1 picture is left out: the document does not contain its file',
      '1 link leads nowhere: the document does not say where to',
    ]);
    expect(textOf(tree)).toContain('Elsewhere');
  });

  it('a picture that is missing', async () => {
    const tree = await read(await withParts(whole(), (path, body) => (path.includes('media/') ? undefined : body)));
    expect(tree.warnings.map(({ reason }) => reason)).toEqual([
      '1 picture is left out: the document does not contain its file',
    ]);
    expect(textOf(tree)).toContain('Elsewhere');
  });

  it.each([
    ['that is no XML', '<c:chartSpace', 0],
    ['with another checksum', null, 1],
    ['that is missing', undefined, 0],
  ])('a chart %s', async (_, changed, skipped) => {
    const drawing =
      '<w:p><w:r><w:t>Before</w:t></w:r><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="rId20"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
    const chart = '<c:chartSpace><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title></c:chartSpace>';
    const document = wordDocument({ more: drawing, parts: { 'charts/chart1.xml': chart } });
    const related = await withParts(document, (path, body) =>
      path.endsWith('document.xml.rels')
        ? body
            .toString()
            .replace('</Relationships>', '<Relationship Id="rId20" Target="charts/chart1.xml"/></Relationships>')
        : body,
    );
    expect(textOf(await read(related))).toContain('Sales');
    const tree = await read(await withParts(related, (path, body) => (path.includes('charts/') ? changed : body)));
    expect(tree.skipped.length).toBe(skipped);
    expect(tree.warnings.map(({ reason }) => reason)).toEqual([
      '1 drawing is left out, which has no words that can be read',
    ]);
    expect(textOf(tree)).toContain('Before');
  });

  it('the text itself is the document', async () => {
    await expect(
      read(await withParts(whole(), (path, body) => (path === 'word/document.xml' ? null : body))),
    ).rejects.toMatchObject({
      type: 'import_refused',
    });
  });
});

describe('a damaged part of a Google document costs itself, and is named', () => {
  it('a picture', async () => {
    const archive = await withParts(googleArchive(), (path, body) => (path.endsWith('.png') ? null : body));
    const tree = await parseImport('google-docs', archive);
    expect(tree.skipped).toEqual([{ key: 'images/image1.png', reason: expect.stringMatching(/checksum/) }]);
    expect(titlesOf(tree)).toEqual(titlesOf(await parseImport('google-docs', googleArchive())));
  });
});
