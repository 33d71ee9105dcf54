import { counted } from '../../../../lib/counted.ts';
import { colorOf } from '../html/colors.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import { drawnTexts, textRun } from './drawings.ts';
import { isTextPart } from './fields.ts';
import { withoutPrompts, withShownWords } from './looks.ts';
import { withRules, withSymbols } from './signs.ts';
import type { WordStyles } from './styles.ts';

/** A document of which the converter reads everything that is to be seen. */
interface MendedText {
  readonly entries: readonly ArchiveEntry[];
  readonly problems: readonly string[];
  /** How the converter writes the colors in it. */
  readonly map: readonly string[];
}

/**
 * Writes what the converter does not read as what it reads: text boxes and drawings as their words, colors, readings above characters, first
 * letters in boxes of their own. Leaves out what a style or a row of a table hides, prompts to write something, and the table of contents.
 */
export function mendText(entries: readonly ArchiveEntry[], main: string, styles: WordStyles): MendedText {
  const colors = new Set<string>();
  const problems: string[] = [];
  const mended = entries.map(({ path, body }) => {
    if (!isTextPart(path, main)) return { path, body };
    const written = body.toString();
    let [rows, prompts] = [0, 0];
    const drawn = drawnTexts(withShownWords(written), path, entries);
    const shown = drawn.xml
      .replaceAll(row, (whole) => {
        if (!/<w:hidden\s*\/>/.test(whole)) return withSkipped(whole);
        rows += 1;
        return '';
      })
      .replaceAll(cell, (whole) => (/<w:cellDel[\s/]/.test(whole) ? emptyCell : whole));
    if (rows > 0) problems.push(`${counted(rows, 'hidden row is', 'hidden rows are')} left out`);
    problems.push(...drawn.problems);
    const filled = withoutPrompts(shown, () => (prompts += 1));
    if (prompts > 0)
      problems.push(`${counted(prompts, 'empty field of a form is', 'empty fields of forms are')} left out`);
    const read = withItems(hideByStyle(filled, styles).replaceAll(hiddenBox, '$1'), styles);
    const xml = withColors(withRules(withSymbols(plainParts(read))), colors);
    return { path, body: xml === written ? body : Buffer.from(xml) };
  });
  const map = [...colors].map((value) => `highlight[color='${value}'] => mark.${value.replaceAll(' ', '.')}`);
  return { entries: mended, problems, map };
}

/** A row without tables in it. */
const row = /<w:tr(?:\s[^<>]{0,500})?>(?:(?!<\/?w:tr[\s>])[^])*<\/w:tr>/g;

/** A cell without tables in it. */
const cell = /<w:tc(?:\s[^<>]{0,300})?>(?:(?!<\/?w:tc[\s>])[^])*<\/w:tc>/g;

const emptyCell = '<w:tc><w:p/></w:tc>';

/** A row with cells at the places that it leaves out before the first and after the last one. */
function withSkipped(whole: string): string {
  const [before = 0, after = 0] = ['Before', 'After'].map((side) =>
    Number(new RegExp(`<w:grid${side}\\s+w:val="(\\d{1,2})"`).exec(whole)?.[1] ?? 0),
  );
  if (before + after === 0) return whole;
  const at = whole.search(/<w:tc[\s>]/);
  if (at < 0) return whole;
  return `${whole.slice(0, at)}${emptyCell.repeat(before)}${whole.slice(at, -'</w:tr>'.length)}${emptyCell.repeat(after)}</w:tr>`;
}

/** The beginning of a run that is hidden, and what it shows. */
const hiddenBox =
  /(<w:r(?:\s[^<>]{0,300})?>\s*<w:rPr>(?:(?!<\/?w:rPr>)[^]){0,2000}?<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>(?:(?!<\/?w:rPr>)[^]){0,2000}<\/w:rPr>\s*)<(w:pict|w:drawing|mc:AlternateContent)(?:\s[^<>]{0,300})?>(?:(?!<\/?\2[\s>])[^])*<\/\2>/g;

/** A paragraph up to its end or another one in it, and the id of its style. */
const styledParagraph =
  /<w:p(?:\s[^<>]{0,500})?>\s*<w:pPr>\s*<w:pStyle\s+w:val="([^"<>]{1,200})"\s*\/>(?:(?!<\/w:p>|<w:p[\s>])[^])*/g;

/** Marks the texts that styles hide as hidden ones, and empties those of a table of contents. Fields stay, since their marks come in pairs. */
function hideByStyle(xml: string, { hidden, contents }: WordStyles): string {
  const ofWords = xml.replaceAll(/<w:rStyle\s+w:val="([^"<>]{1,200})"\s*\/>/g, (whole, id: string) =>
    hidden.has(id) ? '<w:vanish/>' : whole,
  );
  return ofWords.replaceAll(styledParagraph, (paragraph, id: string) => {
    if (contents.has(id)) return paragraph.replaceAll(/<w:t(?:\s[^<>]{0,100})?>[^<>]*<\/w:t>|<w:tab\/>/g, '');
    if (!hidden.has(id)) return paragraph;
    return paragraph.replaceAll(/(<w:r(?:\s[^<>]{0,300})?>)(\s*<w:rPr>)?/g, (_, run: string, properties?: string) =>
      properties === undefined ? `${run}<w:rPr><w:vanish/></w:rPr>` : `${run}${properties}<w:vanish/>`,
    );
  });
}

/** Says of the paragraphs that are items by their style that they are. */
const withItems = (xml: string, { lists }: WordStyles): string =>
  xml.replaceAll(
    /<w:pPr>\s*<w:pStyle\s+w:val="([^"<>]{1,200})"\s*\/>(?=((?:(?!<\/w:pPr>)[^]){0,5000}))/g,
    (whole, id: string, rest: string) => (rest.includes('<w:numPr>') ? whole : `${whole}${lists.get(id) ?? ''}`),
  );

const plainParts = (xml: string): string =>
  xml
    // The first letter of a paragraph in a box of its own.
    .replaceAll(
      /<w:p(?:\s[^<>]{0,500})?>\s*<w:pPr>(?:(?!<\/w:pPr>|<w:p[\s>])[^]){0,1000}?<w:framePr\s[^<>]{0,300}w:dropCap="(?:drop|margin)"(?:(?!<\/w:pPr>|<w:p[\s>])[^]){0,1000}<\/w:pPr>((?:(?!<\/w:p>|<w:p[\s>])[^])*)<\/w:p>\s*(<w:p(?:\s[^<>]{0,500})?>(?:\s*<w:pPr>(?:(?!<\/w:pPr>|<w:p[\s>])[^])*<\/w:pPr>)?)/g,
      '$2$1',
    )
    .replaceAll(
      /<w:ruby>((?:(?!<\/?w:ruby>)[^])*)<\/w:ruby>/g,
      (_, inside: string) =>
        `</w:r>${partIn(inside, 'rubyBase')}${textRun('(')}${partIn(inside, 'rt')}${textRun(')')}<w:r>`,
    )
    .replaceAll(/<\/?w:(?:dir|bdo)(?:\s[^<>]{0,100})?>/g, '')
    .replaceAll('<w:cr/>', '<w:br/>')
    .replaceAll(/<w:ptab(?:\s[^<>]{0,300})?\/>/g, '<w:tab/>')
    .replaceAll('<w:dstrike/>', '<w:strike/>');

const partIn = (xml: string, name: string) => new RegExp(`<w:${name}>([^]*)</w:${name}>`).exec(xml)?.[1] ?? '';

/** Names of colors that mean another one here. */
const otherNames: Readonly<Record<string, string>> = { cyan: 'blue', magenta: 'purple' };

/** Writes the colors of words as those of a marker, which the converter reads, and collects them. */
const withColors = (xml: string, colors: Set<string>): string =>
  xml.replaceAll(/<w:rPr>((?:(?!<\/?w:rPr>)[^])*)<\/w:rPr>/g, (whole, inside: string) => {
    const valueIn = (pattern: RegExp) => pattern.exec(inside)?.[1] ?? '';
    const ink = colorOf(`#${valueIn(/<w:color\s[^<>]{0,200}?w:val="([\dA-Fa-f]{6})"/).toLowerCase()}`);
    const marker = valueIn(/<w:highlight\s[^<>]{0,100}?w:val="(\w{3,15})"/)
      .replace(/^(?:dark|light)/, '')
      .toLowerCase();
    const shade = `#${valueIn(/<w:shd\s[^<>]{0,200}?w:fill="([\dA-Fa-f]{6})"/).toLowerCase()}`;
    const paper = colorOf(otherNames[marker] ?? (marker || shade));
    const value = [ink && `ink-${ink}`, paper && `paper-${paper}`]
      .filter((name) => name !== null && !name.endsWith('-gray'))
      .join(' ');
    const rest = inside.replaceAll(/<w:highlight\s[^<>]{0,100}\/>/g, '');
    if (value === '') return rest === inside ? whole : `<w:rPr>${rest}</w:rPr>`;
    colors.add(value);
    return `<w:rPr>${rest}<w:highlight w:val="${value}"/></w:rPr>`;
  });
