import { setImmediate } from 'node:timers/promises';
import GithubSlugger from 'github-slugger';
import type { PrintDocument, PrintEntry } from '../../infra/pdf/document.ts';
import type { PrintImage } from '../../infra/pdf/render.ts';
import { failure } from '../../lib/errors.ts';
import type { FileRow } from '../../loaders/content.ts';
import type { LinkRow } from '../../loaders/content-links.ts';
import { storageKey } from '../content/blobs.ts';
import type { Page } from '../content/page.ts';
import { bodyOf, markdownOf } from '../content/pages.ts';
import type { Revision } from '../content/revisions.ts';
import type { Context } from '../context.ts';
import { splitFrontMatter } from '../imports/front-matter.ts';
import { parseProblem } from '../imports/parse-budget.ts';
import type { JobProgress } from '../jobs/kind.ts';
import { definitionsIn } from '../rich-text/inlines-from-markdown.ts';
import { parseMarkdown } from '../rich-text/markdown.ts';
import { writeBlocks } from './blocks.ts';
import { writeCode } from './code.ts';
import { maxImagePixels, maxImagesBytes, maxTextCharacters } from './fields.ts';
import { pageOfPlace, type InnerLink, type PageWriter, type Target } from './page-writer.ts';
import { prepareText } from './source.ts';

/** Pages that are printed, parents before children, and how deep each lies below what is printed. */
export interface Selection {
  readonly revision: Revision;
  readonly pages: readonly { readonly page: Page; readonly depth: number }[];
}

interface Steps {
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

/** Everything that is known of where links lead. */
interface Surroundings {
  readonly links: ReadonlyMap<string, readonly LinkRow[]>;
  readonly titles: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FileRow>;
}

/** Writes the pages as they are printed, and reads the images they show. */
export async function gatherEntries(
  ctx: Context,
  { revision, pages }: Selection,
  { signal, progress }: Steps,
): Promise<Pick<PrintDocument, 'entries' | 'targets'> & { images: PrintImage[] }> {
  const around = await readSurroundings(ctx, { revision, pages });
  const places = new Set<string>(pages.map(({ page }) => page.id));
  const links: InnerLink[] = [];
  const entries: PrintEntry[] = [];
  let characters = 0;
  for (const [index, { page, depth }] of pages.entries()) {
    signal.throwIfAborted();
    // Others get their turn between two pages.
    // oxlint-disable-next-line no-await-in-loop
    await setImmediate();
    // Loaded above, all at once.
    // oxlint-disable-next-line no-await-in-loop
    const text = (await bodyOf(ctx, page, { format: 'markdown', evaluation: 'true' }))?.markdown ?? '';
    characters += text.length;
    if (characters > maxTextCharacters)
      throw failure('payload_too_large', `The pages have more than ${maxTextCharacters} characters`);
    const level = Math.min(depth, 3) + 1;
    const writer = {
      pageId: page.id,
      level,
      places,
      links,
      targets: targetsOf(page, around),
      slugger: new GithubSlugger(),
    };
    const follows = pages[index - 1]?.page;
    entries.push({
      id: page.id,
      level,
      fresh: !(follows?.type === 'group' && follows.id === page.parentId),
      title: page.title,
      emoji: page.emoji ?? '',
      description: page.description ?? '',
      blocks: writePage(writer, page, text),
    });
    progress({ done: index + 1, phase: 'writing pages' });
  }
  for (const link of links) link.to = [link.to, pageOfPlace(link.to)].find((place) => places.has(place)) ?? '';
  const targets = [...new Set(links.flatMap(({ to }) => (to === '' ? [] : [to])))];
  return { entries, targets, images: await readImages(ctx, [...around.files.values()], signal) };
}

async function readSurroundings(ctx: Context, { revision, pages }: Selection): Promise<Surroundings> {
  const ids = pages.map(({ page }) => page.id);
  const [rows, tree, files] = await Promise.all([
    Promise.all(ids.map((id) => ctx.loaders.contentLinks.load({ state: revision, id }))),
    ctx.loaders.contentTree.load(revision),
    ctx.loaders.contentFiles.load(revision),
    Promise.all(pages.map(({ page }) => markdownOf(ctx, page))),
  ]);
  const shown = new Set(rows.flat().flatMap(({ foundKind, foundId }) => (foundKind === 'file' ? [foundId] : [])));
  return {
    links: new Map(ids.map((id, index) => [id, rows[index] ?? []])),
    titles: new Map(tree.map(({ id, title }) => [id, title])),
    files: new Map(files.filter((file) => shown.has(file.id) && isPicture(file)).map((file) => [file.id, file])),
  };
}

/** What the compiler can show, by its type. */
const pictures: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

const isPicture = ({ contentType, width, height }: FileRow) =>
  Object.hasOwn(pictures, contentType) && (width ?? 0) * (height ?? 0) <= maxImagePixels;

const pictureName = ({ blobHash, contentType }: FileRow) => `${blobHash.slice(0, 32)}.${pictures[contentType] ?? ''}`;

function targetsOf(page: Page, { links, titles, files }: Surroundings): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  for (const { url, foundId, foundKind, anchor } of links.get(page.id) ?? []) {
    if (foundId === null) continue;
    const file = files.get(foundId);
    const title = titles.get(foundId) ?? '';
    if (foundKind === 'page') targets.set(url, { kind: 'page', pageId: foundId, anchor, title });
    else targets.set(url, file ? { kind: 'image', file: pictureName(file) } : { kind: 'none', title: '' });
  }
  return targets;
}

function writePage(known: Omit<PageWriter, 'markdown' | 'formulas'>, page: Page, text: string) {
  const { body } = splitFrontMatter(text);
  // A page that would hold everybody up comes as it was written.
  if (parseProblem(body, maxParseNs) !== null) return [writeCode(body, null)];
  const prepared = prepareText(body);
  const { children } = parseMarkdown(prepared.markdown);
  const writer: PageWriter = { ...known, ...prepared };
  const blocks = writeBlocks({ writer, definitions: definitionsIn(children), depth: 0 }, children);
  const [first, ...rest] = blocks;
  // The title stands above already; links to it find the page.
  const isTitle = first?.k === 'heading' && first.size === 1 && wordsOf(first.c) === page.title.trim();
  return isTitle ? [...(first.id === null ? [] : [{ k: 'anchor' as const, id: first.id }]), ...rest] : blocks;
}

const wordsOf = (nodes: Extract<PrintEntry['blocks'][number], { k: 'heading' }>['c']) =>
  nodes
    .map((node) => ('v' in node ? node.v : ''))
    .join('')
    .trim();

/** Estimated time of the parser for one page, in nanoseconds. */
const maxParseNs = 2e9;

/** The bytes of images, as many as there is room for; the rest are shown by their alternative text. */
async function readImages(ctx: Context, files: readonly FileRow[], signal: AbortSignal): Promise<PrintImage[]> {
  const found = new Map<string, PrintImage>();
  let left = maxImagesBytes;
  for (const file of files) {
    signal.throwIfAborted();
    const name = pictureName(file);
    if (found.has(name) || file.sizeBytes > left) continue;
    left -= file.sizeBytes;
    // One after the other: they are local, or there are few.
    // oxlint-disable-next-line no-await-in-loop
    const body = await ctx.storage.get(storageKey(file.blobHash)).catch(() => null);
    if (body !== null) found.set(name, { file: name, body });
  }
  return [...found.values()];
}
