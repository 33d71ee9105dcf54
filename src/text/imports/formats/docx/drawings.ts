import { counted } from '../../../../lib/counted.ts';
import { joinPath, readFolder, readName } from '../../unpack/source-path.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';

/** A text whose drawings have their words beside them. */
interface DrawnTexts {
  readonly xml: string;
  readonly problems: readonly string[];
}

const drawing = /<w:drawing>(?:(?!<\/?w:drawing>)[^])*<\/w:drawing>/g;

/**
 * Puts the words of drawings where the converter reads them: those of text boxes that are in no older form, of diagrams as paragraphs, and of
 * charts as tables. Names diagrams and charts, whose look is lost, and files that are a part of the document.
 */
export function drawnTexts(written: string, path: string, entries: readonly ArchiveEntry[]): DrawnTexts {
  const parts = relatedParts(path, entries);
  let charts = 0;
  let diagrams = 0;
  let lost = 0;
  const alone = written.replaceAll(
    /<mc:AlternateContent(?:\s[^<>]{0,300})?>\s*<mc:Choice(?:\s[^<>]{0,300})?>((?:(?!<\/?mc:)[^])*)<\/mc:Choice>\s*<\/mc:AlternateContent>/g,
    '$1',
  );
  const xml = alone.replaceAll(drawing, (drawn) => {
    const whole = withWidth(drawn);
    const boxes = [...whole.matchAll(/<w:txbxContent>((?:(?!<\/?w:txbxContent>)[^])*)<\/w:txbxContent>/g)];
    const chart = partNamed(whole, /<c:chart\s[^<>]{0,500}?r:id="([^"<>]{1,100})"/, parts);
    const diagram = partNamed(whole, /<dgm:relIds\s[^<>]{0,500}?r:dm="([^"<>]{1,100})"/, parts);
    const ofDiagram = diagram === undefined ? '' : textsOf(diagram).map(paragraph).join('');
    const ofChart = chart === undefined ? '' : chartTable(chart);
    if (ofChart !== '') charts += 1;
    if (ofDiagram !== '') diagrams += 1;
    const words = [...boxes.map(([, inside = '']) => inside), ofDiagram, ofChart].join('');
    if (words === '' && !/:blip[\s/>]/.test(whole)) lost += 1;
    return words === '' ? whole : `${whole}<w:pict><w:txbxContent>${words}</w:txbxContent></w:pict>`;
  });
  const embedded = written.includes('OLEObject')
    ? entries.filter((entry) => /(?:^|\/)embeddings\/[^/]+$/.test(entry.path))
    : [];
  return {
    xml,
    problems: [
      ...(charts > 0 ? [`${counted(charts, 'chart is', 'charts are')} written as a table of its values`] : []),
      ...(diagrams > 0 ? [`${counted(diagrams, 'diagram is', 'diagrams are')} written as words`] : []),
      ...(lost > 0
        ? [`${counted(lost, 'drawing is', 'drawings are')} left out, which has no words that can be read`]
        : []),
      ...(embedded.length > 0
        ? [
            `${counted(embedded.length, 'embedded file is', 'embedded files are')} left out: ${embedded
              .slice(0, 5)
              .map((entry) => readName(entry.path))
              .join(', ')}`,
          ]
        : []),
    ],
  };
}

/** Private-use sign between the description of a picture and its width, which the converter has no place for. */
export const widthSign = '\uE010';

/** Units of drawings in a pixel. */
const unitsInPixel = 9_525;

/** Writes the width of a picture behind its description. */
function withWidth(drawn: string): string {
  const width = Math.round(Number(/<wp:extent\s[^<>]{0,200}?cx="(\d{1,9})"/.exec(drawn)?.[1] ?? 0) / unitsInPixel);
  if (width === 0 || !drawn.includes(':blip ')) return drawn;
  return drawn.replace(/<wp:docPr\s[^<>]{0,5000}?(?=\s*\/?>)/, (properties) => {
    const words = ['descr', 'title'].map((name) => new RegExp(`\\s${name}="([^"<>]*)"`).exec(properties)?.[1] ?? '');
    const described = words.find((one) => one.trim() !== '') ?? '';
    return `${properties.replace(/\sdescr="[^"<>]*"/, '')} descr="${described}${widthSign}${width}"`;
  });
}

/** The parts to which the relations of a part lead, by id. */
function relatedParts(path: string, entries: readonly ArchiveEntry[]): ReadonlyMap<string, ArchiveEntry> {
  const folder = readFolder(path);
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const xml = byPath.get(`${folder}_rels/${readName(path)}.rels`)?.body.toString() ?? '';
  const found = [...xml.matchAll(/<(?:\w{1,20}:)?Relationship\s[^<>]{0,5000}>/g)].flatMap(([relation]) => {
    const [id, target] = ['Id', 'Target'].map((name) => new RegExp(`\\s${name}="([^"]*)"`).exec(relation)?.[1]);
    const inside = target === undefined ? null : joinPath(target.startsWith('/') ? '' : folder, target);
    const part = inside === null ? undefined : byPath.get(inside);
    return id === undefined || !part ? [] : [[id, part] as const];
  });
  return new Map(found);
}

function partNamed(xml: string, pattern: RegExp, parts: ReadonlyMap<string, ArchiveEntry>): string | undefined {
  const id = pattern.exec(xml)?.[1];
  return id === undefined ? undefined : parts.get(id)?.body.toString();
}

/** A run of words, which are XML. */
export const textRun = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
const paragraph = (words: string) => `<w:p>${textRun(words)}</w:p>`;

/** The texts of a drawing, one for each of its paragraphs. They are XML, as they stand in it. */
const textsOf = (xml: string): string[] =>
  [...xml.matchAll(/<a:p>((?:(?!<\/?a:p>)[^])*)<\/a:p>/g)]
    .map(([, inside = '']) => [...inside.matchAll(/<a:t>([^<>]*)<\/a:t>/g)].map(([, words = '']) => words).join(''))
    .filter((words) => words.trim() !== '');

/** The values that a chart shows, as a table below its title: a row for each category, and a column for each series. */
function chartTable(xml: string): string {
  const title = /<c:title>((?:(?!<\/c:title>)[^])*)<\/c:title>/.exec(xml)?.[1] ?? '';
  const series = [...xml.matchAll(/<c:ser>((?:(?!<\/?c:ser>)[^])*)<\/c:ser>/g)].map(([, inside = '']) => ({
    name: pointsIn(inside, 'tx')[0] ?? '',
    categories: pointsIn(inside, 'cat').concat(pointsIn(inside, 'xVal')),
    values: pointsIn(inside, 'val').concat(pointsIn(inside, 'yVal')),
  }));
  const categories = series[0]?.categories ?? [];
  const rows = Math.min(maxRows, Math.max(0, ...series.map(({ values }) => values.length)));
  const cell = (words = '') => `<w:tc>${paragraph(words)}</w:tc>`;
  const head = `<w:tr>${cell()}${series.map(({ name }) => cell(name)).join('')}</w:tr>`;
  const body = Array.from(
    { length: rows },
    (_, at) => `<w:tr>${cell(categories[at])}${series.map(({ values }) => cell(values[at])).join('')}</w:tr>`,
  );
  const table = rows === 0 ? '' : `<w:tbl>${head}${body.join('')}</w:tbl>`;
  return `${textsOf(title).map(paragraph).join('')}${table}`;
}

/** More values than a reader compares in a table. */
const maxRows = 200;

/** The values that a part of a series keeps of its sheet, at their places. */
function pointsIn(series: string, name: string): string[] {
  const part = new RegExp(`<c:${name}>((?:(?!</c:${name}>)[^])*)</c:${name}>`).exec(series)?.[1] ?? '';
  const points: string[] = [];
  for (const [, at = '', value = ''] of part.matchAll(
    /<c:pt\s[^<>]{0,100}?idx="(\d{1,4})"[^<>]{0,100}>\s*<c:v>([^<>]*)<\/c:v>/g,
  ))
    points[Number(at)] = value;
  return Array.from(points, (value) => value ?? '');
}
