import { describe, expect, it } from 'vitest';
import { remoteImages, type ImportTree } from '../../src/text/imports/import-tree.ts';
import type { ImportOrigin } from '../../src/text/imports/formats/body.ts';
import { parseImport, type ParsedSource } from '../../src/text/imports/parse.ts';
import { cleanText } from '../../src/text/markdown/clean-text.ts';
import { findCharset } from '../../src/text/imports/unpack/text.ts';
import { isWhole } from '../setup/size.ts';
import { makeZip } from './imports-archive.ts';

const parse = (source: ParsedSource, body: string | Buffer, origin?: ImportOrigin): Promise<ImportTree> =>
  parseImport(source, Buffer.from(body), origin);

const refusal = (message: RegExp) => ({ type: 'import_refused', status: 400, message: expect.stringMatching(message) });

const zip = makeZip([{ name: 'a.md', body: '# A' }]);

describe('parseImport(source, body, origin)', () => {
  it('a Markdown document becomes one page, named after its URL', async () => {
    const tree = await parse('markdown', '## Sub\n[b](b.md#x) [c](#sub) ![d](/d.png) ![e](https://e.f/g.png)', {
      url: 'https://a.b/docs/getting-started.md?raw=1',
      contentType: 'text/plain; charset=utf-8',
    });
    expect(tree).toMatchObject({ files: [], skipped: [], warnings: [], totalResources: 1 });
    expect(tree.pages).toHaveLength(1);
    expect(tree.pages[0]).toMatchObject({
      key: 'getting-started.md',
      kind: 'document',
      title: 'Getting started',
      slug: 'getting-started',
      children: [],
    });
    expect(tree.pages[0]?.links.map(({ target }) => target)).toEqual([
      { kind: 'url', url: 'https://a.b/docs/b.md#x' },
      { kind: 'page', key: 'getting-started.md', anchor: 'sub' },
      { kind: 'url', url: 'https://a.b/d.png' },
      { kind: 'url', url: 'https://e.f/g.png' },
    ]);
    expect(remoteImages(tree)).toEqual(['https://a.b/d.png', 'https://e.f/g.png']);
  });

  it('an HTML document becomes one page, with its embedded images as files', async () => {
    const gif = Buffer.from('GIF89a').toString('base64');
    const tree = await parse(
      'html',
      `<title>T</title><p><img src="data:image/gif;base64,${gif}"><a href="x#y">z</a></p>`,
      {
        url: 'https://a.b/c/',
      },
    );
    expect(tree.pages[0]).toMatchObject({
      key: 'c',
      title: 'T',
      markdown: '![](c.images/1.gif)[z](https://a.b/c/x#y)\n',
    });
    expect(tree.pages[0]?.links.map(({ target }) => target)).toEqual([
      { kind: 'file', key: 'c.images/1.gif' },
      { kind: 'url', url: 'https://a.b/c/x#y' },
    ]);
    expect(tree.files.map(({ key }) => key)).toEqual(['c.images/1.gif']);
    expect(tree.totalResources).toBe(2);
  });

  it('a ZIP archive becomes the pages in it', async () => {
    expect((await parse('zip', zip, { contentType: 'application/zip' })).pages[0]).toMatchObject({
      key: 'a.md',
      title: 'A',
    });
  });

  const mismatches: [ParsedSource, string | Buffer, ImportOrigin, RegExp][] = [
    ['markdown', '', {}, /^Expected a Markdown document, but the response is empty$/],
    ['markdown', zip, {}, /^Expected a Markdown document, but this is a ZIP archive$/],
    ['markdown', '# x', { contentType: 'text/html; charset=utf-8' }, /but this is "text\/html"$/],
    ['markdown', '# x', { contentType: 'application/json' }, /but this is "application\/json"$/],
    ['markdown', '%PDF-1.7', { contentType: 'text/plain' }, /but this is "text\/plain"$/],
    ['markdown', '\n<!DOCTYPE html><html></html>', {}, /but this is an HTML page$/],
    ['markdown', 'a\0b', { name: 'x.md' }, /^"x\.md" contains a NUL character$/],
    ['markdown', Buffer.from([0x23, 0xc3, 0x28]), { name: 'x.md' }, /^"x\.md" is not valid UTF-8 text$/],
    ['markdown', 'x'.repeat(2_097_153), { name: 'x.md' }, /^"x\.md" is larger than 2097152 bytes$/],
    ['markdown', '# x', { contentType: 'text/markdown; charset=klingon' }, /unknown encoding "klingon"$/],
    ['html', 'just words', {}, /^Expected an HTML page, but this is text without HTML tags$/],
    ['html', '<p>x', { contentType: 'image/png' }, /^Expected an HTML page, but this is "image\/png"$/],
    ['html', zip, {}, /^Expected an HTML page, but this is a ZIP archive$/],
    ['zip', '<html>', { contentType: 'text/html' }, /^Expected a ZIP archive of .+, but this is "text\/html"$/],
    ['zip', 'x', {}, /^Expected a ZIP archive of .+, but this is something else$/],
    ['zip', makeZip([]), {}, /contains no Markdown or HTML page/],
    ['zip', makeZip([{ name: 'a.png', body: 'x' }]), {}, /contains no Markdown or HTML page/],
  ];
  it.each(mismatches)(
    'a body that does not match the source %s is refused: case %#',
    async (source, body, origin, message) => {
      await expect(parse(source, body, origin)).rejects.toMatchObject(refusal(message));
    },
  );

  const encodings: [string, Buffer, ImportOrigin][] = [
    ['UTF-8', Buffer.from('# Grüße'), {}],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF# Grüße'), {}],
    ['UTF-16, little end first', Buffer.from('\uFEFF# Grüße', 'utf16le'), {}],
    ['UTF-16, big end first', Buffer.from('\uFEFF# Grüße', 'utf16le').swap16(), {}],
    ['Latin-1 by the server', Buffer.from('# Grüße', 'latin1'), { contentType: 'text/markdown;charset="ISO-8859-1"' }],
    [
      'UTF-8 by its mark, whatever the server says',
      Buffer.from('\uFEFF# Grüße'),
      { contentType: 'text/plain; charset=latin1' },
    ],
  ];
  it.each(encodings)('the bytes of %s are decoded', async (_, body, origin) => {
    expect((await parse('markdown', body, origin)).pages[0]).toMatchObject({ title: 'Grüße', markdown: '# Grüße' });
  });

  it('the charset of an HTML document is that of its meta element', async () => {
    const html = Buffer.from('<meta charset="windows-1252"><h1>Grüße €</h1>', 'latin1');
    html[html.length - 6] = 0x80;
    expect((await parse('html', html)).pages[0]?.title).toBe('Grüße €');
  });

  it('a text in UTF-16 with an unpaired surrogate is refused', async () => {
    const body = Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]);
    await expect(parse('markdown', body)).rejects.toMatchObject(refusal(/not valid UTF-16LE/));
  });

  it('any file name gets a safe key', async () => {
    const keyOf = async (origin: ImportOrigin) => (await parse('markdown', 'x', origin)).pages[0]?.key;
    expect(await keyOf({})).toBe('index.md');
    expect(await keyOf({ url: 'https://a.b/' })).toBe('index.md');
    expect(await keyOf({ url: 'https://a.b/%2e%2e%2fetc%2fpasswd' })).toBe('passwd');
    expect(await keyOf({ name: '..' })).toBe('index.md');
    expect(await keyOf({ name: 'C:\\a\\b\0\u202E.md' })).toBe('b.md');
    expect(await keyOf({ url: 'https://a.b/%ff.md' })).toBe('%ff.md');
  });

  // Takes the six seconds that a text may be parsed. The limit itself is tested with readMarkdownFacts.
  it.runIf(isWhole)('a text whose links cannot be read is kept, with a warning', async () => {
    const body = '*a_ '.repeat(30_000);
    const tree = await parse('markdown', body, { name: 'x.md' });
    expect(tree.pages[0]).toMatchObject({ markdown: body, links: [], title: 'X' });
    expect(tree.warnings).toEqual([{ key: 'x.md', reason: expect.stringMatching(/^Its links could not be read/) }]);
  });
});

describe('cleanText(text, max)', () => {
  it('a cleaned text is one line without control characters, truncated between characters', () => {
    expect(cleanText(' a\n\t b\0c\ud800 ', 20)).toBe('a b c\uFFFD');
    expect(cleanText('12345', 5)).toBe('12345');
    expect(cleanText('123456', 5)).toBe('1234…');
    expect(cleanText('123😀😀', 5)).toBe('123…');
  });
});

describe('charsetOf(contentType)', () => {
  it('the charset parameter is read with or without quotes and in any case', () => {
    expect(['text/html', 'text/html; charset=UTF-8', 'text/html;a=b; Charset="latin1"'].map(findCharset)).toEqual([
      undefined,
      'UTF-8',
      'latin1',
    ]);
  });
});
