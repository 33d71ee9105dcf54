import { specBlocksIn } from '../../../markdown/spec-blocks.ts';
import { readMarkdownFacts } from '../../../markdown/markdown-facts.ts';
import type { ImportedLink, ImportedTarget } from '../../import-tree.ts';
import { createLocator } from '../../links/locator.ts';
import { decodeText } from '../../unpack/text.ts';
import { keyOf, restoreText, type LinkLine, type TextLine } from './format.ts';
import { digestOf, type ExportIndex } from './read-export.ts';

/** The original text of an exported page, with its links. */
export interface RestoredText {
  readonly markdown: string;
  readonly links: readonly ImportedLink[];
  /** Whether the file was edited after the export. Its text is then that of the file. */
  readonly isEdited: boolean;
}

/** Creates a function that restores the text of an index line. */
export function createTextRestorer(index: ExportIndex): (line: TextLine) => RestoredText | 'missing' {
  const targets = new Map<string, ImportedTarget>([
    ...index.pages.map((page) => [page.id, { kind: 'page', key: keyOf(page) }] as const),
    ...index.files.map(({ id, file }) => [id, { kind: 'file', key: file }] as const),
  ]);
  const byPath = new Map(
    [...targets.values()].flatMap((target) =>
      target.kind === 'page' || target.kind === 'file' ? [[target.key, target]] : [],
    ),
  );
  const locate = createLocator([...index.entries.keys()], '');
  const located = (file: string, url: string): ImportedTarget => {
    const location = locate(file, url);
    if (location.kind === 'outside') return { kind: 'url', url: location.url };
    const target = location.kind === 'inside' ? byPath.get(location.path) : undefined;
    if (location.kind !== 'inside' || target === undefined) return { kind: 'broken' };
    const { anchor } = location;
    return target.kind === 'page' && anchor !== undefined ? { ...target, anchor } : target;
  };
  return ({ file, sha256, restore, links }) => {
    const body = index.entries.get(file)?.body;
    if (body === undefined) return 'missing';
    if (digestOf(body) === sha256) {
      const markdown = restoreText(body.toString(), restore);
      const read = readLinks(markdown, links, targets);
      if (read) return { markdown, links: read, isEdited: false };
    }
    const markdown = decodeText({ body, name: file });
    const found = readMarkdownFacts(markdown).urls.map(({ start, end, url, image }) => {
      return { start, end, url, image, target: located(file, url) };
    });
    return { markdown, links: found, isEdited: true };
  };
}

/** Reads the links of a text; null when their offsets do not match the text. */
function readLinks(
  markdown: string,
  lines: readonly LinkLine[],
  targets: ReadonlyMap<string, ImportedTarget>,
): ImportedLink[] | null {
  const links: ImportedLink[] = [];
  let last = 0;
  // Links to specifications are resolved again, because texts refer to them by slug.
  const toSpecs = new Set(specBlocksIn(markdown).map(({ specSpan }) => specSpan.start));
  for (const [start, end, kind, targetId, anchor] of lines) {
    if (start < last || end < start || end > markdown.length) return null;
    last = start;
    if (toSpecs.has(start)) continue;
    const url = markdown.slice(start, end);
    links.push({ start, end, url, image: false, target: readTarget(kind, { url, targetId, anchor }, targets) });
  }
  return links;
}

interface LinkParts {
  readonly url: string;
  readonly targetId: string | null;
  readonly anchor: string | null;
}

function readTarget(
  kind: string,
  { url, targetId, anchor }: LinkParts,
  targets: ReadonlyMap<string, ImportedTarget>,
): ImportedTarget {
  if (kind === 'url' || kind === 'app') return { kind: 'url', url };
  const target = targetId === null ? undefined : targets.get(targetId);
  if (target?.kind === 'page') return anchor === null ? target : { ...target, anchor };
  return target ?? { kind: 'broken', ...(anchor !== null && { anchor }) };
}
