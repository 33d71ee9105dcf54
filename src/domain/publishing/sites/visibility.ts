import type { Visitor } from '../../../access/actor.ts';
import { toMembership } from '../../../access/effective-role.ts';
import type { MembershipColumns } from '../../../access/queries/membership.ts';
import { atLeast, type Role } from '../../../access/roles.ts';
import type { SiteFactsRow, SiteSpaceRow, StructureRows } from '../../../loaders/sites.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { toFacts, withCallerAccess, type Space } from '../../authoring/spaces/spaces.ts';
import { spacePolicy } from '../../authoring/spaces/policy.ts';
import { conditionsOf } from '../../people/visitors/conditions-of.ts';
import { findVisitorByShareKey } from '../../people/visitors/share-keys.ts';
import { selectVisibleParts } from '../../people/visitors/visible-parts.ts';
import { visitorActor } from '../../people/visitors/visitor-actor.ts';
import { mayReadSpaceOf } from './queries.ts';
import { decryptShareKey } from '../visitor-auth/visitor-key.ts';

/** The basis on which the caller reads a site, and the share link that gave access. */
export interface SiteReader {
  /**
   * `member` has a role on the site and sees its conditions and settings; `guest` belongs to the organization and sees
   * the parts whose spaces the guest may read; `visitor` sees what the site publishes to that visitor.
   */
  readonly reading: 'member' | 'guest' | 'visitor';
  /** Set only when `reading` is `visitor`. */
  readonly visitor?: Visitor;
  /** Key of the share link that the caller used. It is part of the published URLs. */
  readonly shareKey?: string;
}

interface SiteRead
  extends Partial<MembershipColumns>, Pick<SiteFactsRow, 'sealedShareKey' | 'published' | 'visibility'> {
  readonly id: string;
  readonly organizationId: string;
  readonly role: Role | null;
}

/** How a caller accesses a site. */
export interface SiteEntry {
  /** Key of a share link. */
  readonly shareKey?: string | null | undefined;
  /** Whether to read only what the site shows to its audience, which for a public or unlisted site is everyone. */
  readonly asAudience?: boolean | undefined;
}

/**
 * Decides whether the caller may read a site, and on what basis. This is the only place that decides it. For visitors,
 * the loader finds a site only while it admits them.
 */
export async function loadSiteReader(
  ctx: Context,
  site: SiteRead,
  { shareKey = null, asAudience = false }: SiteEntry,
): Promise<SiteReader | null> {
  const { visitor } = ctx.actor;
  if (visitor) return { reading: 'visitor', visitor, ...ownKey(ctx, visitor, site) };
  const opened = shareKey === null ? null : await visitorAdmittedBy(ctx, site, shareKey);
  const key = opened === null || shareKey === null ? {} : { shareKey };
  if (atLeast(site.role, 'read')) return { reading: 'member', ...key };
  const isMember = toMembership({ isMember: site.isMember ?? false, memberRole: site.memberRole ?? null }) !== null;
  if (isMember && (await mayReadSpaceOf(ctx.sql, ctx.actor, site))) return { reading: 'guest', ...key };
  if (opened) return { reading: 'visitor', visitor: opened, ...key };
  return asAudience && isForAll(ctx, site) ? { reading: 'visitor', visitor: anonymousVisitorOf(site) } : null;
}

/** Whether the site is open to everyone, within the limits of the caller's token. */
const isForAll = ({ actor }: Context, { organizationId, published, visibility }: SiteRead): boolean =>
  published &&
  (visibility === 'public' || visibility === 'unlisted') &&
  (actor.organizationId ?? organizationId) === organizationId;

/** An anonymous visitor of a site. */
const anonymousVisitorOf = ({ id: siteId, organizationId }: SiteRead): Visitor => ({
  siteId,
  organizationId,
  admission: {},
  claims: {},
});

function ownKey(ctx: Context, { admission: { shareLinkId } }: Visitor, { sealedShareKey }: SiteRead) {
  if (shareLinkId === undefined || !sealedShareKey) return {};
  return { shareKey: decryptShareKey(ctx, shareLinkId, sealedShareKey) };
}

/** Finds the visitor that a share key of this site admits; null for any other key. */
async function visitorAdmittedBy(ctx: Context, { id }: SiteRead, shareKey: string): Promise<Visitor | null> {
  const visitor = await findVisitorByShareKey(ctx, shareKey);
  return visitor?.siteId === id ? visitor : null;
}

/** A site space with its space. */
interface ReadableSiteSpace {
  readonly row: SiteSpaceRow;
  readonly space: Space;
}

/** The context for reading the parts of a site. For callers with a share key, it acts as the admitted visitor. */
export const asReader = (ctx: Context, { visitor }: SiteReader): Context =>
  visitor === undefined || ctx.actor.visitor !== undefined ? ctx : actingAs(ctx, visitorActor(visitor));

/** Lists the site spaces that the caller may read, each with its space. */
export async function readableSiteSpaces(
  ctx: Context,
  site: SiteReader,
  rows: StructureRows,
): Promise<readonly ReadableSiteSpace[]> {
  const reader = asReader(ctx, site);
  const conditions = conditionsOf(reader);
  const { siteSpaces } = conditions === null ? rows : await selectVisibleParts(reader, rows, conditions);
  const spaces = await Promise.all(siteSpaces.map(({ spaceId }) => reader.loaders.space.load(spaceId)));
  return siteSpaces.flatMap((row, index) => {
    const found = spaces[index];
    if (!found || found.deletedAt !== null) return [];
    const space = withCallerAccess(reader, found);
    if (!spacePolicy.rules.view.allows(reader.actor, toFacts(space))) return [];
    // A share key gives access only to the space; a role would also give access to its comments and change requests.
    return [{ row, space: reader === ctx ? space : { ...space, role: null } }];
  });
}
