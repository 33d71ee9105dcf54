import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import xliffLibrary from 'xliff';
import { anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aTranslation, filled } from '../../translation-factories.ts';

const guide = `---
icon: book
---

# Set *up* the space

A [link **here**](install.md#first-step), \`code()\`, {{ space.vars.x }} and
a second line.\\
Third line & <more>.

{% hint style="info" %}
Careful.
{% endhint %}

| Name  | Value |
|:------|:-----:|
| One   | Two   |

\`\`\`js
const same = 1;
\`\`\`
`;
const install = `# First step

* Take the space
`;

let server: Harness;
let organization: AnOrganization;
let owner: Caller;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ owner } = organization);
});

let source: string;
let base: string;
let pages: { guide: string; install: string };
beforeEach(async () => {
  source = (await aSpace(server, organization.id, { title: 'Docs', language: 'en' })).id;
  const made = await change(source, [
    { operation: 'insert_page', title: 'Guide', slug: 'guide', description: 'How to', document: { markdown: guide } },
    { operation: 'insert_page', title: 'Install', slug: 'install', document: { markdown: install } },
  ]);
  pages = { guide: made[0], install: made[1] };
  base = `/v1/orgs/${organization.id}/translations/${(await aTranslation(server, organization.id)).id}`;
});

/** Applies operations to a space, and returns the ids of the touched pages. */
async function change(space: string, changes: readonly object[]): Promise<[string, string]> {
  const { status, body } = await owner.rest(`POST /v1/spaces/${space}/content`, { changes });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.changes.map(({ page }: { page: { id: string } }) => page?.id);
}

async function translated(language = 'de'): Promise<{ path: string; space: string }> {
  const { status, body } = await owner.rest(`POST ${base}/spaces`, { space: source, language });
  expect(status).toBe(201);
  return { path: `${base}/spaces/${body.id}`, space: body.space };
}

const markdownOf = async (space: string, page: string) =>
  (await owner.rest(`GET /v1/spaces/${space}/content/page/${page}`)).body;

async function states(path: string): Promise<Record<string, string>> {
  const { body } = await owner.rest(`GET ${path}/pages`);
  return Object.fromEntries(body.items.map(({ title, state }: { title: string; state: string }) => [title, state]));
}

const exported = async (path: string, input: object = {}): Promise<string> => {
  const { status, body } = await owner.rest(`POST ${path}/export`, input);
  expect(status).toBe(200);
  return body.xliff;
};

describe('a translated space', () => {
  it('is a copy in the language, whose pages keep their ids and wait for a translation', async () => {
    const { path, space } = await translated();
    expect((await owner.rest(`GET ${path}`)).body).toMatchObject({
      object: 'translated-space',
      language: 'de',
      source,
      space,
    });
    expect((await owner.rest(`GET /v1/spaces/${space}`)).body).toMatchObject({
      title: 'Docs (Deutsch)',
      language: 'de',
    });
    expect((await markdownOf(space, pages.guide)).markdown).toBe(guide);
    expect(await states(path)).toEqual({ Guide: 'untranslated', Install: 'untranslated' });
    expect((await owner.rest(`GET ${base}/spaces`)).body.items).toHaveLength(1);
  });

  it('is refused for a language that the settings lack, twice for one language, and for a translation', async () => {
    const { space } = await translated();
    const ask = async (input: object) => (await owner.rest(`POST ${base}/spaces`, input)).body.error?.type;
    expect(await ask({ space: source, language: 'ja' })).toBe('validation_failed');
    expect(await ask({ space: source, language: 'de' })).toBe('already_exists');
    expect(await ask({ space, language: 'fr' })).toBe('invalid_state');
    expect(await ask({ space: 'spc_none', language: 'fr' })).toBe('reference_not_found');
  });

  it('becomes a space of its own when the translation ends', async () => {
    const { path, space } = await translated();
    expect((await owner.rest(`DELETE ${path}`)).status).toBe(205);
    expect((await owner.rest(`GET ${path}`)).status).toBe(404);
    expect((await owner.rest(`GET /v1/spaces/${space}`)).status).toBe(200);
  });
});

describe('XLIFF', () => {
  it('brings the words, the structure and the links of each page into the copy', async () => {
    const { path, space } = await translated();
    const { status, body } = await owner.rest(`POST ${path}/import`, { xliff: filled(await exported(path)) });
    expect([status, body]).toEqual([
      200,
      { written: [pages.guide, pages.install].toSorted(), incomplete: [], skipped: [], refused: [] },
    ]);
    const page = await markdownOf(space, pages.guide);
    expect(page).toMatchObject({ title: 'GUIDE', description: 'HOW TO', slug: 'guide', path: 'guide' });
    expect(page.markdown).toContain(
      '[LINK **HERE**](install.md#first-step), `code()`, {{ space.vars.x }} AND A SECOND LINE.',
    );
    expect(page.markdown).toContain('THIRD LINE & <MORE>.');
    expect(page.markdown).toContain('icon: book');
    expect(page.markdown).toContain('const same = 1;');
    expect(page.markdown).toMatch(/\| NAME\s*\| VALUE\s*\|/);
    const { body: links } = await owner.rest(`GET /v1/spaces/${space}/content/page/${pages.guide}/links`);
    expect(new Set(links.items.map(({ status: found }: { status: string }) => found))).toEqual(new Set(['ok']));
    expect(await states(path)).toEqual({ Guide: 'translated', Install: 'translated' });
    expect((await markdownOf(source, pages.guide)).markdown).toBe(guide);
  });

  it('is taken in a variety of the language', async () => {
    const { path } = await translated();
    const xliff = filled(await exported(path)).replace('trgLang="de"', 'trgLang="de-DE"');
    const { status, body } = await owner.rest(`POST ${path}/import`, { xliff });
    expect([status, body.written.length > 0]).toEqual([200, true]);
  });

  it('leaves the bytes of blocks whose translation is the same as the source', async () => {
    const { path, space } = await translated();
    const same = (await exported(path)).replaceAll(
      /<segment><source>(.*?)<\/source><\/segment>/gs,
      '<segment><source>$1</source><target>$1</target></segment>',
    );
    expect((await owner.rest(`POST ${path}/import`, { xliff: same })).status).toBe(200);
    expect((await markdownOf(space, pages.guide)).markdown).toBe(guide);
    expect(await states(path)).toEqual({ Guide: 'translated', Install: 'translated' });
  });

  it('is taken as an independent library writes it', async () => {
    const { path, space } = await translated();
    const read = await xliffLibrary.xliff2js(await exported(path));
    for (const units of Object.values(read.resources))
      for (const unit of Object.values(units)) unit.target = shout(unit.source);
    const { status, body } = await owner.rest(`POST ${path}/import`, { xliff: await xliffLibrary.js2xliff(read) });
    expect([status, body.written?.length]).toEqual([200, 2]);
    const { markdown } = await markdownOf(space, pages.guide);
    expect(markdown).toContain(
      '[LINK **HERE**](install.md#first-step), `code()`, {{ space.vars.x }} AND A SECOND LINE.',
    );
  });

  it('shows translators the instructions, and the terms that a segment contains', async () => {
    const { path } = await translated();
    await owner.rest(`PUT ${base}/languages/de`, { instructions: 'Say "du" & be brief' });
    const operations = [{ type: 'insert', translations: { en: 'Space', de: 'Bereich' } }];
    const glossary = await owner.rest(`PUT /v1/orgs/${organization.id}/translations-glossary`, { operations });
    expect(glossary.status).toBe(204);
    const xliff = await exported(path);
    expect(xliff).toContain('<note category="instructions">Say &quot;du&quot; &amp; be brief</note>');
    expect(xliff.match(/<gls:term>Space<\/gls:term><gls:translation>Bereich</g)).toHaveLength(2);
  });

  it('remembers segments, so that a changed page asks for what changed alone', async () => {
    const { path } = await translated();
    await owner.rest(`POST ${path}/import`, { xliff: filled(await exported(path)) });
    const document = { markdown: install + '\n* Read on\n' };
    await change(source, [{ operation: 'update_page', page: pages.install, document }]);
    expect(await states(path)).toEqual({ Guide: 'translated', Install: 'outdated' });
    const again = await exported(path);
    expect(again).not.toContain(`${pages.guide}.`);
    expect(again.match(/<segment><source>(.*?)<\/source><\/segment>/gs)).toEqual([
      '<segment><source>Read on</source></segment>',
    ]);
    await owner.rest(`POST ${path}/import`, { xliff: filled(again) });
    expect(await states(path)).toEqual({ Guide: 'translated', Install: 'translated' });
  });

  it('writes no page of which a segment lacks its target, and keeps the other segments for later', async () => {
    const { path, space } = await translated();
    const whole = filled(await exported(path, { pages: [pages.install] }));
    const { body } = await owner.rest(`POST ${path}/import`, {
      xliff: whole.replace('<target>TAKE THE SPACE</target>', ''),
    });
    expect(body).toEqual({ written: [], incomplete: [pages.install], skipped: [], refused: [] });
    expect((await markdownOf(space, pages.install)).markdown).toBe(install);
    expect(await exported(path, { pages: [pages.install] })).toContain('<target>FIRST STEP</target>');
  });

  it('skips pages that were translated from a later revision, or that the source has no more', async () => {
    const { path } = await translated();
    const old = filled(await exported(path));
    await change(source, [
      { operation: 'update_page', page: pages.install, document: { markdown: '# New step\n' } },
      { operation: 'delete_page', page: pages.guide },
    ]);
    await owner.rest(`POST ${path}/import`, { xliff: filled(await exported(path)) });
    const { body } = await owner.rest(`POST ${path}/import`, { xliff: old });
    expect(body).toMatchObject({ written: [], skipped: [pages.guide, pages.install].toSorted() });
    expect(await states(path)).toEqual({ Install: 'translated' });
  });

  it.each([
    ['another language', (xml: string) => xml.replace('trgLang="de"', 'trgLang="fr"')],
    ['a document type', (xml: string) => xml.replace('<xliff', '<!DOCTYPE x [<!ENTITY a "b">]><xliff')],
    ['no XLIFF', () => '<a/>'],
    ['an older version', (xml: string) => xml.replace('version="2.1"', 'version="1.2"')],
    ['no XML', (xml: string) => xml.replace('</xliff>', '')],
  ])('is refused with %s, and nothing is written', async (_what, spoilt) => {
    const { path, space } = await translated();
    const { status, body } = await owner.rest(`POST ${path}/import`, { xliff: spoilt(filled(await exported(path))) });
    expect([status, body.error?.type]).toEqual([400, 'validation_failed']);
    expect((await markdownOf(space, pages.install)).markdown).toBe(install);
  });

  it.each([
    ['a lost code', (xml: string) => xml.replace(/(<target>A .*?)<ph [^>]*>/, '$1')],
    ['a code twice', (xml: string) => xml.replace(/(<target>A .*?)(<ph [^>]*>)/, '$1$2$2')],
    ['an invented code', (xml: string) => xml.replace('<target>CAREFUL.', '<target>CAREFUL.<ph id="c9"/>')],
    ['an invented code in a title', (xml: string) => xml.replace('<target>GUIDE', '<target>GUIDE<ph id="c1"/>')],
    ['an added expression', (xml: string) => xml.replace('<target>CAREFUL.', '<target>{{ visitor.claims.x }}')],
    ['another source', (xml: string) => xml.replace('<source>Careful.', '<source>Careless.')],
    [
      'a title that is too long',
      (xml: string) => xml.replace('<target>GUIDE</target>', `<target>${'x'.repeat(257)}</target>`),
    ],
    [
      'codes without end',
      (xml: string) => xml.replace('<target>CAREFUL.', `<target>${'<pc id="c1">'.repeat(60)}${'</pc>'.repeat(60)}`),
    ],
    ['a page that the source never had', (xml: string) => xml.replaceAll(pages.guide, 'pg_none')],
  ])('with %s costs that page, which is named, and writes the others', async (_what, spoilt) => {
    const { path, space } = await translated();
    const { status, body } = await owner.rest(`POST ${path}/import`, { xliff: spoilt(filled(await exported(path))) });
    expect([status, body.written, body.refused.length]).toEqual([200, [pages.install], 1]);
    expect([pages.guide, 'pg_none']).toContain(body.refused[0].page);
    expect((await markdownOf(space, pages.install)).markdown).not.toBe(install);
    expect((await markdownOf(space, pages.guide)).markdown).toBe(guide);
  });

  it('is refused when no page fits', async () => {
    const { path } = await translated();
    const xliff = filled(await exported(path, { pages: [pages.guide] })).replace(
      '<source>Careful.',
      '<source>Careless.',
    );
    const { status, body } = await owner.rest(`POST ${path}/import`, { xliff });
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(pages.guide)]);
  });

  it('is 404 with an unknown revision', async () => {
    const { path } = await translated();
    const xliff = filled(await exported(path)).replaceAll(/\.rev_[\w-]+/g, '.rev_none');
    const { status, body } = await owner.rest(`POST ${path}/import`, { xliff });
    expect([status, body.error?.message]).toEqual([404, expect.stringContaining('No revision "')]);
  });
});

describe('the copy', () => {
  it('a translated space gets new pages, files and the order of its source, and keeps its translations and its own pages', async () => {
    const { path, space } = await translated();
    await owner.rest(`POST ${path}/import`, { xliff: filled(await exported(path, { pages: [pages.guide] })) });
    const [own] = await change(space, [
      { operation: 'insert_page', title: 'Impressum', document: { markdown: 'Wir' } },
    ]);
    await change(source, [
      {
        operation: 'insert_page',
        title: 'New',
        slug: 'new',
        into: pages.guide,
        document: { markdown: 'See [it](../install.md)' },
      },
      { operation: 'delete_page', page: pages.install },
    ]);
    expect((await owner.rest(`POST ${path}/update`)).status).toBe(200);
    const { body } = await owner.rest(`GET /v1/spaces/${space}/content/pages`);
    expect(
      body.pages.map(({ title, pages: below }: { title: string; pages: { title: string }[] }) => [
        title,
        below.map((one) => one.title),
      ]),
    ).toEqual([
      ['GUIDE', ['New']],
      ['Impressum', []],
    ]);
    expect((await markdownOf(space, own)).markdown).toBe('Wir');
    const before = (await owner.rest(`GET /v1/spaces/${space}`)).body.revision;
    await owner.rest(`POST ${path}/update`);
    expect((await owner.rest(`GET /v1/spaces/${space}`)).body.revision).toBe(before);
  });

  it('a translated space keeps a text that was written in it by hand, which counts once it is marked', async () => {
    const { path, space } = await translated();
    await change(space, [
      { operation: 'update_page', page: pages.install, title: 'Einrichten', document: { markdown: '# Schritt\n' } },
    ]);
    await change(source, [{ operation: 'update_page', page: pages.install, document: { markdown: '# Other\n' } }]);
    await owner.rest(`POST ${path}/update`);
    expect(await markdownOf(space, pages.install)).toMatchObject({ title: 'Einrichten', markdown: '# Schritt\n' });
    expect((await owner.rest(`POST ${path}/pages`, { pages: [pages.install] })).status).toBe(200);
    expect(await states(path)).toMatchObject({ Install: 'translated' });
    const { body } = await owner.rest(`GET ${path}/pages?state=untranslated`);
    expect([body.count, body.items[0].title]).toEqual([1, 'Guide']);
    expect((await owner.rest(`POST ${path}/pages`, { pages: ['pg_none'] })).status).toBe(400);
  });
});

/** Returns the parts of a text of the library in capitals. */
function shout(part: unknown): unknown {
  if (typeof part === 'string') return part.toUpperCase();
  if (Array.isArray(part)) return part.map(shout);
  const { Span, Standalone } = part as { Span?: { contents: unknown }; Standalone?: unknown };
  return Span ? { Span: { ...Span, contents: shout(Span.contents) } } : { Standalone };
}
