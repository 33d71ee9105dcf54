import type { Resource } from '../../../access/queries/member-ranks.ts';
import type { Role } from '../../../access/roles.ts';
import { invalid, notFound } from '../../../lib/errors.ts';
import { joinIds, typeOfId } from '../../../lib/ids.ts';
import type { WatchRow } from '../../../loaders/notifications.ts';
import type { Context } from '../../core/context.ts';
import { getChangeRequest } from '../change-requests/change-requests.ts';
import { getCollection } from '../collections/collections.ts';
import { getPage } from '../content/pages.ts';
import { getInState } from '../content/state-ids.ts';
import { getSpecById } from '../openapi-specs/specs.ts';
import { getSpace, loadSpace } from '../spaces/spaces.ts';

type Place = Partial<Pick<WatchRow, 'spaceId' | 'collectionId' | 'changeRequestId' | 'specId'>>;

/** Something that can be watched, as the caller sees it. */
export interface Watchable {
  /** Where it belongs. */
  readonly place: Place;
  readonly organizationId: string;
  /** The role of the caller there. */
  readonly role: Role | null;
  /** Whose readers are those of it; null for the members of the organization. */
  readonly resource: Resource | null;
}

const watchables: Partial<Record<string, (ctx: Context, id: string) => Promise<Watchable>>> = {
  Space: async (ctx, id) => inSpace(await getSpace(ctx, id)),
  Page: async (ctx, id) => {
    const { id: pageId, revision } = await getInState(ctx, id, getPage);
    const { spaceId } = revision;
    if (id !== joinIds(pageId, spaceId)) throw invalid('nodeId', 'must name a page of the main content', 'type');
    return inSpace(await loadSpace(ctx, spaceId));
  },
  ChangeRequest: async (ctx, id) => {
    const { spaceId } = await getChangeRequest(ctx, { id });
    return { ...inSpace(await loadSpace(ctx, spaceId)), place: { spaceId, changeRequestId: id } };
  },
  Collection: async (ctx, id) => {
    const { organizationId, role } = await getCollection(ctx, id);
    return { place: { collectionId: id }, organizationId, role, resource: { collectionId: id } };
  },
  OpenApiSpec: async (ctx, id) => {
    const { organizationId, membership } = await getSpecById(ctx, id);
    return { place: { specId: id }, organizationId, role: membership?.role ?? null, resource: null };
  },
};

interface SpaceOfWatch {
  readonly id: string;
  readonly organizationId: string;
  readonly role: Role | null;
}

const inSpace = ({ id: spaceId, organizationId, role }: SpaceOfWatch): Watchable => ({
  place: { spaceId },
  organizationId,
  role,
  resource: { spaceId },
});

/** Gets something that the caller may read, by its id in the graph. Throws not_found; validation_failed for anything else. */
export async function getWatchable(ctx: Context, nodeId: string): Promise<Watchable> {
  const type = typeOfId(nodeId);
  if (type === null) throw notFound('node', nodeId);
  const get = watchables[type];
  if (get === undefined)
    throw invalid('nodeId', 'must name a space, a page, a collection, a change request or a specification', 'type');
  return get(ctx, nodeId);
}
