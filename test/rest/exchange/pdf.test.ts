import { beforeAll, describe, expect, it } from 'vitest';
import { aChangeRequest, aMember, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';
import { allBlocks, formulas, hostile, scripts } from './pdf-pages.ts';
import { bookOf } from './pdf-space.ts';
import { download, printPdf } from './print-pdf.ts';
import { clock } from '../../setup/clock.ts';
import { allOr } from '../../setup/size.ts';

let server: Harness;
let organization: AnOrganization;
let owner: Caller;
let aBook: ReturnType<typeof bookOf>;

beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ owner } = organization);
  aBook = bookOf(server, organization);
});

const pdfOf = (signature: string, caller = owner) => printPdf(server, caller, signature);

describe('GET /v1/spaces/{spaceId}/pdf', () => {
  it('prints a cover, a table of contents with correct page numbers, an outline, and working links', async () => {
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
    // The page of a title after the table of contents must be the one that the table lists.
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

  it('prints a page with the pages below it, or alone', async () => {
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

  it('prints every kind of block, and letters of all scripts', async () => {
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
    // Every letter has a glyph. pdf.js returns private or null characters for missing ones.
    expect(flat).not.toContain('\u0000');
  });

  it('prints the blocks in the cells of a table', async () => {
    const cells = [
      '<p>first words</p><p>second words</p>',
      '<ul><li>item one</li><li>item two</li></ul>',
      '<pre><code>const code = 1;\nnext()</code></pre>',
      '<h3>cell title</h3><blockquote>cited words</blockquote>',
      '<img src="gone.png" alt="no picture"><p></p>',
      '',
      '<br>',
    ];
    const rows = cells.map((cell) => `<tr><td>${cell}</td><td>beside</td></tr>`).join('');
    const head = '<thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead>';
    const { spaceId } = await aBook('Cells', [
      {
        title: 'Table',
        markdown: ['<table>', '<table data-view="cards">']
          .map((tag) => `${tag}${head}<tbody>${rows}</tbody></table>\n\n| | |\n|-|-|\n| | |`)
          .join('\n\n'),
      },
    ]);
    const lines = (await pdfOf(`GET /v1/spaces/${spaceId}/pdf`)).all.split('\n').map((line) => line.trim());
    for (const words of ['first words', 'second words', 'next()', 'cell title', 'cited words', 'no picture'])
      expect(lines.filter((line) => line === words)).toHaveLength(2);
    expect(lines.filter((line) => /^• *item (one|two)$/.test(line))).toHaveLength(4);
  });

  it('prints what pages include, the files of cells, and where cards lead', async () => {
    const { id: spaceId } = await aSpace(server, organization.id);
    const cards = `<table data-view="cards"><thead><tr><th></th><th data-type="files">Files</th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Card words</td><td><a href="notes.txt">n</a></td><td><a href="other">o</a></td></tr></tbody></table>`;
    const changes = [
      { operation: 'insert_files', files: [{ name: 'notes.txt', base64: Buffer.from('notes').toString('base64') }] },
      { operation: 'insert_page', title: 'Other', document: { markdown: 'Words.' } },
      {
        operation: 'insert_reusable_content',
        title: 'Legal notice',
        document: {
          markdown: '---\na: 1\n---\nReused **words**, [the other](/other).\n\n{% include "legal-notice.md" %}',
        },
      },
      {
        operation: 'insert_page',
        title: 'Page',
        document: {
          markdown: `{% hint style="info" %}\n{% include "legal-notice.md" %}\n{% endhint %}\n\n{% include "gone.md" %}\n\n${cards}\n\n{% file src="notes.txt" %}\nThe notes\n{% endfile %}\n`,
        },
      },
    ];
    expect((await owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes })).status).toBe(200);
    const { all, links } = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    const flat = all.replaceAll(/\s+/g, ' ');
    for (const words of ['Reused words, the other.', 'Card words', 'notes.txt – The notes'])
      expect(flat).toContain(words);
    expect(flat.split('notes.txt')).toHaveLength(3);
    expect(flat).not.toContain('include');
    expect(links.filter(({ from }) => from > 2)).toHaveLength(2);
  });

  it('prints a space in parts, with one table of contents, page numbers and links across the parts', async () => {
    // More text than one part can have, so that each page is a part. Reading hundreds of sheets takes seconds.
    const comment = `<!-- ${'x'.repeat(250_000)} -->`;
    const words = 'Words that fill many lines of a page. ';
    const long = allOr(words.repeat(8_000), `${words.repeat(600)}\n\n${comment}`);
    const { spaceId } = await aBook('Long', [
      { title: 'Start', markdown: `To [the end](p2#last-words) and [the middle](p1).\n\n${long}` },
      { title: 'Middle', markdown: `# Inner\n\n${long}` },
      { title: 'End', under: 1, markdown: `${long}\n\n## Last words\n\nBack to [the start](p0#absent).` },
    ]);
    const pdf = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    expect(pdf.pages).toBeGreaterThan(allOr(150, 15));
    const pageOf = (words: string) => pdf.texts.findIndex((text, index) => index > 1 && text.includes(words)) + 1;
    const starts = ['Start', 'Inner', 'End\n'].map(pageOf);
    const contents = (pdf.texts[1] ?? '').replaceAll(/[\s.]+/g, ' ');
    expect(contents).toContain(`Start ${starts[0]} Middle ${starts[1]} End ${starts[2]}`);
    expect(pdf.links.filter(({ from }) => from > 2)).toEqual([
      { from: 3, text: '', to: pageOf('Last words') },
      { from: 3, text: '', to: starts[1] },
      { from: pdf.pages, text: '', to: 3 },
    ]);
    // The number at the foot of each page is that of the sheet.
    for (const sheet of [starts[1]!, pdf.pages])
      expect(pdf.texts[sheet - 1]?.trimEnd()).toMatch(new RegExp(`${sheet}$`));
    expect(pdf.outline.map(({ title, items }) => [title, items.map((item) => item.title)])).toEqual([
      ['Start', []],
      ['Middle', ['Inner', 'End']],
    ]);
  });

  it('formulas are typeset, and those that cannot be are printed as written', async () => {
    const { spaceId } = await aBook('Formulas', [{ title: 'All formulas', markdown: formulas }]);
    const pdf = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    const flat = pdf.all.replaceAll(/\s+/g, ' ');
    expect(flat).not.toMatch(/\\frac|\\sum|\\begin/);
    expect(flat).toMatch(/∑/);
    expect(flat).toContain('𝛼');
    expect(flat).toContain('In a line 𝑒');
    // Own TeX definitions, an error, and text that the compiler would treat as code.
    for (const written of [
      '\\mycommand{x}',
      'x_{unfinished',
      '#read("/data.json")',
      '\\text{" std.read("/data.json") "}',
    ])
      expect(flat).toContain(written);
  });

  it('long code in a table cell is broken into lines', async () => {
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
    // The identifier is broken over lines without losing a letter.
    expect(table).toMatch(/^someVeryLong\nIdentifierName\nanother\.long\.\nidentifier\nx-y-z words/m);
    // An identifier that fits on a line can be copied unchanged.
    expect(text).toContain('someVeryLongIdentifierName');
  });

  it('never interprets page content as markup of the PDF', async () => {
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

  it('renders the same PDF once for all callers, and returns a stored PDF immediately', async () => {
    const { spaceId } = await aBook('Once', [{ title: 'One', markdown: 'words' }]);
    const reader = await aMember(server, organization.id, 'read');
    const signature = `GET /v1/spaces/${spaceId}/pdf`;
    const answers = await Promise.all([owner, owner, reader].map((caller) => caller.rest(signature)));
    const madeOf = (url: string) => url.slice(baseUrl.length).split('/')[2];
    expect(new Set(answers.map(({ body }) => madeOf(body.url))).size).toBe(1);
    const jobs = () => server.platform.db.prisma.job.count({ where: { spaceId } });
    const before = await jobs();
    expect(before).toBe(2);
    expect(madeOf((await reader.rest(signature)).body.url)).toBe(madeOf(answers[0]!.body.url));
    expect(await jobs()).toBe(before);
    await server.platform.db.prisma.space.update({ where: { id: spaceId }, data: { title: 'Another cover' } });
    expect(madeOf((await owner.rest(signature)).body.url)).not.toBe(madeOf(answers[0]!.body.url));
  });

  it('is downloadable for one hour, and only with its signed URL', async () => {
    const { spaceId } = await aBook('Address', [{ title: 'One', markdown: 'words' }]);
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/pdf`);
    const { url } = body as { url: string };
    const expires = Number(new URL(url).searchParams.get('expires')) - clock.now().getTime() / 1_000;
    expect(expires).toBeGreaterThan(3_540);
    expect(expires).toBeLessThanOrEqual(3_600);
    const forged = url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await download(server, forged)).statusCode).toBe(403);
    await server.platform.db.prisma.space.update({ where: { id: spaceId }, data: { deletedAt: clock.now() } });
    expect((await download(server, url)).statusCode).toBe(404);
    expect((await owner.rest(`GET /v1/spaces/${spaceId}/pdf`)).status).toBe(404);
  });

  it('refuses to print more than 2,000 pages of content', async () => {
    const { spaceId } = await aBook('Small', [{ title: 'One', markdown: 'words' }]);
    const { db } = server.platform;
    await db.sql.rows((await import('../../../src/db/sql.ts')).sql`insert into content_entries
      (line, "entryId", "fromSeq", "spaceId", kind, position, type, title, slug, "createdAt", "updatedAt")
      select ${spaceId}, ${spaceId} || n, 1, ${spaceId}, 'page', 'b' || n, 'document', 'x', 's' || n, now(), now()
      from generate_series(1, 2000) n`);
    const { status, body } = await owner.rest(`GET /v1/spaces/${spaceId}/pdf`);
    expect([status, body.error.type]).toEqual([413, 'payload_too_large']);
  });
});

describe('GET …/change-requests/{changeRequestId}/pdf', () => {
  it('prints the content of a change request, by id and by number', async () => {
    const { spaceId } = await aBook('Changed', [{ title: 'One', markdown: 'main words' }]);
    const { id, number } = await aChangeRequest(server, spaceId, { status: 'open' });
    for (const name of [id, number])
      expect((await pdfOf(`GET /v1/spaces/${spaceId}/change-requests/${name}/pdf`)).all).toContain('main words');
    expect((await owner.rest(`GET /v1/spaces/${spaceId}/change-requests/999/pdf`)).status).toBe(404);
  });
});
