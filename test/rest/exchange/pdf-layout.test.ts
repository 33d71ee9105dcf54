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

describe('the layout of a PDF', { timeout: 120_000 }, () => {
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
    const placeOf = (text: string) => words.find((word) => word.text === text)!;
    const middle = (text: string) => placeOf(text).left + placeOf(text).width / 2;
    const edge = placeOf('leftwords').left;
    const width = 595.28 - 2 * edge;
    expect(middle('centrewords')).toBeCloseTo(edge + width / 2, 0);
    expect(middle('centrehead')).toBeCloseTo(edge + width / 2, 0);
    expect(placeOf('rightwords').left + placeOf('rightwords').width).toBeCloseTo(edge + width, 0);
    expect(placeOf('leftcell').left).toBeLessThan(edge + 20);
    expect(placeOf('midcell').left).toBeGreaterThan(middle('centrewords') * 0.9);
  });
});
