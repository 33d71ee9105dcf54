import { hasScope } from '../../../access/policy.ts';
import type { PublishedSpaceRow } from '../../../loaders/sites.ts';
import type { Context } from '../../core/context.ts';
import { findSpace, type Space } from '../../authoring/spaces/spaces.ts';
import { findSite } from './sites.ts';
import { loadStructure, type SiteSpace, type Structure } from '../structure/structure.ts';
import { publishedSiteSpaceUrl } from './urls.ts';
import { asReader } from './visibility.ts';

/** The publication of a space by a site. */
export interface Publication {
  /** URL at which readers find the space. */
  readonly url: string;
  /** Whether anyone may read it there and search engines may index it. */
  readonly isPublic: boolean;
  /** The signer of visitor tokens; null unless the visibility is `visitor-auth`. */
  readonly visitorAuth: VisitorAuthBackend | null;
}

/** The signer of visitor tokens. Its key is only for admins: see site-settings/visitor-auth.ts. */
export interface VisitorAuthBackend {
  readonly backend: 'custom' | 'integration';
  readonly integration: string | null;
}

/** A space, possibly read as part of a site. */
export type ShownSpace = Space & { readonly siteSpace?: SiteSpace };

/**
 * Finds the publication of a space that the caller may read: by the site as whose part it was read, otherwise by the
 * oldest site. For visitors it is their site. Null when no site publishes the space, and for tokens without the scope
 * to read sites.
 */
export function findPublication(ctx: Context, space: ShownSpace): Publication | null | Promise<Publication | null> {
  if (!hasScope(ctx.actor, 'site:read')) return null;
  // Most spaces are on no site; avoid promises for them.
  const isNowhere = space.isInSite === false && !space.siteSpace && !space.shared && !ctx.actor.visitor;
  return isNowhere ? null : loadPublication(ctx, space);
}

async function loadPublication(ctx: Context, space: ShownSpace): Promise<Publication | null> {
  const siteSpace = space.siteSpace ?? (await siteSpaceForVisitor(ctx, space));
  if (siteSpace) {
    const url = publishedSiteSpaceUrl(ctx, siteSpace);
    if (url !== null) return publicationBy(siteSpace.site, url);
  }
  if (ctx.actor.visitor || space.isInSite === false) return null;
  const row = await ctx.loaders.publishedSpace.load(space.id);
  return row && publicationAt(ctx, row);
}

/** Finds the publication of the content of a revision; null unless it is the active revision of a published space. */
export async function findRevisionPublication(
  ctx: Context,
  { id, line, spaceId }: { readonly id: string; readonly line: string; readonly spaceId: string },
): Promise<Publication | null> {
  const space = line === spaceId ? await findSpace(ctx, spaceId) : null;
  return space?.revisionId === id ? findPublication(ctx, space) : null;
}

/** The URL of a space on the oldest site that everyone may read; null when there is none. */
export async function findPublicUrl(ctx: Context, spaceId: string): Promise<string | null> {
  const row = await ctx.loaders.publicSpace.load(spaceId);
  return row && (publicationAt(ctx, row)?.url ?? null);
}

function publicationAt(ctx: Context, row: PublishedSpaceRow): Publication | null {
  const { path, isDefault, sectionPath, sectionIsDefault } = row;
  const section = sectionPath === null ? null : { path: sectionPath, isDefault: sectionIsDefault ?? false };
  // The loader finds only sites that the caller may read. See visibility.ts.
  const site = { ...row, reading: 'guest' as const };
  const url = publishedSiteSpaceUrl(ctx, { site, section, path, isDefault });
  return url === null ? null : publicationBy(row, url);
}

/** Finds the site space that shows a space, on the site of the visitor or of the caller's share link. */
async function siteSpaceForVisitor(ctx: Context, { id, shared }: Space): Promise<SiteSpace | null> {
  const visitor = ctx.actor.visitor ?? shared?.visitor;
  if (!visitor) return null;
  const structure = await structureFor(shared ? asReader(ctx, { reading: 'visitor', visitor }) : ctx, visitor.siteId);
  return structure?.siteSpaces.find(({ spaceId }) => spaceId === id) ?? null;
}

/** Reads the structure of a visitor's site, once per request. */
function structureFor(ctx: Context, siteId: string): Promise<Structure | null> {
  const cached = structures.get(ctx.loaders);
  if (cached) return cached;
  const loading = findSite(ctx, siteId).then((site) => site && loadStructure(ctx, site));
  structures.set(ctx.loaders, loading);
  return loading;
}
const structures = new WeakMap<Context['loaders'], Promise<Structure | null>>();

type Authenticated = Pick<PublishedSpaceRow, 'visibility' | 'visitorBackend' | 'visitorIntegration'>;

const publicationBy = (site: Authenticated, url: string): Publication => ({
  url,
  isPublic: site.visibility === 'public',
  visitorAuth: findVisitorAuth(site),
});

function findVisitorAuth({ visibility, visitorBackend, visitorIntegration }: Authenticated): VisitorAuthBackend | null {
  if (visibility !== 'visitor-auth') return null;
  return { backend: visitorBackend === 'integration' ? 'integration' : 'custom', integration: visitorIntegration };
}
