import { raw, sql } from '../../db/sql.ts';
import {
  entriesAt,
  entryAt,
  pageIdAt,
  pagesById,
  type ContentState,
  type PageWithPath,
} from '../../loaders/content.ts';
import { isOfEntry } from '../../loaders/content-links.ts';
import type { Context } from '../context.ts';
import type { FoundUrl } from '../imports/document.ts';
import type { LinkState } from './changes.ts';
import { candidatePaths, fileNameIn, meaningOf, type LinkMeaning } from './link-meaning.ts';

/** The states before and after a change. */
export interface Resolution {
  readonly head: ContentState;
  readonly target: ContentState;
}

/** The addresses in the new text of an entry. */
export interface ReadText {
  readonly entryId: string;
  readonly urls: readonly FoundUrl[];
}

type Target = Pick<LinkState, 'kind' | 'targetId' | 'anchor' | 'spaceId' | 'path'>;
type Relative = Extract<LinkMeaning, { kind: 'relative' }>;

const none = { targetId: null, anchor: null, spaceId: null, path: null };

/**
 * What the addresses in new texts lead to once the change is written. An address that the text had before means what it
 * meant then: pages may have moved since. Four statements at most, none without relative addresses.
 */
export async function resolveLinks(
  ctx: Context,
  { head, target }: Resolution,
  texts: readonly ReadText[],
): Promise<LinkState[]> {
  const read = texts.flatMap(({ entryId, urls }) =>
    urls.map((found) => ({ entryId, found, meaning: meaningOf(ctx.urls, found.url) })),
  );
  const relative = read.flatMap(({ entryId, found, meaning }) =>
    meaning.kind === 'relative' ? [{ entryId, url: found.url, meaning }] : [],
  );
  const follow = relative.length === 0 ? null : await follower(ctx, { head, target }, relative);
  return read.map(({ entryId, found, meaning }) => ({
    ...none,
    ...(meaning.kind === 'relative' ? follow?.(entryId, found.url, meaning) : direct(entryId, meaning)),
    pageId: entryId,
    startsAt: found.start,
    endsAt: found.end,
    url: found.url,
  })) as LinkState[];
}

function direct(entryId: string, meaning: Exclude<LinkMeaning, Relative>): Target {
  switch (meaning.kind) {
    case 'here':
      return { ...none, kind: 'page', targetId: entryId, anchor: meaning.anchor };
    case 'page':
    case 'file':
    case 'app':
      return { ...none, ...meaning };
    case 'url':
      return { ...none, kind: 'url' };
    case 'nowhere':
      return { ...none, kind: 'broken' };
  }
}

interface Address {
  readonly entryId: string;
  readonly url: string;
  readonly meaning: Relative;
}

/** Reads all that relative addresses may lead to, and gives what tells where one does. */
async function follower(ctx: Context, { head, target }: Resolution, addresses: readonly Address[]) {
  const ids = [...new Set(addresses.map(({ entryId }) => entryId))];
  const known = await targetsBefore(ctx, { head, target }, ids);
  const open = addresses.filter(({ entryId, url }) => !known.has(`${entryId} ${url}`));
  const rows = open.length === 0 ? [] : await ctx.sql.rows<PageWithPath>(pagesById(target, ids));
  const paths = new Map(rows.map(({ id, path }) => [id, path]));
  const candidates = ({ entryId, meaning }: Omit<Address, 'url'>) =>
    candidatePaths(paths.get(entryId) ?? null, meaning.path);
  const pages = await pagesAt(ctx, target, new Set(open.flatMap(candidates)));
  const names = new Set(open.flatMap(({ meaning }) => fileNameIn(meaning.path) ?? []));
  const files = await filesNamed(ctx, target, names);
  return (entryId: string, url: string, meaning: Relative): Target => {
    const before = known.get(`${entryId} ${url}`);
    if (before) return { ...none, ...before };
    const [path = null, ...more] = candidates({ entryId, meaning });
    const page = [path, ...more].map((one) => pages.get(one ?? '')).find((id) => id !== undefined);
    if (page !== undefined) return { ...none, kind: 'page', targetId: page, anchor: meaning.anchor };
    const name = fileNameIn(meaning.path);
    const file = name === null ? undefined : files.get(name);
    if (file !== undefined) return { ...none, kind: 'file', targetId: file };
    return { ...none, kind: 'broken', anchor: meaning.anchor, path: name === null ? path : null };
  };
}

/** What the addresses of entries meant, by entry and address, as far as it is still there. */
async function targetsBefore(ctx: Context, { head, target }: Resolution, ids: readonly string[]) {
  const rows = await ctx.sql.rows<Target & { entryId: string; url: string }>(sql`
    select l."entryId", l.url, l.kind, l."targetId", l.anchor
    from unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(head, raw('wanted.id'))}
    join content_links l on ${isOfEntry}
    where l.source = 'text' and l.kind in ('page', 'file')
      and exists (select from ${entryAt(target, raw('l."targetId"'))} where e.kind = l.kind)
    order by l.ordinal desc`);
  return new Map(rows.map(({ entryId, url, ...meant }) => [`${entryId} ${url}`, meant]));
}

/** Paths that are walked one by one; for more, as after an import, the pages of their slugs are read at once. */
const maxWalks = 50;

async function pagesAt(ctx: Context, state: ContentState, paths: ReadonlySet<string>): Promise<Map<string, string>> {
  if (paths.size === 0) return new Map();
  if (paths.size > maxWalks) return pagesOfSlugs(ctx, state, paths);
  const rows = await ctx.sql.rows<{ path: string; id: string }>(sql`
    select wanted.path, found.id from unnest(${[...paths]}::text[]) wanted(path)
    cross join lateral (${pageIdAt(state, raw("string_to_array(wanted.path, '/')"))}) found`);
  return new Map(rows.map(({ path, id }) => [path, id]));
}

async function pagesOfSlugs(ctx: Context, state: ContentState, paths: ReadonlySet<string>) {
  const slugs = [...new Set([...paths].flatMap((path) => path.split('/')))];
  const where = sql`e.kind = 'page' and e.slug = any(${slugs}::text[])`;
  const rows = await ctx.sql.rows<{ id: string; parentId: string | null; slug: string }>(
    sql`select e."entryId" as id, e."parentId", e.slug from ${entriesAt(state, { where })}`,
  );
  const idOf = new Map(rows.map(({ id, parentId, slug }) => [`${parentId ?? ''}/${slug}`, id]));
  const found = new Map<string, string>();
  for (const path of paths) {
    const id = path
      .split('/')
      .reduce<string | undefined>((at, slug) => (at === undefined ? at : idOf.get(`${at}/${slug}`)), '');
    if (id) found.set(path, id);
  }
  return found;
}

async function filesNamed(ctx: Context, state: ContentState, names: ReadonlySet<string>) {
  if (names.size === 0) return new Map<string, string>();
  const where = sql`e.kind = 'file' and e.title = any(${[...names]}::text[])`;
  const rows = await ctx.sql.rows<{ id: string; title: string }>(sql`
    select e."entryId" as id, e.title from ${entriesAt(state, { where })} order by e."entryId" desc`);
  return new Map(rows.map(({ id, title }) => [title, id]));
}
