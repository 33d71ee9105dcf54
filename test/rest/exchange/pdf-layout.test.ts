import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { bookOf } from './pdf-space.ts';
import { printPdf } from './print-pdf.ts';

let server: Harness;
let organization: AnOrganization;
let aBook: ReturnType<typeof bookOf>;

beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  aBook = bookOf(server, organization);
});

const pdfOf = (signature: string) => printPdf(server, organization.owner, signature);

describe('the layout of a PDF', () => {
  it('a row of a table that fits a sheet is on one sheet, and a row that is longer than a sheet is printed whole', async () => {
    const lines = (name: string, count: number) =>
      Array.from({ length: count }, (_none, at) => `${name}line${at}`).join('<br>');
    const rows = Array.from({ length: 30 }, (_none, at) => `| row${at} | ${lines(`r${at}`, 7)} |`);
    const table = ['| Name | Lines |', '|---|---|', ...rows, `| long | ${lines('long', 150)} |`].join('\n');
    const { spaceId } = await aBook('Rows', [{ title: 'Table', markdown: table }]);
    const { texts } = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    const sheetOf = (words: string) => texts.findIndex((text) => text.includes(words));
    for (let at = 0; at < 30; at += 1) {
      expect(sheetOf(`r${at}line0`)).toBeGreaterThan(0);
      expect([at, sheetOf(`r${at}line6`)]).toEqual([at, sheetOf(`r${at}line0`)]);
    }
    expect(new Set(rows.map((_row, at) => sheetOf(`r${at}line0`))).size).toBeGreaterThan(2);
    for (let at = 0; at < 150; at += 1) expect(sheetOf(`longline${at}`)).toBeGreaterThan(0);
  });

  it('a page that is nested too deeply is printed as its source, and the other pages as usual', async () => {
    const { spaceId } = await aBook('Deep', [
      { title: 'Plain', markdown: 'Some **bold** words' },
      { title: 'Nested', markdown: `${'> '.repeat(1_500)}innermost` },
    ]);
    const { all } = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    expect(all).toContain('Some bold words');
    expect(all.replaceAll(/\s/g, '')).toContain('>>>>>>>>>>>>>>>>');
    expect(all).toContain('innermost');
  });

  it('diagrams are drawn, and those with errors or of other kinds are printed as code', async () => {
    const sources = [
      'flowchart LR\n  a[Draft] --> b{Review}',
      'sequenceDiagram\n  Reader->>Server: GET',
      'no diagram at all',
      'pie\n  "Cats" : 3',
      `flowchart LR\n${Array.from({ length: 300 }, (_, n) => `  many${n}-->many${n + 1}\n`).join('')}`,
    ];
    const fenced = sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\``);
    const { spaceId } = await aBook('Diagrams', [{ title: 'All diagrams', markdown: fenced.join('\n\n') }]);
    const pdf = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    for (const drawn of ['Draft', 'Review', 'Reader', 'Server']) expect(pdf.all).toContain(drawn);
    expect(pdf.all).not.toMatch(/a\[Draft\]|Reader->>Server/);
    for (const written of ['no diagram at all', '"Cats" : 3', 'many299-->many300']) expect(pdf.all).toContain(written);
  });

  it('paragraphs, headings and cells are printed where their alignment says', async () => {
    const { spaceId } = await aBook('Aligned', [
      {
        title: 'Places',
        markdown: [
          'leftwords',
          '<p align="center">centrewords</p>',
          '<div align="right">\n\nrightwords\n\n</div>',
          '<h2 align="center">centrehead</h2>',
          '| A | B |\n|---|:-:|\n| wide words that make the column wide | wide words that make the column wide |\n| leftcell | midcell |',
        ].join('\n\n'),
      },
    ]);
    const { words } = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    const readPlace = (text: string) => words.find((word) => word.text === text)!;
    const middle = (text: string) => readPlace(text).left + readPlace(text).width / 2;
    const edge = readPlace('leftwords').left;
    const width = 595.28 - 2 * edge;
    expect(middle('centrewords')).toBeCloseTo(edge + width / 2, 0);
    expect(middle('centrehead')).toBeCloseTo(edge + width / 2, 0);
    expect(readPlace('rightwords').left + readPlace('rightwords').width).toBeCloseTo(edge + width, 0);
    expect(readPlace('leftcell').left).toBeLessThan(edge + 20);
    expect(readPlace('midcell').left).toBeGreaterThan(middle('centrewords') * 0.9);
  });

  it('other scripts have their letters and direction, drawings their labels, and blocks of other generators their boxes', async () => {
    const drawing = [
      '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><switch>',
      '<foreignObject width="100%" height="100%"><div xmlns="http://www.w3.org/1999/xhtml" style="width: 198px">Gateway label</div></foreignObject>',
      '<text x="50" y="30" font-size="12">Gateway la...</text></switch>',
      '<foreignObject x="140" y="20" width="90" height="20"><div xmlns="http://www.w3.org/1999/xhtml">Worker</div></foreignObject></svg>',
    ].join('');
    const markdown = [
      'افتح الملف (Settings).',
      '* قائمة',
      '* פריט',
      '| يمين | وسط |\n|---|---|\n| خلية | שמאל |',
      '```sh\nnpm install # تعليق\n```',
      'ภาษาไทย',
      'सेटिंग',
      '- latin',
      '::: tip vitepress\nBoxone\n:::',
      '/// note | pymdownx\nBoxtwo\n///',
      '![](drawing.svg)',
    ].join('\n\n');
    const { spaceId } = await aBook('دليل', [{ title: 'عنوان', markdown }], { 'drawing.svg': Buffer.from(drawing) });
    const { words, all } = await pdfOf(`GET /v1/spaces/${spaceId}/pdf`);
    const lettersOf = (text: string) => text.normalize('NFKC');
    const readPlace = (text: string) => {
      const found = words.filter((word) => lettersOf(word.text).includes(text)).at(-1);
      expect([text, found]).toEqual([text, expect.anything()]);
      return found!;
    };
    const end = (text: string) => readPlace(text).left + readPlace(text).width;
    const { left } = readPlace('Contents');
    const right = 595.28 - left;
    // The page is read from the right: the first word ends there, and the full stop is left of the parentheses.
    for (const text of ['عنوان', 'افتح']) expect(end(text)).toBeCloseTo(right, -1);
    expect(readPlace('Settings').left).toBeLessThan(readPlace('افتح').left);
    const dot = words.find(({ text }) => text === '.)' || text === ').');
    expect(dot?.left).toBeLessThan(readPlace('Settings').left);
    for (const text of ['قائمة', 'פריט']) {
      expect(end(text)).toBeGreaterThan(right - 25);
      expect(words.some((word) => word.text === '•' && word.left > end(text))).toBe(true);
    }
    expect(readPlace('يمين').left).toBeGreaterThan(end('وسط'));
    expect(readPlace('خلية').left).toBeGreaterThan(end('שמאל'));
    expect(readPlace('npm').left).toBeLessThan(left + 20);
    for (const text of ['ภาษาไทย', 'से']) expect(readPlace(text).left).toBeCloseTo(left, -1);
    const printed = all.replaceAll(/\s/g, '');
    for (const text of ['Gatewaylabel', 'Worker', 'vitepress', 'pymdownx']) expect(printed).toContain(text);
    // Boxes have an inset.
    for (const text of ['Boxone', 'Boxtwo']) expect(readPlace(text).left).toBeGreaterThan(left + 9);
    expect(printed).not.toMatch(/:::|\/\/\/|la\.\.\./);
  });
});
