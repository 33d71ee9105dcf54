import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import { counted } from '../../../../lib/counted.ts';
import type { HtmlRoot } from '../../../markdown/html-tree.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';

/** Whether a part has texts: the document itself, and its notes. */
export const isTextPart = (path: string, main: string): boolean =>
  path === main || /\/(?:footnotes|endnotes)\d*\.xml$/.test(path);

/** Writes fields as the converter reads them: what they show, and references as links. Hidden text is left out. */
export const withFields = (entries: readonly ArchiveEntry[], main: string): readonly ArchiveEntry[] =>
  entries.map(({ path, body }) => {
    if (!isTextPart(path, main)) return { path, body };
    const xml = body.toString();
    const written = plainFields(xml);
    return { path, body: written === xml ? body : Buffer.from(written) };
  });

/**
 * A run with text that Word shows to nobody. Runs with fields are none, since their marks come in pairs, nor are those with runs inside.
 */
const hiddenRun =
  /<w:r(?:\s[^<>]{0,300})?>\s*<w:rPr>(?:(?!<\/w:rPr>)[^]){0,2000}?<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>(?:(?!<\/w:r>|<w:r[\s>]|<w:fldChar|<w:instrText)[^])*<\/w:r>/g;

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

const runOrEnd = /<w:r(?:\s[^<>]{0,300})?>(?:(?!<w:r[\s>]|<\/w:r>)[^])*<\/w:r>|<\/w:p>/g;

/** Leaves out fields in what another field asks, such as the condition of an `IF`. Only what a field shows is a text. */
function withoutAsked(xml: string): string {
  if (!/w:fldCharType="begin"/.test(xml)) return xml;
  /** The open fields: whether what they ask goes on. */
  let open: boolean[] = [];
  return xml.replaceAll(runOrEnd, (run) => {
    if (run === '</w:p>') open = [];
    const type = /<w:fldChar\s[^<>]{0,300}?w:fldCharType="(begin|separate|end)"/.exec(run)?.[1];
    if (type === 'begin') open.push(true);
    const isAsked = open.slice(0, -1).includes(true);
    if (type === 'separate') open[open.length - 1] = false;
    if (type === 'end') open.pop();
    return isAsked ? '' : run;
  });
}

const plainFields = (xml: string): string =>
  withoutAsked(xml)
    .replaceAll(hiddenRun, '')
    // A link or reference in its short form is written in the long one.
    .replaceAll(
      /<w:fldSimple\s[^<>]{0,300}?w:instr="\s*((?:HYPERLINK|REF|NOTEREF)\s[^"<>]{1,2000})"[^<>]{0,300}(?<!\/)>((?:(?!<\/?w:fldSimple)[^])*)<\/w:fldSimple>/g,
      (_, instruction: string, shown: string) =>
        `${mark('begin')}<w:r><w:instrText> ${instruction.trim().replaceAll('&quot;', '"')} </w:instrText></w:r>${mark('separate')}${shown}${mark('end')}`,
    )
    // A simple field holds what it shows: numbers of captions, dates, references.
    .replaceAll(/<w:fldSimple\b[^<>]{0,1000}\/>|<\/?w:fldSimple\b[^<>]{0,1000}>/g, '')
    // What follows the address says how it is shown; the converter takes it for a part of the address.
    .replaceAll(
      /(<w:instrText\b[^<>]{0,200}>\s*HYPERLINK\s+"[^"<>]{0,2000})"[^<>]{0,300}?\\l\s+"([^"<>]{1,300})"[^<>]{0,500}(?=<\/w:instrText>)/g,
      '$1#$2"',
    )
    .replaceAll(
      /(<w:instrText\b[^<>]{0,200}>\s*HYPERLINK\s+(?:\\l\s+)?"[^"<>]{0,2000}")[^<>]{0,500}(?=<\/w:instrText>)/g,
      '$1',
    )
    .replaceAll(
      /(<w:instrText\b[^<>]{0,200}>)\s*(?:NOTE)?REF\s+([\w.-]{1,200})\s[^<>]{0,200}(?=<\/w:instrText>)/g,
      (_, open: string, bookmark: string) => `${open} HYPERLINK \\l "${bookmark}" `,
    );

/** Says what a document has beside its text: changes that nobody has accepted, comments, and hidden text. */
export function describeChanges(entries: readonly ArchiveEntry[], main: string): string[] {
  const textOf = (wanted: (path: string) => boolean) => entries.find(({ path }) => wanted(path))?.body.toString() ?? '';
  const xml = textOf((path) => path === main);
  const changes = [...xml.matchAll(/<w:(?:ins|del|moveFrom|moveTo)\s[^<>]{0,500}w:author=/g)].length;
  const comments = [...textOf((path) => /(?:^|\/)comments\d*\.xml$/.test(path)).matchAll(/<w:comment\s/g)].length;
  const hidden = [...xml.matchAll(hiddenRun)].length;
  const margins = entries.filter(
    ({ path, body }) => /\/(?:header|footer)\d*\.xml$/.test(path) && /<w:t[^<>]*>[^<>]*\p{L}/u.test(body.toString()),
  ).length;
  return [
    ...(hidden === 0 ? [] : [`${counted(hidden, 'hidden text is', 'hidden texts are')} left out`]),
    ...(changes === 0 ? [] : [`${counted(changes, 'tracked change is', 'tracked changes are')} imported as accepted`]),
    ...(margins === 0 ? [] : [`${counted(margins, 'header or footer is', 'headers and footers are')} left out`]),
    ...(comments === 0 ? [] : [`${counted(comments, 'comment is', 'comments are')} left out`]),
  ];
}

/** Removes the bookmarks to which no link leads, in place. Word sets many of its own. */
export function dropUnusedBookmarks(root: HtmlRoot): void {
  const linked = new Set<string>();
  visit(root, 'element', ({ properties: { href } }) => {
    if (typeof href === 'string' && href.startsWith('#')) linked.add(href.slice(1));
  });
  visit(root, 'element', (node, index, parent) => {
    const { id, href } = node.properties;
    if (!parent || index === undefined || node.tagName !== 'a' || href !== undefined || typeof id !== 'string')
      return undefined;
    if (linked.has(id) || toText(node) !== '') return undefined;
    parent.children.splice(index, 1);
    return index;
  });
}
