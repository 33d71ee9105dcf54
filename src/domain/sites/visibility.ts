import type { Visitor } from '../../access/actor.ts';
import { membershipOf } from '../../access/effective-role.ts';
import type { MembershipColumns } from '../../access/queries/membership.ts';
import { atLeast, type Role } from '../../access/roles.ts';
import type { SiteFactsRow, SiteSpaceRow, StructureRows } from '../../loaders/sites.ts';
import { actingAs } from '../acting.ts';
import type { Context } from '../context.ts';
import { factsOf, forCaller, type Space } from '../spaces/spaces.ts';
import { spacePolicy } from '../spaces/policy.ts';
import { conditionsOf } from '../visitors/conditions-of.ts';
import { visitorByShareKey } from '../visitors/share-keys.ts';
import { visibleParts } from '../visitors/visible-parts.ts';
import { visitorActor } from '../visitors/visitor-actor.ts';
import { mayReadSpaceOf } from './queries.ts';
import { decryptShareKey } from './secrets.ts';

/** The audience as which the caller reads a site, and the share link by which the caller reached it. */
export interface SiteReader {
  /**
   * `member` by a role on it, who sees its conditions and settings; `guest` of the organization, who sees the parts whose
   * spaces the guest may read; or `visitor`, who sees what the site shows to that visitor.
   */
  readonly reading: 'member' | 'guest' | 'visitor';
  /** The visitor, for that reading. */
  readonly visitor?: Visitor;
  /** The key of the share link that the caller came by. It is part of the published URLs. */
  readonly shareKey?: string;
}

interface SiteRead
  extends Partial<MembershipColumns>, Pick<SiteFactsRow, 'sealedShareKey' | 'published' | 'visibility'> {
  readonly id: string;
  readonly organizationId: string;
  readonly role: Role | null;
}

/** How a caller comes to a site. */
export interface SiteEntry {
  /** The key of a share link. */
  readonly shareKey?: string | null | undefined;
  /** Whether only what a site shows to its audience is read. Then everyone may read a public or unlisted one. */
  readonly asAudience?: boolean | undefined;
}

/**
 * Decides whether the caller may read a site, and as which kind of reader. No other place decides it. For visitors, the
 * loader finds a site only while it admits them.
 */
export async function siteReaderOf(
  ctx: Context,
  site: SiteRead,
  { shareKey = null, asAudience = false }: SiteEntry,
): Promise<SiteReader | null> {
  const { visitor } = ctx.actor;
  if (visitor) return { reading: 'visitor', visitor, ...ownKey(ctx, visitor, site) };
  const opened = shareKey === null ? null : await openedBy(ctx, site, shareKey);
  const key = opened === null || shareKey === null ? {} : { shareKey };
  if (atLeast(site.role, 'read')) return { reading: 'member', ...key };
  const isMember = membershipOf({ isMember: site.isMember ?? false, memberRole: site.memberRole ?? null }) !== null;
  if (isMember && (await mayReadSpaceOf(ctx.sql, ctx.actor, site))) return { reading: 'guest', ...key };
  if (opened) return { reading: 'visitor', visitor: opened, ...key };
  return asAudience && isForAll(ctx, site) ? { reading: 'visitor', visitor: someoneIn(site) } : null;
}

/** Whether everyone may read what the site publishes, as far as the caller's token reaches. */
const isForAll = ({ actor }: Context, { organizationId, published, visibility }: SiteRead): boolean =>
  published &&
  (visibility === 'public' || visibility === 'unlisted') &&
  (actor.organizationId ?? organizationId) === organizationId;

/** A visitor of whom nothing is known. */
const someoneIn = ({ id: siteId, organizationId }: SiteRead): Visitor => ({
  siteId,
  organizationId,
  admission: {},
  claims: {},
});

function ownKey(ctx: Context, { admission: { shareLinkId } }: Visitor, { sealedShareKey }: SiteRead) {
  if (shareLinkId === undefined || !sealedShareKey) return {};
  return { shareKey: decryptShareKey(ctx, shareLinkId, sealedShareKey) };
}

/** The visitor whom a share key lets in to this site; null for another key. */
async function openedBy(ctx: Context, { id }: SiteRead, shareKey: string): Promise<Visitor | null> {
  const visitor = await visitorByShareKey(ctx, shareKey);
  return visitor?.siteId === id ? visitor : null;
}

/** A site space with the space that it shows. */
interface ReadableSiteSpace {
  readonly row: SiteSpaceRow;
  readonly space: Space;
}

/**
 * The context for reading the parts of a site: for callers with a share key, that of the visitor whom the key admits.
 */
export const asReader = (ctx: Context, { visitor }: SiteReader): Context =>
  visitor === undefined || ctx.actor.visitor !== undefined ? ctx : actingAs(ctx, visitorActor(visitor));

/** Those of a site's spaces that the caller may read, each with its space. */
export async function readableSiteSpaces(
  ctx: Context,
  site: SiteReader,
  rows: StructureRows,
): Promise<readonly ReadableSiteSpace[]> {
  const reader = asReader(ctx, site);
  const conditions = conditionsOf(reader);
  const { siteSpaces } = conditions === null ? rows : visibleParts(rows, conditions);
  const spaces = await Promise.all(siteSpaces.map(({ spaceId }) => reader.loaders.space.load(spaceId)));
  return siteSpaces.flatMap((row, index) => {
    const found = spaces[index];
    if (!found || found.deletedAt !== null) return [];
    const space = forCaller(reader, found);
    if (!spacePolicy.rules.view.allows(reader.actor, factsOf(space))) return [];
    // A share key opens the space only. A role would also open its comments and change requests.
    return [{ row, space: reader === ctx ? space : { ...space, role: null } }];
  });
}
