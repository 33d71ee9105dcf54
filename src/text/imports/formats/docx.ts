import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import { element, parseHtml, type HtmlElement } from '../../markdown/html-tree.ts';
import { extractFormulas, type ExtractedFormulas } from './docx/formulas.ts';
import { findMainPart, listUnsupportedPictures, addStandardPaths, zipOf } from './docx/package.ts';
import { widthSign } from './docx/drawings.ts';
import { alignmentStyles, nameAlignments, takeAlignment } from './docx/alignment.ts';
import { describeLooks } from './docx/looks.ts';
import { mendText } from './docx/mended.ts';
import { soundParts } from './docx/sound-parts.ts';
import { ruleSign } from './docx/signs.ts';
import { knownStyles, readStyles } from './docx/styles.ts';
import { describeNumbers, numberLists, readNumbering } from './docx/numbering.ts';
import { describeChanges, dropUnusedBookmarks, withFields } from './docx/fields.ts';
import { parseHtmlPage } from './html/html.ts';
import type { SourceContent } from './source-content.ts';
import type { ImportLimits } from '../limits.ts';
import { titleFromPath } from '../tree/page-names.ts';
import { importRefused, quote } from '../refusal.ts';
import { readFolder, stemOf } from '../unpack/source-path.ts';
import { type ArchiveEntry, readZip } from '../unpack/zip.ts';
import { splitDocument } from './split-document.ts';
import { promoteFirstRows } from './table-heads.ts';

export const expectedDocx = 'Expected a Word document (.docx)';

/** Reads a Word document. Throws import_refused for other files. */
export async function readDocx(body: Buffer, name: string, limits?: ImportLimits): Promise<SourceContent> {
  // Enforces the limits of archives before the conversion.
  const { entries: parts, leftOut } = await readZip(body, limits);
  const main = findMainPart(parts);
  if (main === null && leftOut[0])
    throw importRefused(`${expectedDocx}, but this one is damaged: ${leftOut[0].reason}`);
  if (main === null) throw importRefused(`${expectedDocx}, but this archive has no word/document.xml`);
  for (const { path, body: part } of parts) if (/\.(?:xml|rels)$/.test(path)) requireShallowXml(path, part.toString());
  const { entries: sound, notes, problems: lost } = soundParts(parts, main);
  const styles = readStyles(sound);
  const { entries, map, problems: drawn } = mendText(sound, main, styles);
  const text = textOf(entries, main);
  const numbering = readNumbering(textOf(entries, `${readFolder(main)}numbering.xml`));
  const formulas = extractFormulas();
  const converted = await convert(
    await zipOf(replaceFormulas(addStandardPaths(withFields(entries, main), main), formulas)),
    [...styleMap, ...styles.map, ...map],
  );
  const html = formulas.restore(converted.html);
  const problems = [
    ...listUnsupportedPictures(entries).map(
      (picture) => `The picture ${quote(picture)} is left out: browsers cannot show it`,
    ),
    ...lost,
    ...drawn,
    ...describeChanges(entries, main),
    ...describeLooks(text),
    ...describeNumbers(text, numbering, styles.headings),
    ...converted.problems.filter((problem) => lost.length === 0 || !problem.startsWith('Could not find image file')),
  ];
  const path = `${stemOf(name) || 'document'}.html`;
  const root = html.trim() === '' ? parseHtml('') : parseHtmlPage(name, html);
  const page = { type: 'root' as const, children: [] as typeof root.children };
  visit(root, 'element', (node) => {
    if (node.tagName === 'body') page.children = node.children;
    if (node.tagName === 'img') takeWidth(node);
    takeAlignment(node);
    if (node.tagName === 'p' && toText(node) === ruleSign) Object.assign(node, element('hr', []));
    // Headings have colors of their own.
    if (/^h[1-6]$/.test(node.tagName)) plainHeading(node);
  });
  promoteFirstRows(page);
  dropUnusedBookmarks(page);
  numberLists(page, text, numbering);
  return splitDocument({
    root: page,
    path,
    title: titleFromPath(path),
    notes: [...leftOut, ...notes],
    warnings: problems.map((reason) => ({ key: path, reason })),
  });
}

/** Takes the width of a picture from its description. */
function takeWidth({ properties }: HtmlElement): void {
  const [alt = '', width] = `${typeof properties.alt === 'string' ? properties.alt : ''}`.split(widthSign);
  properties.alt = alt;
  if (width !== undefined) properties.width = width;
}

const plainHeading = (heading: HtmlElement) =>
  visit(heading, 'element', (node) => {
    if (node.tagName === 'mark' || node.tagName === 'u') Object.assign(node, { tagName: 'span', properties: {} });
  });

const textOf = (entries: readonly ArchiveEntry[], part: string) =>
  entries.find(({ path }) => path === part)?.body.toString() ?? '';

/** Replaces the formulas in the parts of a document. */
const replaceFormulas = (entries: readonly ArchiveEntry[], formulas: ExtractedFormulas): readonly ArchiveEntry[] =>
  entries.map(({ path, body }) =>
    /^word\/[^/]+\.xml$/.test(path) && body.includes('oMath')
      ? { path, body: Buffer.from(formulas.take(body.toString())) }
      : { path, body },
  );

/** Maximum nesting depth of elements. A nested table takes four levels. */
const maxXmlDepth = 500;

/** Limits nesting, because mammoth takes a minute for 200,000 unclosed elements. Throws import_refused. */
function requireShallowXml(path: string, xml: string): void {
  let depth = 0;
  for (const [, closing, attributes] of xml.matchAll(/<(\/?)[A-Za-z_][\w:.-]*([^<>]*)>/g)) {
    if (closing) depth -= 1;
    else if (attributes?.endsWith('/') !== true) depth += 1;
    if (depth > maxXmlDepth)
      throw importRefused(`${expectedDocx}, but ${path} is nested deeper than ${maxXmlDepth} elements`);
  }
}

async function convert(buffer: Buffer, map: readonly string[]): Promise<{ html: string; problems: string[] }> {
  try {
    // Loaded on demand, because it is slow to load and rarely needed.
    const { default: mammoth } = await import('mammoth');
    const { value, messages } = await mammoth.convertToHtml(
      { buffer },
      { styleMap: [...map], externalFileAccess: false, transformDocument: nameAlignments },
    );
    const problems = messages
      .map(({ message }) => message)
      .filter((message) => !/^(?:Unrecognised (?:paragraph|run|table) style|Image of type)|OLEObject$/.test(message));
    return { html: value, problems: [...new Set(problems)].slice(0, maxProblems) };
  } catch (error) {
    throw importRefused(`${expectedDocx}, but this one is damaged`, error);
  }
}

const maxProblems = 20;

const styleMap = [
  ...alignmentStyles,
  "p[style-name='Title'] => h1.title:fresh",
  'u => u',
  "p[style-name='Subtitle'] => p:fresh > em",
  ...knownStyles,
  ...['Code', 'Verbatim Char', 'HTML Code', 'Source Text'].map((style) => `r[style-name='${style}'] => code`),
];
