import { paginate } from '../../../db/keyset.ts';
import { DomainError, notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { roleOfRank, type Role } from '../../../access/roles.ts';
import type { Resource } from '../../../access/queries/member-ranks.ts';
import type { GrantRow } from '../../../loaders/grants.ts';
import type { Context } from '../../core/context.ts';
import {
  countEffectiveAccess,
  countGrants,
  effectiveAccessList,
  grantsList,
  type EffectiveAccessRow,
  type Holder,
} from './queries.ts';
import { authorizedResource, type ResourceReference } from './resource.ts';

export type Grant = GrantRow;

interface GrantsFilter extends ResourceReference {
  /** Only grants of users, or only of teams; null for both. */
  readonly holder: Holder | null;
}

/** Lists the grants on a space, collection or site itself, newest first. Requires `admin`. */
export async function listGrants(
  ctx: Context,
  { holder, ...reference }: GrantsFilter,
  page: PageRequest,
): Promise<Page<Grant>> {
  const { resource } = await authorizedResource(ctx, reference, 'viewGrants');
  const count = () => countGrants(ctx.sql, resource, holder);
  return paginate<Grant>(ctx, { ...grantsList(resource, holder), count }, page);
}

/** Gets a grant by id. Requires `admin` on its resource; throws not_found otherwise. */
export async function getGrant(ctx: Context, id: string): Promise<Grant> {
  const grant = await ctx.loaders.grant.load(id);
  if (grant === null) throw notFound('grant', id);
  try {
    await authorizedResource(ctx, grant, 'viewGrants');
    return grant;
  } catch (error) {
    const hidden = error instanceof DomainError && (error.type === 'not_found' || error.type === 'forbidden');
    throw hidden ? notFound('grant', id) : error;
  }
}

/** Effective role of a member on a space, collection or site: granted, inherited or by default. */
export interface EffectiveAccess {
  readonly userId: string;
  readonly role: Role;
  readonly origin: AccessOrigin;
}

/** Origin of a role: a grant on or the default level of a resource, or membership in the organization. */
export interface AccessOrigin {
  readonly spaceId?: string;
  readonly collectionId?: string;
  readonly siteId?: string;
  readonly organizationId?: string;
  /** The grant; null for a default level. */
  readonly grantId?: string | null;
}

interface EffectiveAccessFilter extends ResourceReference {
  /** Only members with exactly this role; null for every role. */
  readonly role: Role | null;
}

/** Lists every member with access to a space, collection or site, newest member first. Requires `admin`. */
export async function listEffectiveAccess(
  ctx: Context,
  { role, ...reference }: EffectiveAccessFilter,
  page: PageRequest,
): Promise<Page<EffectiveAccess>> {
  const { organizationId, resource } = await authorizedResource(ctx, reference, 'viewGrants');
  const count = () => countEffectiveAccess(ctx.sql, organizationId, resource, role);
  const list = { ...effectiveAccessList(organizationId, resource, role), count };
  const rows = await paginate<EffectiveAccessRow>(ctx, list, page);
  return mapPage(rows, ({ userId, rank, originId, grantId }) => ({
    userId,
    role: roleOfRank(rank) ?? 'read',
    origin: originId === null ? { organizationId } : { ...findOrigin(resource, originId), grantId },
  }));
}

/** The resource itself, or the ancestor collection with this id. */
const findOrigin = (resource: Resource, originId: string): Resource =>
  Object.values<string>(resource).includes(originId) ? resource : { collectionId: originId };
