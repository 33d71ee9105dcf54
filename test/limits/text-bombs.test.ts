import { beforeAll, describe, expect, it } from 'vitest';
import { parseTask } from '../../src/text/imports/parse.ts';
import { makeZip } from '../text/imports-archive.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { allOr } from '../setup/size.ts';
import { startComputingClock } from '../../src/lib/computing-time.ts';
import { mainThreadMs } from '../setup/thread-time.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

/** A space with one page of this text, and files. */
async function aPage(markdown: string, ...changes: object[]) {
  const { id: spaceId } = await aSpace(server, organizationId);
  const insert = { operation: 'insert_page', title: 'A', document: { markdown } };
  const { status, body } = await owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes: [...changes, insert] });
  expect(status).toBe(200);
  return { spaceId, pageId: body.changes.at(-1).page.id as string };
}

/** Returns the longest computing time in milliseconds for which the event loop was blocked during `work`. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let [longest, computed] = [0, startComputingClock()];
  const look = () => {
    longest = Math.max(longest, computed());
    computed = startComputingClock();
  };
  const timer = setInterval(look, 10);
  await work();
  clearInterval(timer);
  look();
  return longest;
}

const wideTable = (rows: number) => `${'|a'.repeat(900)}|\n${'|-'.repeat(900)}|\n${'|\n'.repeat(rows)}`;
const documentOf = ({ spaceId, pageId }: { spaceId: string; pageId: string }) =>
  owner.rest(`GET /v1/spaces/${spaceId}/content/page/${pageId}?format=document`);

describe('small texts that once ended the process', () => {
  it('a cell that spans a billion columns is one column more of a PDF', async () => {
    const { spaceId } = await aPage('<table><tr><td colspan=1000000000>x</td></tr></table>');
    const { status } = await owner.rest(`GET /v1/spaces/${spaceId}/pdf`);
    expect(status).toBe(200);
  });

  it.each([
    [allOr(3_000, 600), /^its tables have more than 20000 cells$/],
    // On a busy machine the time limit is reached before the cells are counted.
    ...allOr<[number, RegExp][]>(
      [[25_000, /^(?:its tables have more than 20000 cells|it is too large or too complex)$/]],
      [],
    ),
  ])('a table of 900 columns and %i short rows is read as its source, and says why', async (rows, reason) => {
    const page = await aPage(wideTable(rows));
    const { status, body } = await documentOf(page);
    expect([status, body.document.data.limit]).toEqual([200, expect.stringMatching(reason)]);
    // The result is cached now, so the answer is immediate.
    expect(await longestHold(() => documentOf(page))).toBeLessThan(250);
  });

  it('an answer that repeats texts under aliases is refused before it is too long', async () => {
    const { spaceId } = await aPage('x');
    // Long words, since each word of a page is written to the search index.
    const text = { document: { markdown: `${'x'.repeat(999)} `.repeat(950) } };
    for (let at = 0; at < 3; at += 1) {
      const made = await owner.rest(`POST /v1/spaces/${spaceId}/content`, {
        changes: [{ operation: 'insert_page', title: `B${at}`, ...text }],
      });
      expect(made.status).toBe(200);
    }
    const aliases = Array.from({ length: 10 }, (_, at) => `a${at}: allPages { markdown }`).join(' ');
    const { body } = await owner.graphql(`query ($id: ID!) { space(id: $id) { content { ${aliases} } } }`, {
      id: spaceId,
    });
    expect(body.errors[0]).toMatchObject({
      message: 'An answer contains at most 16777216 characters of texts. Request fewer of them.',
      extensions: { code: 'QUERY_TOO_COMPLEX' },
    });
  });

  it('an SVG that is nested deep is left out of a PDF', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}</svg>`;
    const file = { name: 'deep.svg', base64: Buffer.from(svg).toString('base64') };
    const { spaceId } = await aPage('![deep](./deep)', {
      operation: 'insert_files',
      files: [{ ...file, ref: 'deep' }],
    });
    const { status } = await owner.rest(`GET /v1/spaces/${spaceId}/pdf`);
    expect(status).toBe(200);
  });
});

describe('imports that once took a minute', () => {
  const refused = (pattern: RegExp) => ({ type: 'import_refused', message: expect.stringMatching(pattern) as string });

  it('a Word document of paragraphs without an end is refused', async () => {
    const xml = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${'<w:p>'.repeat(200_000)}`;
    const body = makeZip([
      { name: '[Content_Types].xml', body: '<Types/>' },
      { name: 'word/document.xml', body: xml },
    ]);
    const before = mainThreadMs();
    await expect(parseTask({ source: 'docx', body, origin: {} })).rejects.toMatchObject(
      refused(/nested deeper than 500/),
    );
    expect(mainThreadMs() - before).toBeLessThan(5_000);
  });

  it('a page of nothing but headings is refused', async () => {
    const body = Buffer.from('<h1>a</h1>'.repeat(200_000));
    const before = mainThreadMs();
    await expect(parseTask({ source: 'html', body, origin: {} })).rejects.toMatchObject(
      refused(/has more than 50000 tags/),
    );
    expect(mainThreadMs() - before).toBeLessThan(5_000);
  });

  it('a table with more cells than Markdown is made of is refused', async () => {
    const side = allOr(9_000, 300);
    const body = Buffer.from(`<table><tr>${'<td>'.repeat(side)}${'<tr><td>'.repeat(side)}</table>`);
    await expect(parseTask({ source: 'html', body, origin: {} })).rejects.toMatchObject(
      refused(/a table has more than 20000 cells/),
    );
  });
});
