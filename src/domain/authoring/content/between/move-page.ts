import type * as z from 'zod';
import { failure, invalid, shorten } from '../../../../lib/errors.ts';
import { unpairId } from '../../../../lib/ids.ts';
import { changesTo, type ContentChanges } from '../../../../text/content/changes.ts';
import { moveComments } from '../../comments/move-comments.ts';
import { moveWatches } from '../../notifications/queries/move-watches.ts';
import type { Context } from '../../../core/context.ts';
import { lockRow } from '../../../core/locks.ts';
import { authorizedSpace } from '../../spaces/spaces.ts';
import { commitContent } from '../commit.ts';
import { isComputedRoot } from '../computed/source.ts';
import { authorizeEdit } from '../edits/authorize.ts';
import { requireRevision } from '../edits/expected-revision.ts';
import {
  keepCreatedAt,
  listEarlierPaths,
  listLinking,
  listRequestsOnPages,
  moveRowsOfPages,
  recordMoves,
} from '../queries/between.ts';
import { listEntries } from '../queries/entries.ts';
import { listPathsById } from '../queries/link-targets.ts';
import { upsertPageRedirects } from '../queries/write-entries.ts';
import type { MovePageToSpaceInput } from '../inputs.ts';
import { getContent, type Revision } from '../revisions.ts';
import { placeOnce, type PlacedPage } from './place-once.ts';
import { planPlacement } from './place-pages.ts';
import { retarget, type FindPage } from './retarget.ts';
import { loadLinked, loadSubtree, maxPagesTogether, type Subtree } from './subtree.ts';

type PageMove = z.output<typeof MovePageToSpaceInput> & {
  readonly spaceId: string;
  readonly pageId: string;
  /** The revision of the space that must be active. */
  readonly expectedRevision?: string | null | undefined;
};

/**
 * Moves a page with all pages below it to another space of the organization, as one revision of each. The pages keep their ids, with
 * their comments and watches; links to them and from them are rewritten, and their former addresses lead to them. Requires the right
 * to edit both spaces. Throws not_found, forbidden, space_locked, precondition_failed, validation_failed, reference_not_found,
 * already_exists, and conflict when open change requests touch the pages.
 */
export async function movePageToSpace(outer: Context, move: PageMove): Promise<PlacedPage> {
  return placeOnce(outer, async (ctx) => {
    await authorizeMove(ctx, move);
    const { spaceId, space: toSpaceId } = move;
    // In the order of their ids, so that two moves cannot deadlock; edits of change requests wait as well.
    for (const id of [spaceId, toSpaceId].toSorted()) await lockRow(ctx, 'spaces', { id });
    await authorizeMove(ctx, move);
    const [from, to] = [await getContent(ctx, spaceId), await getContent(ctx, toSpaceId)];
    await requireRevision(ctx, from, move.expectedRevision);
    const pageId = unpairId(move.pageId, [spaceId, from.id]);
    const subtree = await loadSubtree(ctx, from, pageId);
    await requireUntouched(ctx, spaceId, subtree);
    await requireAbsent(ctx, to, subtree);
    const paths = await listPathsById(ctx.sql, from, subtree.ids);
    const ids = new Map(subtree.ids.map((id) => [id, id]));
    const destination = { into: move.into && unpairId(move.into, [toSpaceId, to.id]), at: move.at };
    const placed = await planPlacement(ctx, to, { from, subtree, ids, destination });
    const returned = await planLinks(ctx, to, { named: spaceId, ids, paths: [], placed });
    const left = await planLinks(ctx, from, { named: null, ids, paths: [...paths.values()], toSpaceId });
    await keepAddresses(ctx, from, { subtree, paths });
    await commitContent(ctx, { spaceId }, async () => ({
      ...left,
      remove: subtree.ids,
      computed: { roots: [], removed: subtree.pages.filter(isComputedRoot).map(({ id }) => id) },
    }));
    const revision = await commitContent(ctx, { spaceId: toSpaceId }, async () => joined(placed, returned));
    const moved = { from: spaceId, to: toSpaceId, ids: subtree.ids, at: ctx.now().toISOString() };
    await keepCreatedAt(ctx.sql, moved);
    await recordMoves(ctx.sql, moved);
    await moveComments(ctx, { ...moved, revisionId: revision.id });
    await moveWatches(ctx.sql, moved);
    await moveRowsOfPages(ctx.sql, 'templates', moved);
    await moveRowsOfPages(ctx.sql, 'page_freshness', moved);
    return { id: pageId, revision: { ...revision, activeOf: toSpaceId } };
  });
}

async function authorizeMove(ctx: Context, { spaceId, space }: PageMove): Promise<void> {
  await authorizeEdit(ctx, { spaceId });
  const { organizationId } = await authorizedSpace(ctx, spaceId, 'editContent');
  if (space === spaceId)
    throw invalid('input.space', 'The page is in this space: move it there as an edit', 'different');
  const target = await authorizedSpace(ctx, space, 'editContent', 'input.space');
  if (target.editMode === 'locked') throw failure('space_locked', 'The space to which the pages would go is locked');
  if (target.organizationId !== organizationId)
    throw invalid('input.space', 'The space belongs to another organization', 'organization');
}

const maxListedRequests = 50;

/** Throws conflict while open change requests change the pages, because a request belongs to one space. */
async function requireUntouched(ctx: Context, spaceId: string, { ids }: Subtree): Promise<void> {
  const requests = await listRequestsOnPages(ctx.sql, spaceId, ids, maxListedRequests);
  if (requests.length === 0) return;
  const names = requests.map(({ number }) => `#${number}`).join(', ');
  throw failure('conflict', `Open change requests change these pages: ${names}. Merge or archive them first`, {
    details: requests.map(({ id, number, subject }) => ({
      path: 'pageId',
      rule: 'change_request',
      message: `#${number} ${id} "${shorten(subject)}"`,
    })),
  });
}

/** Throws already_exists when the space has one of the pages, as a copy of the space does. */
async function requireAbsent(ctx: Context, to: Revision, { ids }: Subtree): Promise<void> {
  const present = await listEntries(ctx.sql, to, ids);
  if (present.length === 0) return;
  throw failure('already_exists', 'The space has pages with the same ids, as a copy of the space does', {
    details: present.slice(0, maxListedRequests).map(({ id, title }) => ({
      path: 'input.space',
      rule: 'unique',
      message: `${id} "${shorten(title)}" is there`,
    })),
  });
}

interface LinkingPages {
  /** The space that the links name, for those of the space to which pages go; null for those of the space that they leave. */
  readonly named: string | null;
  readonly ids: ReadonlyMap<string, string>;
  readonly paths: readonly string[];
  readonly toSpaceId?: string;
  /** What is placed in the space: its links are known. */
  readonly placed?: ContentChanges;
}

/** Plans other links in the entries that link to pages which are moved, so that they lead to where these go. */
async function planLinks(
  ctx: Context,
  head: Revision,
  { named, ids, paths, toSpaceId, placed }: LinkingPages,
): Promise<ContentChanges> {
  const pageIds = [...ids.keys()];
  const linking = await listLinking(ctx.sql, head.spaceId, { ids: pageIds, paths, named }, maxPagesTogether + 1);
  if (linking.length > maxPagesTogether)
    throw invalid(
      'pageId',
      `More than ${maxPagesTogether} pages link to these pages, which cannot be moved together`,
      'too_big',
    );
  const own = new Set(placed?.put.map(({ id }) => id));
  const entries = await listEntries(
    ctx.sql,
    head,
    linking.filter((id) => !own.has(id)),
  );
  const find: FindPage = (spaceId, id) => {
    if (!ids.has(id) || spaceId !== (named ?? head.spaceId)) return null;
    return toSpaceId === undefined ? { kind: 'here', id } : { kind: 'elsewhere', spaceId: toSpaceId, id };
  };
  const written = (await loadLinked(ctx, head, entries)).map((one) =>
    retarget({ urls: ctx.urls, from: head.spaceId, find }, one),
  );
  return {
    ...changesTo(
      written.map(({ entry }) => [entry.id, entry]),
      { texts: written.flatMap(({ text }) => text ?? []) },
    ),
    links: written.flatMap(({ links }) => links),
  };
}

const joined = (one: ContentChanges, other: ContentChanges): ContentChanges => ({
  put: [...one.put, ...other.put],
  remove: [],
  texts: [...one.texts, ...other.texts],
  links: [...one.links, ...other.links],
});

interface FormerAddresses {
  readonly subtree: Subtree;
  readonly paths: ReadonlyMap<string, string>;
}

/** Keeps the addresses of the pages, those that they have and those that they had below others. */
async function keepAddresses(
  ctx: Context,
  from: Revision,
  { subtree: { ids }, paths }: FormerAddresses,
): Promise<void> {
  const earlier = await listEarlierPaths(ctx.sql, from, ids);
  const parents = await listPathsById(ctx.sql, from, [...new Set(earlier.map(({ parentId }) => parentId))]);
  const former = [
    ...earlier.flatMap(({ pageId, parentId, slug }) => {
      const above = parents.get(parentId);
      return above === undefined ? [] : [{ pageId, path: `${above}/${slug}` }];
    }),
    ...[...paths].map(([pageId, path]) => ({ pageId, path })),
  ];
  const byPath = new Map(former.map(({ pageId, path }) => [path, pageId]));
  const createdAt = ctx.now().toISOString();
  await upsertPageRedirects(
    ctx.sql,
    [...byPath].map(([slug, pageId]) => ({ spaceId: from.spaceId, parentId: '', slug, pageId, createdAt })),
  );
}
