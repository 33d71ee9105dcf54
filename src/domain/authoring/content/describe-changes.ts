import { isDeepStrictEqual } from 'node:util';
import type { ContentChanges, EntryState } from '../../../text/content/changes.ts';
import type { Context } from '../../core/context.ts';
import { maxListedChanges, type EventData } from '../../core/events/catalogue.ts';
import type { EntryBefore } from './queries/write-entries.ts';
import type { Revision } from './revisions.ts';

interface Described {
  readonly revision: Revision;
  /** The revision before it. */
  readonly head: Revision;
  readonly space: { readonly id: string; readonly title: string };
  readonly changes: ContentChanges;
  /** The entries as they were before, by id. */
  readonly before: ReadonlyMap<string, EntryBefore>;
}

type Change = EventData<'content.updated'>['changes'][number];

/**
 * Describes what a revision has changed, for its event: what was added, modified, moved and removed. Needs a statement for the paths
 * of pages that are below others, and one for those that pages had before.
 */
export async function describeChanges(ctx: Context, described: Described): Promise<EventData<'content.updated'>> {
  const { revision, head, space, changes, before } = described;
  const put = changes.put.slice(0, maxListedChanges);
  const removed = changes.remove.flatMap((id) => before.get(id) ?? []);
  const listed = removed.slice(0, maxListedChanges - put.length);
  return {
    revision: revision.id,
    previousRevision: head.id,
    revisionType: revision.type,
    space: { id: space.id, title: space.title },
    changes: await Promise.all([
      ...put.map((entry) => describePut(ctx, entry, described)),
      ...listed.map((entry) => describeRemoved(ctx, entry, head)),
    ]),
    total: changes.put.length + removed.length,
  };
}

async function describePut(ctx: Context, entry: EntryState, { revision, head, before }: Described): Promise<Change> {
  const { id, kind, title } = entry;
  const former = before.get(id);
  const common = { id, kind, title, ...(await pathIn(ctx, entry, revision)) };
  if (former === undefined) return { change: 'added', ...common };
  const hasPlace = former.parentId === entry.parentId && former.slug === entry.slug;
  const { path: previousPath } = hasPlace ? {} : await pathIn(ctx, former, head);
  const change = isOnlyMoved(former, entry) ? ('moved' as const) : ('modified' as const);
  return { change, ...common, ...(previousPath === undefined ? {} : { previousPath }) };
}

const describeRemoved = async (ctx: Context, entry: EntryBefore, head: Revision): Promise<Change> => ({
  change: 'removed',
  id: entry.id,
  kind: entry.kind,
  title: entry.title,
  ...(await pathIn(ctx, entry, head)),
});

/** Whether an entry has another place in the tree, and is the same otherwise. */
function isOnlyMoved(former: EntryState, { parentId, position, ...entry }: EntryState): boolean {
  if (former.parentId === parentId && former.position === position) return false;
  return Object.entries(entry).every(([name, value]) => isDeepStrictEqual(Reflect.get(former, name), value));
}

/** The path of a page in a revision; none for a link, which has no address, and for what is no page. */
async function pathIn(
  { loaders }: Context,
  { id, kind, slug, parentId }: EntryState,
  state: Revision,
): Promise<{ readonly path?: string }> {
  if (kind !== 'page' || slug === null) return {};
  if (parentId === null) return { path: slug };
  const page = await loaders.contentPage.load({ state, id });
  return page === null ? {} : { path: page.path };
}
