import { expect, it } from 'vitest';
import { fc } from '../setup/properties.ts';
import { convertHtml } from '../../src/text/imports/formats/html/html.ts';

const spans = fc.array(
  fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })), { maxLength: 4 }),
  {
    minLength: 1,
    maxLength: 5,
  },
);

/** The columns of cells as browsers place them, by their text. */
function columnsOf(rows: readonly (readonly (readonly [number, number])[])[]): Map<string, number> {
  const taken = new Set<string>();
  const columns = new Map<string, number>();
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const [at, [wide, high]] of row.entries()) {
      while (taken.has(`${x},${y}`)) x += 1;
      columns.set(`c${y}x${at}`, x);
      for (let down = 0; down < Math.min(high, rows.length - y); down += 1)
        for (let right = 0; right < wide; right += 1) taken.add(`${x + right},${y + down}`);
      x += wide;
    }
  }
  return columns;
}

it('a cell of a table with merged cells stands below the head that it has in the source', () => {
  fc.assert(
    fc.property(spans, (rows) => {
      const head = `<tr>${Array.from({ length: 12 }, (_none, at) => `<th>h${at}</th>`).join('')}</tr>`;
      const body = rows.map(
        (row, y) =>
          `<tr>${row.map(([wide, high], at) => `<td colspan="${wide}" rowspan="${high}">c${y}x${at}</td>`).join('')}</tr>`,
      );
      const { markdown } = convertHtml('a.html', `<table>${head}${body.join('')}</table>`);
      const lines = markdown.split('\n').slice(2);
      const found = lines.flatMap((line) =>
        line
          .split('|')
          .slice(1)
          .flatMap((cell, at): [string, number][] => (/^c\d/.test(cell.trim()) ? [[cell.trim(), at]] : [])),
      );
      expect(new Map(found)).toEqual(columnsOf(rows));
    }),
  );
});
