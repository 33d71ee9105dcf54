import { setImmediate } from 'node:timers/promises';
import type { PrintImage } from '../../../infra/pdf/render.ts';
import { DomainError } from '../../../lib/errors.ts';
import type { FileRow } from '../../../db/content/files.ts';
import type { LinkRow } from '../../../db/content/links.ts';
import { storageKey } from '../../../infra/storage/content-key.ts';
import type { Page } from '../../authoring/content/page.ts';
import { evaluatePageText, getPageMarkdown } from '../../authoring/content/pages.ts';
import { printSpecsOf } from '../../authoring/content/printed-specs.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import type { JobProgress } from '../../core/jobs/kind.ts';
import { batchCharacters, maxImagePixels, maxImagesBytes } from '../../../text/pdf/limits.ts';
import { loadIncluded, type IncludedTexts } from './included.ts';
import type { LinkTarget } from '../../../text/pdf/page-writer.ts';
import type { WrittenPage } from '../../../text/pdf/write-parts.ts';

/** Pages to print, parents before children, with their depth below the printed root. */
export interface Selection {
  readonly revision: Revision;
  readonly pages: readonly { readonly page: Page; readonly depth: number }[];
}

interface Steps {
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

/** Possible targets of links. */
interface LinkContext {
  readonly links: ReadonlyMap<string, readonly LinkRow[]>;
  readonly titles: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FileRow>;
}

/** Pages that were read together, with their images. */
export interface Batch {
  readonly pages: readonly WrittenPage[];
  readonly images: readonly PrintImage[];
}

/** Number of pages whose links and texts are loaded in one batch. */
const pagesAtOnce = 50;

/** Yields the pages to print in batches, with link targets and images. */
export async function* loadBatches(
  ctx: Context,
  { revision, pages }: Selection,
  { signal, progress }: Steps,
): AsyncGenerator<Batch> {
  const pictures = { left: maxImagesBytes };
  for (let from = 0; from < pages.length; from += pagesAtOnce) {
    const some = pages.slice(from, from + pagesAtOnce);
    const linkContext = await loadLinkContext(ctx, { revision, pages: some });
    let written: WrittenPage[] = [];
    let characters = 0;
    for (const [index, { page, depth }] of some.entries()) {
      signal.throwIfAborted();
      // Yield to other requests between pages.
      await setImmediate();
      const { text, conditions, included } = await textToPrint(ctx, page);
      if (written.length > 0 && characters + text.length > batchCharacters) {
        yield await batchOf(ctx, written, { linkContext, pictures, signal });
        [written, characters] = [[], 0];
      }
      characters += text.length;
      const follows = pages[from + index - 1]?.page;
      written.push({
        id: page.id,
        level: toTocLevel(depth),
        fresh: !(follows?.type === 'group' && follows.id === page.parentId),
        title: page.title,
        emoji: page.emoji ?? '',
        description: page.description ?? '',
        text,
        conditions,
        included: included.texts,
        targets: listTargets(linkContext, [...(linkContext.links.get(page.id) ?? []), ...included.links]),
      });
      progress({ done: from + index + 1, phase: 'laying out pages' });
    }
    if (written.length > 0) yield await batchOf(ctx, written, { linkContext, pictures, signal });
  }
}

/** Heading level of a page in the table of contents, which has four levels. */
export const toTocLevel = (depth: number) => Math.min(depth, 3) + 1;

/**
 * Reads the text of a page. Its expressions have their own budget, because many pages would exceed that of a request.
 */
async function textToPrint(ctx: Context, page: Page) {
  const read = await outcomeOfText(evaluatePageText({ ...ctx }, page));
  const text = read && (await outcomeOfText(printSpecsOf({ ...ctx }, page, read.text)));
  const included = (await outcomeOfText(loadIncluded({ ...ctx }, page))) ?? nothingIncluded;
  if (read && text !== null) return { text, conditions: { ...included.conditions, ...read.conditions }, included };
  return { text: '_This page takes too long to read and is not printed._', conditions: {}, included: nothingIncluded };
}

const nothingIncluded: IncludedTexts = { texts: new Map(), conditions: {}, links: [] };

const outcomeOfText = <Value>(reading: Promise<Value>): Promise<Value | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof DomainError && (error.type === 'query_too_complex' || error.type === 'overloaded'))
      return null;
    throw error;
  });

interface BatchOptions {
  readonly linkContext: LinkContext;
  readonly pictures: { left: number };
  readonly signal: AbortSignal;
}

async function batchOf(ctx: Context, pages: readonly WrittenPage[], { linkContext, pictures, signal }: BatchOptions) {
  const names = new Set(
    pages.flatMap(({ targets }) => [...targets.values()].flatMap((one) => (one.kind === 'image' ? [one.file] : []))),
  );
  const files = [...linkContext.files.values()].filter((file) => isPicture(file) && names.has(pictureName(file)));
  return { pages, images: await loadImages(ctx, files, { pictures, signal }) };
}

async function loadLinkContext(ctx: Context, { revision, pages }: Selection): Promise<LinkContext> {
  const ids = pages.map(({ page }) => page.id);
  const [rows, tree, files] = await Promise.all([
    Promise.all(ids.map((id) => ctx.loaders.contentLinks.load({ state: revision, id }))),
    ctx.loaders.contentTree.load(revision),
    ctx.loaders.contentFiles.load(revision),
    Promise.all(pages.map(({ page }) => getPageMarkdown(ctx, page))),
  ]);
  return {
    links: new Map(ids.map((id, index) => [id, rows[index] ?? []])),
    titles: new Map(tree.map(({ id, title }) => [id, title])),
    files: new Map(files.map((file) => [file.id, file])),
  };
}

/** File extensions of image types that the compiler supports. */
const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

const isPicture = ({ contentType, width, height }: FileRow) =>
  Object.hasOwn(extensions, contentType) && (width ?? 0) * (height ?? 0) <= maxImagePixels;

const pictureName = ({ blobHash, contentType }: FileRow) => `${blobHash.slice(0, 32)}.${extensions[contentType] ?? ''}`;

/** Maps URLs to link targets. Among links with the same URL, the first wins. */
function listTargets({ titles, files }: LinkContext, links: readonly LinkRow[]): ReadonlyMap<string, LinkTarget> {
  const targets = new Map<string, LinkTarget>();
  for (const { url, foundId, foundKind, anchor } of links) {
    if (foundId === null || targets.has(url)) continue;
    const file = files.get(foundId);
    const title = titles.get(foundId) ?? '';
    if (foundKind === 'page') targets.set(url, { kind: 'page', pageId: foundId, anchor, title });
    else if (file && isPicture(file)) targets.set(url, { kind: 'image', file: pictureName(file), title: file.name });
    else targets.set(url, { kind: 'none', title: file?.name ?? '' });
  }
  return targets;
}

/** Reads images up to the total size limit. Others are printed as their alternative text. */
async function loadImages(
  ctx: Context,
  files: readonly FileRow[],
  { pictures, signal }: Omit<BatchOptions, 'linkContext'>,
): Promise<PrintImage[]> {
  const found = new Map<string, PrintImage>();
  for (const file of files) {
    signal.throwIfAborted();
    const name = pictureName(file);
    if (found.has(name) || file.sizeBytes > pictures.left) continue;
    pictures.left -= file.sizeBytes;
    // Sequential, because images are local or few.
    const body = await ctx.storage.get(storageKey(file.blobHash)).catch(() => null);
    if (body !== null) found.set(name, { file: name, body });
  }
  return [...found.values()];
}
