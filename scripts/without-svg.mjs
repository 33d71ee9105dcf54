/**
 * Returns a font without its drawings in SVG if it has the same as layers (`COLR`), which programs that know both read first; else
 * null. It is a list of tables, each with a place in the list: https://learn.microsoft.com/typography/opentype/spec/otff
 */
export function withoutSvg(font) {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => readTable(font, 12 + 16 * at));
  const names = tables.map(({ name }) => name);
  if (!names.includes('COLR') || !names.includes('SVG ')) return null;
  return writeFont(
    font.subarray(0, 4),
    tables.filter(({ name }) => name !== 'SVG '),
  );
}

function readTable(font, at) {
  const [start, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
  return {
    name: font.toString('latin1', at, at + 4),
    nameAndSum: font.subarray(at, at + 8),
    length,
    bytes: font.subarray(start, start + length),
  };
}

function writeFont(version, tables) {
  let end = 12 + 16 * tables.length;
  const placed = tables.map((table) => {
    const start = end;
    // Each begins at a multiple of four bytes.
    end += Math.ceil(table.length / 4) * 4;
    return { ...table, start };
  });
  const font = Buffer.alloc(end);
  const exponent = Math.floor(Math.log2(tables.length));
  const searched = 16 * 2 ** exponent;
  version.copy(font);
  [tables.length, searched, exponent, 16 * tables.length - searched].forEach((value, at) =>
    font.writeUInt16BE(value, 4 + 2 * at),
  );
  placed.forEach(({ nameAndSum, start, length, bytes }, index) => {
    const at = 12 + 16 * index;
    nameAndSum.copy(font, at);
    font.writeUInt32BE(start, at + 8);
    font.writeUInt32BE(length, at + 12);
    bytes.copy(font, start);
  });
  return font;
}
