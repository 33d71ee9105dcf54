import { canonicalEmoji } from '../../../../lib/emoji.ts';
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
import { indexLabelled, listLabels, pagesLabelled, type Labels } from './confluence-labels.ts';
import { storageHtml } from './confluence-storage.ts';
import { describeRaised, isFolder, listFolders, planTree, withThoseBelow, type Page } from './confluence-tree.ts';
import {
  asText,
  htmlPage,
  writePages,
  type PageWriting,
  type WrittenExport,
  type WrittenPage,
} from './written-export.ts';

/** Everything that pages need of each other. */
interface SpaceParts {
  readonly key: string;
  readonly pages: readonly Page[];
  readonly byId: ReadonlyMap<string, Page>;
  readonly byTitle: ReadonlyMap<string, Page>;
  readonly bodies: ReadonlyMap<string, string>;
  /** Paths of files by their names, by the id of their page. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly people: ReadonlyMap<string, string>;
  readonly labels: Labels;
  readonly labelled: ReturnType<typeof indexLabelled>;
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
  const folders = listFolders(entities, shown);
  const tree = planTree([...shown, ...folders], space?.references.get('homePage') ?? '');
  const pages = [...tree.pages, ...tree.posts].flatMap(withThoseBelow).filter(({ entity }) => !isFolder(entity));
  const labels = listLabels(ofType('Labelling'), ofType('Label'));
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
    labels,
    labelled: indexLabelled(pages, labels),
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
    emojis: listEmojis(ofType('ContentProperty'), parts.byId),
    warnings: [
      ...describeRest(entities, shown, index.path),
      ...describeRaised(pages, new Set([...shown, ...folders].map(({ id }) => id))),
      ...attached.notes,
      ...written.warnings,
    ],
  };
}

/** The emoji that pages have before their titles, by path. They are stored as the numbers of their characters. */
function listEmojis(properties: readonly Entity[], byId: ReadonlyMap<string, Page>): Map<string, string> {
  return new Map(
    properties.flatMap(({ texts, references }) => {
      const page = byId.get(references.get('content') ?? '');
      if (!page || texts.get('name') !== 'emoji-title-published') return [];
      const emoji = canonicalEmoji(texts.get('stringValue')?.trim().replaceAll(/^"|"$/g, '') ?? '');
      return emoji === null ? [] : [[page.path, emoji] as const];
    }),
  );
}

/** Larger ones would not fit into a text in memory beside their pages. */
const maxIndexBytes = 200 * 1024 * 1024;

const rankOf = ({ entity }: Page) => (/^(?:current)?$/.test(entity.texts.get('contentStatus')?.trim() ?? '') ? 1 : 0);

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
  // One that not everybody may view is a page, which keeps its title from readers.
  write: isFolder(page.entity) && !space.drafts.has(page.path) ? null : (writing) => writePage(page, writing, space),
  children: page.children.map((child) => asWritten(child, space)),
});

const linkTo = ({ entity, path, title }: Page, addressOf: PageWriting['addressOf']) =>
  isFolder(entity) ? asText(title) : `<a href="${asText(addressOf(path))}">${asText(title)}</a>`;

/** Returns a function that writes links to pages as a list, with those below them when it is deep. */
function listOf(addressOf: PageWriting['addressOf'], isShown: (page: Page) => boolean) {
  return function list(pages: readonly Page[], isDeep = false): string {
    const items = pages
      .filter(isShown)
      .map((one) => `<li>${linkTo(one, addressOf)}${isDeep ? list(one.children, true) : ''}</li>`);
    return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
  };
}

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
    // People are called by their addresses where they sign in by them.
    personName: (key) => `@${space.people.get(key)?.replace(/@.*/, '') || 'somebody'}`,
    pageAddress: (title, key) => {
      const target = isOfSpace(key) ? space.byTitle.get(title) : undefined;
      return target ? addressOf(target.path) : null;
    },
    ownAddress: (url) => {
      const found = pageOfAddress(url, space);
      return found && `${addressOf(found.page.path)}${found.hash}`;
    },
    spaceAddress: (key) => (isOfSpace(key) && space.pages[0] ? addressOf(space.pages[0].path) : null),
    listFiles: () => [...(space.files.get(page.entity.id)?.keys() ?? [])],
    fileAddress: (name, title) => {
      const owner = title === '' ? page.entity.id : (space.byTitle.get(title)?.entity.id ?? '');
      const path = space.files.get(owner)?.get(name);
      return path === undefined ? null : addressOf(path);
    },
    textOf: (title, part, name) => {
      const other = visible(title);
      const body = other && space.bodies.get(other.entity.id);
      if (body === undefined) return null;
      return part === 'page' ? body : excerptIn(body, name);
    },
    listBelow: (title, isDeep) => listPages((title === '' ? page : (visible(title) ?? page)).children, isDeep),
    listLabelled: (groups) =>
      listPages(pagesLabelled(space.pages, space.labelled, groups).filter((one) => one !== page)),
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
