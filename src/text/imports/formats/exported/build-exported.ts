import { setImmediate } from 'node:timers/promises';
import { readFrontMatter } from '../../../markdown/front-matter.ts';
import { readMarkdownFacts } from '../../../markdown/markdown-facts.ts';
import { findContentType, unknownMediaType } from '../../../../lib/media-types.ts';
import { freeSlug } from '../../../../lib/slugs.ts';
import { Variables } from '../../../content/edit-fields.ts';
import type { ImportedFile, ImportedPage, ImportNote, ImportTree } from '../../import-tree.ts';
import { importLimits } from '../../limits.ts';
import type { ReadOptions } from '../read-pages.ts';
import { importRefused, quote } from '../../refusal.ts';
import { keyOf, type PageLine } from './format.ts';
import { isContentType, isFileName, readAttributes, slugOr, titleOr, type ExportedAttributes } from './page-fields.ts';
import { fileOf } from '../../unpack/file-of.ts';
import { type ArchiveEntry, measureSize } from '../../unpack/zip.ts';
import type { ExportIndex } from './read-export.ts';
import { createTextRestorer, type RestoredText } from './restore-text.ts';

/** A page under construction, to which its children are added later. */
type Draft = Omit<ImportedPage, 'children'> & { readonly children: Draft[] };

/**
 * Rebuilds the tree of an exported space. Files edited since the export are imported with their new text. Throws
 * import_refused for too much text, and when aborted.
 */
export async function buildExportedTree(index: ExportIndex, options: ReadOptions = {}): Promise<ImportTree> {
  const { limits = importLimits, signal } = options;
  const skipped: ImportNote[] = [];
  const warnings: ImportNote[] = [];
  const drafts = new Map<string, Draft>();
  const top: Draft[] = [];
  const restore = createTextRestorer(index);
  let textBytes = 0;
  for (const line of index.pages) {
    // Parsing blocks the event loop, so yield between pages.
    await setImmediate();
    if (signal?.aborted) throw importRefused(`The import took too long and stopped at ${quote(line.title)}`);
    const parent = line.parent === null ? null : drafts.get(line.parent);
    const text = line.text && restore(line.text);
    if (parent === undefined || parent?.kind === 'link' || drafts.has(line.id) || text === 'missing') {
      skipped.push({ key: line.text?.file ?? line.title, reason: 'It, or the page above it, is not in the archive' });
      continue;
    }
    textBytes += Buffer.byteLength(text?.markdown ?? '');
    if (textBytes > limits.maxTextBytes) throw importRefused(`The pages exceed ${limits.maxTextBytes} bytes in total`);
    if (text?.isEdited) warnings.push({ key: line.text?.file ?? '', reason: 'It was changed after the export' });
    const siblings = parent?.children ?? top;
    const page = pageOf(line, text, siblings, parent === null);
    drafts.set(line.id, page);
    siblings.push(page);
  }
  const files = readFiles(index, limits.maxFileBytes, skipped);
  const reusableContents = index.reusableContents.flatMap(({ id, title, text }) => {
    const restored = restore(text);
    return restored === 'missing' ? [] : [{ id, title: titleOr(title, 'Untitled'), ...restored }];
  });
  const variables = Variables.safeParse(index.manifest.space.variables);
  return {
    pages: top,
    files,
    skipped,
    warnings,
    totalResources: drafts.size + files.length + skipped.length,
    exported: {
      reusableContents,
      variables: variables.success ? index.manifest.space.variables : {},
      redirects: index.redirects.filter(
        ({ parent, page }) => drafts.has(page) && (parent === '' || drafts.has(parent)),
      ),
    },
  };
}

function pageOf(line: PageLine, text: RestoredText | null, siblings: readonly Draft[], isTop: boolean): Draft {
  const { id, slug, type } = line;
  const taken = new Set(siblings.map((sibling) => (sibling.kind === 'link' ? null : sibling.slug)));
  const title = titleOr(line.title, 'Untitled');
  const edited = text?.isEdited ? editedFields(text.markdown) : {};
  return {
    key: keyOf(line),
    id,
    kind: type === 'group' && !isTop ? 'document' : type,
    title: edited.title ?? title,
    slug: freeSlug(slugOr(slug, title), taken),
    attributes: { ...readAttributes(line.attributes), ...edited.attributes },
    frontMatter: {},
    markdown: text?.markdown ?? '',
    links: text?.links ?? [],
    anchors: [],
    linkable: readMarkdownFacts(text?.markdown ?? '').linkable,
    children: [],
  };
}

/** Reads the title and attributes from the front matter of an edited file. */
function editedFields(markdown: string): { title?: string; attributes?: ExportedAttributes } {
  const { title, description, emoji, icon, hidden, noIndex, noRobotsIndex, layout, variables } =
    readFrontMatter(markdown);
  const said = { description, emoji, icon, hidden, noIndex, noRobotsIndex, layout, variables };
  return { ...(title !== undefined && { title }), attributes: readAttributes(said) };
}

function readFiles({ files, entries }: ExportIndex, maxBytes: number, skipped: ImportNote[]): ImportedFile[] {
  return files.flatMap(({ id, name, contentType, file }): ImportedFile[] => {
    const entry = entries.get(file);
    const reason = fileProblem(entry, name, maxBytes);
    if (!entry || reason !== null) {
      skipped.push({ key: file, reason: reason ?? '' });
      return [];
    }
    const type = isContentType(contentType) ? contentType : (findContentType(name) ?? unknownMediaType);
    return [fileOf(entry, { key: file, id, name, contentType: type })];
  });
}

function fileProblem(entry: ArchiveEntry | undefined, name: string, maxBytes: number): string | null {
  if (!entry) return 'It is not in the archive';
  if (measureSize(entry) > maxBytes) return `It is larger than ${maxBytes} bytes`;
  return isFileName(name) ? null : 'Its name cannot be the name of a file';
}
