import { counted } from '../../../../lib/counted.ts';
import { importRefused } from '../../refusal.ts';
import type { ImportNote } from '../../import-tree.ts';
import { measureSize, type ArchiveEntry } from '../../unpack/zip.ts';
import type { Withheld } from '../withheld.ts';
import { ownHash, readOwnAddress } from './confluence-addresses.ts';
import { isCurrent, readEntities, type Entity } from './confluence-entities.ts';
import { listFiles } from './confluence-files.ts';
import { listWithheld } from './confluence-withheld.ts';
import { excerptIn } from './confluence-macros.ts';
import { describeLabels, type StorageWriting } from './confluence-parts.ts';
import { storageHtml } from './confluence-storage.ts';
import {
  asText,
  fileNames,
  htmlPage,
  writePages,
  type PageWriting,
  type WrittenExport,
  type WrittenPage,
} from './written-export.ts';

/** A page of the export, at the path that it gets. */
interface Page {
  readonly entity: Entity;
  readonly title: string;
  readonly path: string;
  readonly children: readonly Page[];
}

/** Everything that pages need of each other. */
interface SpaceParts {
  readonly key: string;
  readonly pages: readonly Page[];
  readonly byId: ReadonlyMap<string, Page>;
  readonly byTitle: ReadonlyMap<string, Page>;
  readonly bodies: ReadonlyMap<string, string>;
  /** Paths of files by the id of their page and their name. */
  readonly files: ReadonlyMap<string, string>;
  readonly people: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly drafts: ReadonlyMap<string, Withheld>;
}

/**
 * Reads the XML export of a Confluence space; null for other archives.
 * https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html
 */
export function readConfluenceXml(entries: readonly ArchiveEntry[]): WrittenExport | null {
  const index = entries.find(({ path }) => path === 'entities.xml');
  if (!index) return null;
  if (measureSize(index) > maxIndexBytes) throw importRefused(`entities.xml is larger than ${maxIndexBytes} bytes`);
  const entities = readEntities(index.body.toString());
  const ofType = (type: string) => entities.filter((entity) => entity.type === type);
  const shown = [...ofType('Page'), ...ofType('BlogPost')].filter(isCurrent);
  if (shown.length === 0) return null;
  const space = ofType('Space')[0];
  const attached = listFiles(ofType('Attachment'), entries, new Set(shown.map(({ id }) => id)));
  const tree = planTree(shown, space?.references.get('homePage') ?? '');
  const pages = [...tree.pages, ...tree.posts].flatMap(withThoseBelow);
  const parts: SpaceParts = {
    key: space?.texts.get('key') ?? '',
    pages,
    byId: new Map(pages.map((page) => [page.entity.id, page])),
    // Of a page and its draft, links name the page.
    byTitle: new Map(
      pages
        .toReversed()
        .toSorted((one, other) => rankOf(one) - rankOf(other))
        .map((page) => [page.title, page]),
    ),
    bodies: new Map(
      ofType('BodyContent').map(({ texts, references }) => [references.get('content') ?? '', texts.get('body') ?? '']),
    ),
    files: attached.paths,
    people: new Map(ofType('ConfluenceUserImpl').map(({ id, texts }) => [id, texts.get('name') ?? ''])),
    labels: listLabels(ofType('Labelling'), ofType('Label')),
    drafts: listWithheld([...tree.pages, ...tree.posts], entities),
  };
  const written = writePages([
    { pages: tree.pages.map((page) => asWritten(page, parts)) },
    ...(tree.posts.length > 0 ? [{ title: 'Blog', pages: tree.posts.map((page) => asWritten(page, parts)) }] : []),
  ]);
  return {
    entries: [...written.entries, ...attached.entries],
    names: new Map(),
    drafts: parts.drafts,
    warnings: [...describeRest(entities, shown, index.path), ...attached.notes, ...written.warnings],
  };
}

/** Larger ones would not fit into a text in memory beside their pages. */
const maxIndexBytes = 200 * 1024 * 1024;

const rankOf = ({ entity }: Page) => (/^(?:current)?$/.test(entity.texts.get('contentStatus')?.trim() ?? '') ? 1 : 0);

const withThoseBelow = (page: Page): Page[] => [page, ...page.children.flatMap(withThoseBelow)];

function planTree(shown: readonly Entity[], homeId: string): { readonly pages: Page[]; readonly posts: Page[] } {
  const ids = new Set(shown.map(({ id }) => id));
  const below = new Map<string, Entity[]>();
  for (const entity of shown.filter(({ type }) => type === 'Page')) {
    const parent = entity.references.get('parent') ?? '';
    const at = ids.has(parent) && parent !== entity.id ? parent : '';
    below.set(at, [...(below.get(at) ?? []), entity]);
  }
  const plan = (entity: Entity, folder: string, nameOf: (title: string) => string): Page => {
    const title = entity.texts.get('title')?.trim() || 'Untitled';
    const name = nameOf(title);
    const nameIn = fileNames();
    const children = (below.get(entity.id) ?? []).toSorted(byPosition);
    // Guards against circles.
    below.delete(entity.id);
    return {
      entity,
      title,
      path: `${folder}${name}.html`,
      children: children.map((child) => plan(child, `${folder}${name}/`, nameIn)),
    };
  };
  const nameOf = fileNames();
  const top = (below.get('') ?? []).toSorted(
    (one, other) => Number(other.id === homeId) - Number(one.id === homeId) || byPosition(one, other),
  );
  below.delete('');
  const pages = top.map((entity) => plan(entity, '', nameOf));
  // What only circles lead to.
  const lost = [...below.values()].flat().filter(({ id }) => below.has(id));
  for (const entity of lost) if (below.has(entity.id)) pages.push(plan(entity, '', nameOf));
  const nameOfPost = fileNames();
  const posts = shown
    .filter(({ type }) => type === 'BlogPost')
    .toSorted((one, other) =>
      (one.texts.get('creationDate') ?? '') < (other.texts.get('creationDate') ?? '') ? 1 : -1,
    )
    .map((entity) => plan(entity, 'blog/', nameOfPost));
  return { pages, posts };
}

/** In the order that people have set, then by title, as Confluence shows them. */
function byPosition(one: Entity, other: Entity): number {
  const [first, second] = [one, other].map(({ texts }) => {
    const position = texts.get('position')?.trim() ?? '';
    return position === '' ? Infinity : Number(position);
  }) as [number, number];
  if (first !== second) return first < second ? -1 : 1;
  return collator.compare(one.texts.get('title') ?? '', other.texts.get('title') ?? '');
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function listLabels(labellings: readonly Entity[], labels: readonly Entity[]): Map<string, string[]> {
  const names = new Map(labels.map(({ id, texts }) => [id, texts.get('name') ?? '']));
  const found = new Map<string, string[]>();
  for (const { references } of labellings) {
    const name = names.get(references.get('label') ?? '') ?? '';
    const page = references.get('content') ?? '';
    if (name !== '') found.set(page, [...(found.get(page) ?? []), name]);
  }
  return found;
}

function describeRest(entities: readonly Entity[], shown: readonly Entity[], key: string): ImportNote[] {
  const isPage = ({ type }: Entity) => type === 'Page' || type === 'BlogPost';
  const old = entities.filter((entity) => isPage(entity) && entity.references.has('originalVersion')).length;
  const deleted = entities.filter(isPage).length - old - shown.length;
  const comments = entities.filter((entity) => entity.type === 'Comment' && isCurrent(entity)).length;
  const templates = entities.filter((entity) => entity.type === 'PageTemplate').length;
  const others = entities.filter((entity) => entity.type === 'CustomContentEntityObject' && isCurrent(entity)).length;
  const counts = [
    ...(old > 0 ? [counted(old, 'earlier version of a page', 'earlier versions of pages')] : []),
    ...(deleted > 0 ? [counted(deleted, 'page in the trash', 'pages in the trash')] : []),
    ...(comments > 0 ? [counted(comments, 'comment', 'comments')] : []),
    ...(templates > 0 ? [counted(templates, 'template', 'templates')] : []),
    ...(others > 0 ? [counted(others, 'object of an app', 'objects of apps')] : []),
  ];
  return counts.length === 0 ? [] : [{ key, reason: `Left out: ${counts.join(', ')}` }];
}

const asWritten = (page: Page, space: SpaceParts): WrittenPage => ({
  path: page.path,
  title: page.title,
  write: (writing) => writePage(page, writing, space),
  children: page.children.map((child) => asWritten(child, space)),
});

/** Returns a function that writes links to pages as a list, with those below them when it is deep. */
function listOf(addressOf: PageWriting['addressOf'], isShown: (page: Page) => boolean) {
  return function list(pages: readonly Page[], isDeep = false): string {
    const items = pages
      .filter(isShown)
      .map(
        (one) =>
          `<li><a href="${asText(addressOf(one.path))}">${asText(one.title)}</a>${isDeep ? list(one.children, true) : ''}</li>`,
      );
    return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
  };
}

/** The pages that have a label of each group. */
const labelled = ({ pages, labels }: SpaceParts, groups: readonly (readonly string[])[]) =>
  pages.filter(({ entity }) => {
    const own = labels.get(entity.id) ?? [];
    return groups.every((names) => names.some((name) => own.includes(name)));
  });

function writePage(page: Page, { addressOf, warn }: PageWriting, space: SpaceParts): string {
  const missed: string[] = [];
  const withheld: string[] = [];
  for (const reason of describeLabels(space.labels.get(page.entity.id) ?? [])) warn(reason);
  const isOfSpace = (key: string) => key === '' || key === space.key;
  // What is kept from readers is shown on no page that they see.
  const isShown = (other: Page) => !space.drafts.has(other.path) || space.drafts.has(page.path);
  const visible = (title: string) => {
    const other = space.byTitle.get(title);
    return other && isShown(other) ? other : undefined;
  };
  const listPages = listOf(addressOf, isShown);
  const writing: StorageWriting = {
    depth: 0,
    miss: (name) => missed.push(name),
    withhold: (name) => withheld.push(name),
    personName: (key) => `@${space.people.get(key) || 'somebody'}`,
    pageAddress: (title, key) => {
      const target = isOfSpace(key) ? space.byTitle.get(title) : undefined;
      return target ? addressOf(target.path) : null;
    },
    ownAddress: (url) => {
      const found = pageOfAddress(url, space);
      return found && `${addressOf(found.page.path)}${found.hash}`;
    },
    spaceAddress: (key) => (isOfSpace(key) && space.pages[0] ? addressOf(space.pages[0].path) : null),
    listFiles: () => namesOfFiles(page, space),
    fileAddress: (name, title) => {
      const owner = title === '' ? page.entity.id : (space.byTitle.get(title)?.entity.id ?? '');
      const path = space.files.get(`${owner}/${name}`);
      return path === undefined ? null : addressOf(path);
    },
    textOf: (title, part, name) => {
      const other = visible(title);
      const body = other && space.bodies.get(other.entity.id);
      if (body === undefined) return null;
      return part === 'page' ? body : excerptIn(body, name);
    },
    listBelow: (title, isDeep) => listPages((title === '' ? page : (visible(title) ?? page)).children, isDeep),
    listLabelled: (groups) => listPages(labelled(space, groups).filter((one) => one !== page)),
    listPosts: () => listPages(space.pages.filter(({ entity }) => entity.type === 'BlogPost')),
  };
  const body = bodyOf(space.bodies.get(page.entity.id) ?? '', writing, warn);
  if (withheld.length > 0)
    warn(
      `${counted(withheld.length, 'part is', 'parts are')} left out, which Confluence does not show to everybody: ${listed(withheld)}`,
    );
  if (missed.length > 0)
    warn(`${counted(missed.length, 'part is', 'parts are')} written as plain text or left out: ${listed(missed)}`);
  return htmlPage(page.title, body);
}

/** The page of the export to which an address of Confluence leads, and its anchor. */
function pageOfAddress(url: string, space: SpaceParts): { readonly page: Page; readonly hash: string } | null {
  const address = readOwnAddress(url);
  if (!address) return null;
  const page =
    address.id === '' ? address.space === space.key && space.byTitle.get(address.title) : space.byId.get(address.id);
  return page ? { page, hash: ownHash(address.hash, page.title) } : null;
}

/** Names of the files of a page, in their order. */
const namesOfFiles = ({ entity }: Page, { files }: SpaceParts): string[] =>
  [...files.keys()].flatMap((key) => (key.startsWith(`${entity.id}/`) ? [key.slice(entity.id.length + 1)] : []));

/** More names than any page has macros of. */
const listed = (names: readonly string[]) => [...new Set(names)].slice(0, 100).join(', ');

function bodyOf(storage: string, writing: StorageWriting, warn: (reason: string) => void): string {
  try {
    return storageHtml(storage, writing);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    warn(`Its text cannot be read: ${error.message}`);
    return '';
  }
}
