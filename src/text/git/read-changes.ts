import { isDeepStrictEqual } from 'node:util';
import { usesConstructs } from '../imports/formats/constructs/tools.ts';
import { namesOtherFiles } from '../imports/formats/file-includes.ts';
import { createIncludeMatcher, isIncluded } from '../imports/formats/includes.ts';
import { readMarkdownSource } from '../imports/formats/markdown-source.ts';
import { withoutModules } from '../imports/formats/mdx-modules.ts';
import { orderIn, readMarkdownPage, type SourcePage } from '../imports/formats/source-page.ts';
import { isWikiPage } from '../imports/formats/wikis/wiki-js.ts';
import { isDraft } from '../imports/formats/withheld.ts';
import { indexPaths, locatorIn, type Locate } from '../imports/links/locator.ts';
import { ownAddresses, ownSlug } from '../imports/links/own-addresses.ts';
import { namingPath } from '../imports/tree/page-names.ts';
import { isHtmlPath, isIndexPath, isPagePath } from '../imports/unpack/source-path.ts';
import { decodeText } from '../imports/unpack/text.ts';
import { cleanText } from '../markdown/clean-text.ts';
import { maxTitleLength } from '../markdown/front-matter.ts';

/** A page of a folder whose file has other bytes than when it was read. */
export interface ChangedSource {
  readonly path: string;
  readonly title: string;
  readonly bytes: Buffer;
  /** What the file was when it was read: its bytes, or the text that was stored of them. */
  readonly former: Buffer | string;
}

/** A changed page, as it is read without any other page. */
export interface ChangedPage {
  readonly path: string;
  readonly source: SourcePage;
  readonly title: string;
  /** Members that its front matter says, where they differ from what it said. Undefined ones have gone. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Pages of a folder that can be read alone, because the tree and all other pages stay as they are. */
export interface FolderReading {
  readonly paths: readonly string[];
  readonly root: string;
  readonly changed: readonly ChangedSource[];
}

/** What was read, and a resolver for the links of the pages. */
export interface ReadChanges {
  readonly pages: readonly ChangedPage[];
  readonly locate: Locate;
}

/**
 * Reads the changed pages of a folder. Null when the tree must be planned anew, because a page says another place in it, another
 * address or another visibility, or depends on other files.
 */
export function readChanges({ paths, root, changed }: FolderReading): ReadChanges | null {
  const entries = paths.map((path) => ({ path, body: Buffer.alloc(0) }));
  const isFound = createIncludeMatcher(entries.filter(isIncluded));
  const pages: ChangedPage[] = [];
  for (const one of changed) {
    const page = readChanged(one, root, isFound);
    if (page === null) return null;
    pages.push(page);
  }
  return { pages, locate: locatorIn(indexPaths(paths), root) };
}

function readChanged(changed: ChangedSource, root: string, isFound: (address: string) => boolean): ChangedPage | null {
  const { path, bytes, former } = changed;
  if (isHtmlPath(path) || !isPagePath(path)) return null;
  const text = decodeText({ body: bytes, name: path });
  if (namesOtherFiles(withoutModules(text).markdown) || usesConstructs(text) || isWikiPage(text)) return null;
  const source = readMarkdownSource(path, text, { isFound });
  const before =
    typeof former === 'string'
      ? readMarkdownPage(path, former)
      : readMarkdownSource(path, decodeText({ body: former, name: path }));
  if (!isAtSamePlace(before, source)) return null;
  const title = titleOf(changed, before, source);
  // The first page of a folder has its slug from its title.
  const isNamed = namingPath(path, root) !== null || ownSlug(source.matter) !== null;
  return title === null || (title !== changed.title && !isNamed)
    ? null
    : { path, source, title, fields: changedFields(before, source) };
}

/** Whether a page gives itself the place, the address and the visibility that it had. */
const isAtSamePlace = (before: SourcePage, now: SourcePage): boolean =>
  isDraft(before.withheld) === isDraft(now.withheld) &&
  isDeepStrictEqual(orderIn(before.matter), orderIn(now.matter)) &&
  isDeepStrictEqual(ownAddresses(before.matter), ownAddresses(now.matter)) &&
  (!isIndexPath(now.path) || isDeepStrictEqual(before.facts.lists, now.facts.lists));

/** The title of a page; null when its file no longer says it. */
function titleOf({ title }: ChangedSource, before: SourcePage, now: SourcePage): string | null {
  const [was, is] = [before, now].map(({ matter, facts }) =>
    cleanText(matter.title ?? facts.heading ?? '', maxTitleLength),
  );
  if (was === is) return before.facts.htmlHeading === now.facts.htmlHeading ? title : null;
  return is === '' || is === undefined ? null : is;
}

function changedFields(before: SourcePage, now: SourcePage): Record<string, unknown> {
  const [was, is] = [before, now].map(fieldsOf);
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return Object.fromEntries(
    [...names].filter((name) => !isDeepStrictEqual(was?.[name], is?.[name])).map((name) => [name, is?.[name]]),
  );
}

function fieldsOf({ matter, withheld }: SourcePage): Record<string, unknown> {
  const { values: _values, title: _title, warning: _warning, ...said } = matter;
  return { ...said, ...withheld?.fields };
}
