import type { PrintBlock, PrintEntry, PrintPart } from './document.ts';
import { outcomeOf } from '../../lib/text-outcome.ts';
import { splitFrontMatter } from '../markdown/front-matter.ts';
import { anchorMaker } from '../markdown/anchors.ts';
import { documentFromMarkdown, type ReadOptions } from '../rich-text/read/document-from-markdown.ts';
import { writeBlocks } from './blocks.ts';
import { writeCode } from './code.ts';
import { maxIncludedCharacters } from './limits.ts';
import { listFiles, splitIntoParts } from './parts.ts';
import type { PageWriter, LinkTarget } from './page-writer.ts';
import { scriptsIn } from './scripts.ts';

/** A page to print, with its text and the targets of its links. */
export interface WrittenPage extends Omit<PrintEntry, 'blocks' | 'continues'> {
  readonly text: string;
  readonly targets: ReadonlyMap<string, LinkTarget>;
  /** Values of the conditions in the text. */
  readonly conditions: Readonly<Record<string, boolean>>;
  /** Included texts by URL. */
  readonly included: ReadonlyMap<string, string>;
}

/** A `PrintPart` as JSON, with its images. */
export interface WrittenPart {
  readonly json: string;
  readonly files: readonly string[];
}

/**
 * Options of writing: `printed` holds the ids of all pages of the PDF; `asSource` prints the source of pages; `withoutFont` names scripts
 * whose letters would be boxes.
 */
export interface PrintOptions {
  readonly printed: ReadonlySet<string>;
  readonly asSource: boolean;
  readonly withoutFont?: readonly string[];
}

/** Converts pages to parts of a PDF. */
export function writeParts(
  { printed, asSource, withoutFont = [] }: PrintOptions,
  pages: readonly WrittenPage[],
): WrittenPart[] {
  const scripts = new Set(withoutFont);
  const entries = pages.map((page): PrintEntry => {
    const { text, targets, conditions, included, ...entry } = page;
    const writer: PageWriter = {
      pageId: page.id,
      printed,
      destinations: new Set<string>(),
      targets,
      anchors: anchorMaker(),
      included,
      reading: { conditions, keepsSource: false, references: referencesTo(page) },
      budget: { characters: maxIncludedCharacters },
      notes: new Map(),
    };
    const blocks = asSource ? sourceBlocks(text) : writePage(writer, page);
    return { ...entry, continues: false, blocks: [...boxesNotice(`${page.title}\n${text}`, scripts), ...blocks] };
  });
  return splitIntoParts(entries).map(writtenPart);
}

export const writtenPart = (part: PrintPart): WrittenPart => ({
  json: JSON.stringify(part),
  files: [...listFiles(part)],
});

const notice = (text: string): PrintBlock => ({
  k: 'hint',
  tone: 'warning',
  c: [{ k: 'paragraph', c: [{ k: 'text', v: text }] }],
});

/** Says above a page that letters of it cannot be printed, since boxes would stand for them in silence. */
function boxesNotice(text: string, withoutFont: ReadonlySet<string>): PrintBlock[] {
  const scripts = scriptsIn(text, withoutFont);
  if (scripts.length === 0) return [];
  return [notice(`Boxes stand for letters of this page: no font is installed for ${scripts.join(', ')}.`)];
}

/** Creates blocks with the source of a page that takes too long to parse. */
const sourceBlocks = (text: string): PrintBlock[] => [
  notice('This page cannot be laid out and is printed as its source.'),
  writeCode(splitFrontMatter(text).body, null),
];

function writePage(writer: PageWriter, { title, text }: WrittenPage): readonly PrintBlock[] {
  const read = outcomeOf(() => {
    const { data, nodes } = documentFromMarkdown(text, { ...writer.reading, hasFrontMatter: true, titles: [title] });
    // A link to the title leads to the page, and not to a heading below it that says the same.
    if (data.belowTitle === true) writer.anchors(title);
    return [...writeBlocks({ writer, depth: 0 }, nodes), ...writeNotes(writer)];
  });
  return 'value' in read ? read.value : sourceBlocks(text);
}

/** References to files and included texts, which are identified by their URL while a page is written. */
const referencesTo = ({ targets, included }: WrittenPage): ReadOptions['references'] => [
  ...[...targets].flatMap(([url, { kind }]) =>
    kind === 'image' || kind === 'none' ? [[url, { kind: 'file', file: url }] as const] : [],
  ),
  ...[...included.keys()].map((url) => [`include:${url}`, { kind: 'reusable-content', reusableContent: url }] as const),
];

/** Converts the annotations of a page to endnotes below a line. Annotations within them follow. */
function writeNotes(writer: PageWriter): PrintBlock[] {
  const found: PrintBlock[] = [];
  for (const [label, nodes] of writer.notes) {
    const [first, ...rest] = writeBlocks({ writer, depth: 0 }, nodes);
    const mark = { k: 'text' as const, v: `[${label}] ` };
    if (first?.k === 'paragraph') found.push({ k: 'paragraph', c: [mark, ...first.c] }, ...rest);
    else found.push({ k: 'paragraph', c: [mark] }, ...(first ? [first] : []), ...rest);
  }
  return found.length === 0 ? [] : [{ k: 'rule' }, ...found];
}
