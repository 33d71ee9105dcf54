import { createYielder } from '../../lib/in-turns.ts';
import type { EntryState } from '../content/changes.ts';
import { orderIn } from '../imports/formats/source-page.ts';
import { createLocator, type Locate } from '../imports/links/locator.ts';
import { titleFromPath } from '../imports/tree/page-names.ts';
import type { PlannedPage } from '../imports/tree/plan.ts';
import { planByFolders, type OrderedPage } from '../imports/tree/plan-by-folders.ts';
import { docusaurusFinder } from '../imports/tree/docusaurus-ids.ts';
import { readCategories } from '../imports/tree/site-config.ts';
import { isIndexPath, linkAddress, readName } from '../imports/unpack/source-path.ts';
import { readFrontMatter } from '../markdown/front-matter.ts';
import { readMarkdownFacts } from '../markdown/markdown-facts.ts';
import type { FolderReaders } from './folder.ts';
import { readRaw } from './raw-text.ts';
import type { Writing } from './writing.ts';

/** A part of a tree. */
interface TreePart {
  /** The pages that were added, moved or reordered. */
  readonly changed: readonly EntryState[];
  /** The pages and groups whose children are looked at; null for the top. */
  readonly parents: ReadonlySet<string | null>;
}

/** Whether folders and front matter give a part of the tree the order that it has. */
export async function isInFolderOrder(
  writing: Writing,
  { changed, parents }: TreePart,
  read: FolderReaders,
): Promise<boolean> {
  const { entries, places, folder } = writing;
  const yieldIfDue = createYielder();
  const pages = entries.filter(({ kind }) => kind === 'page');
  const affected = pages.filter(({ id, parentId }) => parents.has(parentId) || parents.has(id));
  const texts = await textsOf(affected, writing, read);
  const categories = folder.paths.filter((path) => readName(path).startsWith('_category_.'));
  const blobs = await read.blobs(categories);
  const followed = followLinks(writing);
  const sources = new Map<string, OrderedPage>();
  for (const { id } of pages) {
    await yieldIfDue();
    const path = places.paths.get(id);
    if (path !== undefined)
      sources.set(
        path,
        orderedPage(path, texts.get(id), (url) => followed(id, url)),
      );
  }
  const locate = createLocator(places.all, folder.root);
  await yieldIfDue();
  const planned = planByFolders({
    root: folder.root,
    sources,
    locate,
    categories: readCategories(
      [...blobs].map(([path, body]) => ({ path, body })),
      docusaurusFinder(sources, folder.root),
    ),
  });
  await yieldIfDue();
  if (!changed.every((page) => saysTitle(page, writing))) return false;
  const ids = new Map([...places.paths, ...places.folders].map(([id, path]) => [path, id]));
  const orders = childrenByParent(planned, (page) => ids.get(page.path ?? ''));
  return [...parents].every((parentId) => {
    const wanted = pages.filter((page) => page.parentId === parentId).map(({ id }) => id);
    const given = orders.get(parentId) ?? [];
    return wanted.length === given.length && wanted.every((id, at) => id === given[at]);
  });
}

/** Whether the name of the folder of a page without a file gives it its title. Links have no file. */
function saysTitle(page: EntryState, writing: Writing): boolean {
  const { id, type } = page;
  const { places } = writing;
  if (type === 'link') return false;
  const own = places.folders.get(id);
  return own === undefined || isSameFolder(page, writing) || titleFromPath(own) === page.title;
}

/** Whether a page without a file has its title and its folder as before. */
export function isSameFolder({ id, title }: EntryState, { folder, places, sources }: Writing): boolean {
  const source = sources.get(id);
  const own = places.folders.get(id);
  return source?.state.title === title && (own === undefined || own === `${folder.root}${source.key}`);
}

async function textsOf(pages: readonly EntryState[], { places }: Writing, read: FolderReaders) {
  const blobs = await read.blobs(pages.flatMap(({ id }) => places.former.get(id) ?? []));
  const added = pages.filter(({ id }) => !places.former.has(id));
  const texts = await read.texts(added.flatMap(({ documentId }) => documentId ?? []));
  return new Map(
    pages.map(({ id, documentId }) => {
      const bytes = blobs.get(places.former.get(id) ?? '');
      return [id, bytes ? (readRaw(bytes)?.text ?? '') : (texts.get(documentId ?? '') ?? '')] as const;
    }),
  );
}

/** Creates a function that gives the URL of a link in a former text of a page where its target has moved. */
function followLinks({ folder, places }: Writing): (id: string, url: string) => string {
  const ids = new Map([...places.former].map(([id, path]) => [path, id]));
  let locate: Locate | undefined;
  return (id, url) => {
    const from = places.former.get(id);
    if (from === undefined) return url;
    locate ??= createLocator(folder.paths, folder.root);
    const location = locate(from, url);
    const path = location.kind === 'inside' ? places.paths.get(ids.get(location.path) ?? '') : undefined;
    return path === undefined ? url : linkAddress(`/${path}`);
  };
}

function orderedPage(path: string, text: string | undefined, follow: (url: string) => string): OrderedPage {
  if (text === undefined) return { path, lists: [] };
  const lists = isIndexPath(path) ? readMarkdownFacts(text).lists : [];
  const followed = lists.map((list) => list.map(({ url, label }) => ({ url: follow(url), label })));
  return { path, ...orderIn(readFrontMatter(text)), lists: followed };
}

/** The ids of the pages below each page in a plan, in order. */
function childrenByParent(planned: readonly PlannedPage[], idOf: (page: PlannedPage) => string | undefined) {
  const children = new Map<string | null, string[]>();
  const add = (pages: readonly PlannedPage[], parentId: string | null) => {
    children.set(
      parentId,
      pages.map((page) => idOf(page) ?? ''),
    );
    for (const page of pages) add(page.children, idOf(page) ?? '');
  };
  add(planned, null);
  return children;
}
