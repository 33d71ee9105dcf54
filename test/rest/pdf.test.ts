import { generateKeyBetween } from 'fractional-indexing';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { keepBytes } from '../../src/domain/content/blobs.ts';
import { aChangeRequest, aMember, anOrganization, aSpace, type AnOrganization } from '../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../harness.ts';
import { allBlocks, formulas, hostile, scripts } from './pdf-pages.ts';
import { readPdf } from './read-pdf.ts';

let server: Harness;
let organization: AnOrganization;
let owner: Caller;

beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ owner } = organization);
});

interface APage {
  readonly title: string;
  readonly markdown?: string;
  readonly under?: number;
  readonly hidden?: boolean;
  readonly type?: string;
}

/** A space with these pages, in order; `under` is the index of a parent. */
async function aBook(title: string, pages: readonly APage[], files: Readonly<Record<string, Buffer>> = {}) {
  const space = await aSpace(server, organization.id, { title, emoji: '📘' });
  const { db, services } = server.platform;
  const ids = pages.map(() => services.newId('pg'));
  const now = new Date();
  const entry = { line: space.id, fromSeq: 1, spaceId: space.id, createdAt: now, updatedAt: now };
  let position: string | null = null;
  const fileIds = new Map<string, string>();
  for (const [name, body] of Object.entries(files)) {
    const [kept] = await keepBytes(owner.context(), [{ name, body }]);
    fileIds.set(name, services.newId('file'));
    await db.prisma.contentEntry.create({
      data: {
        ...entry,
        entryId: fileIds.get(name)!,
        kind: 'file',
        position: 'a0',
        type: kept!.contentType,
        title: name,
        blobHash: kept!.hash,
      },
    });
  }
  for (const [index, page] of pages.entries()) {
    const markdown = page.markdown ?? '';
    const documentId = createHash('sha256').update(markdown).digest('hex');
    await db.prisma.document.upsert({ where: { id: documentId }, update: {}, create: { id: documentId, markdown } });
    position = generateKeyBetween(position, null);
    await db.prisma.contentEntry.create({
      data: {
        ...entry,
        entryId: ids[index]!,
        kind: 'page',
        parentId: page.under === undefined ? null : ids[page.under]!,
        position,
        type: page.type ?? 'document',
        title: page.title,
        slug: `p${index}`,
        documentId: page.type === 'group' ? null : documentId,
        attributes: page.hidden ? { hidden: true } : {},
      },
    });
    let ordinal = 0;
    for (const { index: at, 1: url = '' } of markdown.matchAll(/\]\((p\d+[^)]*|[\w.]+\.(?:png|svg))\)/g)) {
      const [slug = '', anchor = null] = url.split('#');
      const fileId = fileIds.get(url);
      await db.prisma.contentLink.create({
        data: {
          line: space.id,
          entryId: ids[index]!,
          fromSeq: 1,
          ordinal: (ordinal += 1),
          source: 'text',
          startsAt: at + 2,
          endsAt: at + 2 + url.length,
          url,
          kind: fileId ? 'file' : 'page',
          targetId: fileId ?? ids[Number(slug.slice(1))] ?? null,
          anchor,
        },
      });
    }
  }
  return { spaceId: space.id, ids };
}

const pathOf = (url: string) => url.slice(baseUrl.length);
const download = (url: string) => server.app.inject({ method: 'GET', url: pathOf(url) });

async function pdfOf(signature: string, caller = owner) {
  const { status, body } = await caller.rest(signature);
  expect([status, body]).toEqual([200, { url: expect.stringContaining(`${baseUrl}/pdfs/pdf_`) }]);
  const { rawPayload, statusCode, headers } = await download(body.url);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  return readPdf(rawPayload);
}

describe('GET /v1/spaces/{spaceId}/pdf', () => {
  it('prints a cover, contents that name the right pages, an outline, and links that lead there', async () => {
    const { spaceId } = await aBook('Handbook', [
      { title: 'Welcome', markdown: '# Welcome\n\nSee [the guide](p2#second-step) and [all](https://example.org/x).' },
      { title: 'Guides', type: 'group' },
      { title: 'First guide', under: 1, markdown: `${'Some words.\n\n'.repeat(120)}\n## Second step\n\nHere.` },
      { title: 'Last', markdown: 'Back to [the beginning](p0).' },
      { title: 'Secret', hidden: true, markdown: 'hidden words' },
    ]);
    const pdf = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    expect(pdf.texts[0]).toContain('Handbook');
    expect(pdf.texts[0]).toContain('📘');
    expect(pdf.all).not.toContain('hidden words');
    // The page that holds a title beyond the contents is the one the contents name.
    const pageOf = (title: string) => pdf.texts.findIndex((text, index) => index > 1 && text.includes(title)) + 1;
    const contents = (pdf.texts[1] ?? '').replaceAll(/[\s.]+/g, ' ');
    for (const title of ['Welcome', 'Guides', 'First guide', 'Last'])
      expect(contents).toContain(`${title} ${pageOf(title)}`);
    expect(pdf.outline.map(({ title }) => title)).toEqual(['Welcome', 'Guides', 'Last']);
    expect(pdf.outline[1]?.items.map(({ title }) => title)).toEqual(['First guide']);
    expect(pdf.outline[1]?.items[0].items.map(({ title }: any) => title)).toEqual(['Second step']);
    const step = pdf.texts.findLastIndex((text) => text.includes('Second step')) + 1;
    expect(step).toBeGreaterThan(pageOf('First guide'));
    expect(pdf.links).toContainEqual({ from: pageOf('Welcome'), text: '', to: step });
    expect(pdf.links).toContainEqual({ from: pageOf('Welcome'), text: '', url: 'https://example.org/x' });
    expect(pdf.links).toContainEqual({ from: pageOf('Last'), text: '', to: pageOf('Welcome') });
    expect(pdf.links.filter(({ from }) => from === 2).map(({ to }) => to)).toEqual(
      ['Welcome', 'Guides', 'First guide', 'Last'].map(pageOf),
    );
  });

  it('prints one page with those below it, or alone', async () => {
    const { spaceId, ids } = await aBook('Parts', [
      { title: 'Outside', markdown: 'outer words' },
      { title: 'Top', markdown: 'top words, [out](p0)' },
      { title: 'Below', under: 1, markdown: 'deep words' },
    ]);
    const below = await pdfOf(`GET /v1/spaces/${spaceId}/pdf?page=${ids[1]}`);
    expect([
      below.all.includes('outer words'),
      below.all.includes('top words'),
      below.all.includes('deep words'),
    ]).toEqual([false, true, true]);
    const alone = await pdfOf(`GET /v1/spaces/${spaceId}/pdf?page=${ids[1]}&only=true`);
    expect([alone.all.includes('top words'), alone.all.includes('deep words')]).toEqual([true, false]);
    const refused = await owner.rest(`GET /v1/spaces/${spaceId}/pdf?only=true`);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'query.only']);
    expect((await owner.rest(`GET /v1/spaces/${spaceId}/pdf?page=pg_absent`)).status).toBe(404);
  });

  it('shows every kind of block, and letters of all scripts', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
      'base64',
    );
    const { spaceId } = await aBook(
      'Blocks',
      [
        { title: 'All blocks', markdown: allBlocks },
        { title: 'Scripts', markdown: scripts },
      ],
      {
        'good.png': png,
        'cut.png': png.subarray(0, 40),
        'drawing.svg': Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>',
        ),
      },
    );
    const pdf = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    const flat = pdf.all.replaceAll(/\s+/g, ' ');
    for (const words of [
      'Nested item',
      'Third',
      'to do',
      'Careful',
      'quoted words',
      'src/main.ts',
      'npm install',
      'pnpm add',
      'alpha',
      'a damaged picture',
      'nowhere',
      'Zażółć gęślą jaźń',
      'Съешь же ещё',
      'Ξεσκεπάζω',
      '快速的棕色狐狸',
      'いろはにほへと',
      '다람쥐',
      '🎉',
    ])
      expect(flat).toContain(words);
    expect(flat).not.toMatch(/\{%|<br>|\uFFFD/);
    // No letter without its glyph: pdf.js would give it as a private or null character.
    expect(flat).not.toContain('\u0000');
  });

  it('sets formulas, and shows those as they are written that it cannot', async () => {
    const { spaceId } = await aBook('Formulas', [{ title: 'All formulas', markdown: formulas }]);
    const pdf = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    const flat = pdf.all.replaceAll(/\s+/g, ' ');
    expect(flat).not.toMatch(/\\frac|\\sum|\\begin/);
    expect(flat).toMatch(/∑/);
    expect(flat).toContain('𝛼');
    expect(flat).toContain('In a line 𝑒');
    // TeX of its own, a mistake, and what would be code to the compiler.
    for (const written of [
      '\\mycommand{x}',
      'x_{unfinished',
      '#read("/data.json")',
      '\\text{" std.read("/data.json") "}',
    ])
      expect(flat).toContain(written);
  });

  it('keeps code of a table within its cell', async () => {
    const row = '| `someVeryLongIdentifierName` | `another.long.identifier` | words | words and words |\n'.repeat(3);
    const { spaceId } = await aBook('Cells', [
      {
        title: 'Table',
        markdown: `| a | b | c | d | e | f |\n|---|---|---|---|---|---|\n${row.replaceAll('words', '`x-y-z` words that wrap')}`,
      },
      { title: 'Text', markdown: 'See `someVeryLongIdentifierName`, which is one word.' },
    ]);
    const pdf = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    const [table = '', text = ''] = pdf.texts.slice(2);
    // In pieces, on lines of their own, and each letter is there.
    expect(table).toMatch(/^someVeryLong\nIdentifierName\nanother\.long\.\nidentifier\nx-y-z words/m);
    // What has room can be copied as it is.
    expect(text).toContain('someVeryLongIdentifierName');
  });

  it('takes nothing in a page for more than text', { timeout: 120_000 }, async () => {
    const { spaceId } = await aBook(
      'Hostile',
      hostile.map((markdown, index) => ({ title: `Page ${index} #include "x" $y$`, markdown })),
      {
        'linked.svg': Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="20">
        <image href="file:///etc/passwd" width="9" height="9"/><image xlink:href="/etc/passwd" width="9" height="9"/>
        <image href="main.typ" width="9" height="9"/><image href="http://127.0.0.1:1/x.png" width="9" height="9"/></svg>`,
        ),
      },
    );
    const pdf = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    expect(pdf.all).toContain('#include "/etc/passwd"');
    expect(pdf.all).not.toContain('root:x:0:0');
    expect(pdf.links.flatMap(({ url }) => url ?? []).filter((url) => !/^(https?|mailto):/.test(url))).toEqual([]);
  });

  it('makes the same once, for everybody, and gives what was made at once', async () => {
    const { spaceId } = await aBook('Once', [{ title: 'One', markdown: 'words' }]);
    const reader = await aMember(server, organization.id, 'read');
    const signature = `GET /v1/spaces/${spaceId}/pdf`;
    const answers = await Promise.all([owner, owner, reader].map((caller) => caller.rest(signature)));
    const madeOf = (url: string) => pathOf(url).split('/')[2];
    expect(new Set(answers.map(({ body }) => madeOf(body.url))).size).toBe(1);
    const jobs = () => server.platform.db.prisma.job.count({ where: { spaceId } });
    const before = await jobs();
    expect(before).toBe(2);
    expect(madeOf((await reader.rest(signature)).body.url)).toBe(madeOf(answers[0]!.body.url));
    expect(await jobs()).toBe(before);
    await server.platform.db.prisma.space.update({ where: { id: spaceId }, data: { title: 'Another cover' } });
    expect(madeOf((await owner.rest(signature)).body.url)).not.toBe(madeOf(answers[0]!.body.url));
  });

  it('is fetched by its address for an hour, and only by that', async () => {
    const { spaceId } = await aBook('Address', [{ title: 'One', markdown: 'words' }]);
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/pdf`);
    const { url } = body as { url: string };
    const expires = Number(new URL(url).searchParams.get('expires')) - Date.now() / 1_000;
    expect(expires).toBeGreaterThan(3_540);
    expect(expires).toBeLessThanOrEqual(3_600);
    expect((await download(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).statusCode).toBe(403);
    await server.platform.db.prisma.space.update({ where: { id: spaceId }, data: { deletedAt: new Date() } });
    expect((await download(url)).statusCode).toBe(404);
    expect((await owner.rest(`GET /v1/spaces/${spaceId}/pdf`)).status).toBe(404);
  });

  it('prints 500 pages of content at most', async () => {
    const { spaceId } = await aBook('Small', [{ title: 'One', markdown: 'words' }]);
    const { db } = server.platform;
    await db.sql.rows((await import('../../src/db/sql.ts')).sql`insert into content_entries
      (line, "entryId", "fromSeq", "spaceId", kind, position, type, title, slug, "createdAt", "updatedAt")
      select ${spaceId}, ${spaceId} || n, 1, ${spaceId}, 'page', 'b' || n, 'document', 'x', 's' || n, now(), now()
      from generate_series(1, 500) n`);
    const { status, body } = await owner.rest(`GET /v1/spaces/${spaceId}/pdf`);
    expect([status, body.error.type]).toEqual([413, 'payload_too_large']);
  });
});

describe('GET …/change-requests/{changeRequestId}/pdf', () => {
  it('prints the content of the change request, by id and by number', async () => {
    const { spaceId } = await aBook('Changed', [{ title: 'One', markdown: 'main words' }]);
    const { id, number } = await aChangeRequest(server, spaceId, { status: 'open' });
    for (const name of [id, number])
      expect((await pdfOf(`GET /v1/spaces/${spaceId}/change-requests/${name}/pdf`)).all).toContain('main words');
    expect((await owner.rest(`GET /v1/spaces/${spaceId}/change-requests/999/pdf`)).status).toBe(404);
  });
});
