import { slug } from 'github-slugger';
import { isRecord } from '../../../../lib/is-record.ts';
import type { ImportNote } from '../../import-tree.ts';
import { linkAddress, relativePath, readFolder } from '../../unpack/source-path.ts';
import { measureSize, type ArchiveEntry } from '../../unpack/zip.ts';
import type { Withheld } from '../withheld.ts';

/** An export whose pages stand in data, written as an archive of pages with a table of contents. */
export interface WrittenExport {
  readonly entries: readonly ArchiveEntry[];
  /** Names of files that differ from those of their entries, by path. */
  readonly names: ReadonlyMap<string, string>;
  /** Pages that their tool shows to no reader, by path. */
  readonly drafts: ReadonlyMap<string, Withheld>;
  /** Emoji of pages, by path. */
  readonly emojis?: ReadonlyMap<string, string>;
  /** What could not be carried over. */
  readonly warnings: readonly ImportNote[];
}

/** A page of an export, whose text is written once the paths of all pages are known. */
export interface WrittenPage {
  readonly path: string;
  readonly title: string;
  /** Writes the page, with links from its own path. Null for one without a text of its own, which is a place for those below it. */
  readonly write: ((page: PageWriting) => string) | null;
  readonly children: readonly WrittenPage[];
}

/** Pages below a heading of the table of contents. */
export interface WrittenSection {
  readonly title?: string;
  readonly pages: readonly WrittenPage[];
}

/** What a page uses to write itself. */
export interface PageWriting {
  /** The address of another path of the archive from the page. */
  readonly addressOf: (path: string) => string;
  readonly warn: (reason: string) => void;
}

/** Writes pages and their table of contents as entries of an archive. */
export function writePages(sections: readonly WrittenSection[]): {
  entries: ArchiveEntry[];
  warnings: ImportNote[];
} {
  const warnings: ImportNote[] = [];
  const entries: ArchiveEntry[] = [];
  const lines: string[] = [];
  const list = (pages: readonly WrittenPage[], depth: number) => {
    for (const page of pages) {
      const label = asLabel(page.title);
      lines.push(`${'  '.repeat(depth)}* ${page.write ? `[${label}](${linkAddress(page.path)})` : label}`);
      const addressOf = (path: string) => linkAddress(relativePath(readFolder(page.path), path));
      const warn = (reason: string) => warnings.push({ key: page.path, reason });
      if (page.write) entries.push({ path: page.path, body: Buffer.from(page.write({ addressOf, warn })) });
      list(page.children, depth + 1);
    }
  };
  for (const { title, pages } of sections) {
    if (title !== undefined) lines.push('', `## ${asLabel(title)}`, '');
    list(pages, 0);
  }
  return {
    entries: [{ path: 'SUMMARY.md', body: Buffer.from(`${lines.join('\n')}\n`) }, ...entries],
    warnings,
  };
}

/** A text in Markdown that no sign in it changes. */
export const asLabel = (title: string) => title.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]<>*_`#]/g, String.raw`\$&`);

/** Returns a function that makes names of files from titles, unique among siblings without regard to case. */
export function fileNames(): (title: string) => string {
  const taken = new Set<string>();
  return (title) => {
    const name = slug(title).slice(0, maxNameLength) || 'page';
    let free = name;
    for (let count = 1; taken.has(free) || ['readme', 'index', 'summary'].includes(free); count += 1)
      free = `${name}-${count}`;
    taken.add(free);
    return free;
  };
}

const maxNameLength = 100;

/** A page in HTML with a title. */
export const htmlPage = (title: string, body: string) =>
  `<!DOCTYPE html><html><head><title>${asText(title)}</title></head><body><h1>${asText(title)}</h1>\n${body}\n</body></html>`;

/** A text in HTML. */
export const asText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The data of an export; empty for a text that is no JSON, or is too large or nested too deeply to be one of an export. */
export function readExportData(entry: ArchiveEntry): Record<string, unknown> {
  if (measureSize(entry) > maxDataBytes) return {};
  const text = entry.body.toString();
  if (isDeep(text)) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const maxDataBytes = 64 * 1024 * 1024;
const maxDepth = 300;

/** Whether brackets outside of texts are nested deeply. Linear, without a stack. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (isText && mark === '\\') at += 1;
    else if (mark === '"') isText = !isText;
    else if (!isText && (mark === '{' || mark === '[')) depth += 1;
    else if (!isText && (mark === '}' || mark === ']')) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}
