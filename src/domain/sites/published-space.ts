import { hasScope } from '../../access/policy.ts';
import type { PublishedSpaceRow } from '../../loaders/sites.ts';
import type { Context } from '../context.ts';
import { findSpace, type Space } from '../spaces/spaces.ts';
import { findSite } from './sites.ts';
import { readStructure, type SiteSpace, type Structure } from './structure.ts';
import { publishedSiteSpaceUrl } from './urls.ts';
import { asReader } from './visibility.ts';

/** How a site publishes a space. */
export interface Publication {
  /** Where readers find the space. */
  readonly url: string;
  /** Whether anyone may read it there, and search engines may index it. */
  readonly isPublic: boolean;
  /** Who signs the tokens of visitors; null for a site of another visibility than `visitor-auth`. */
  readonly visitorAuth: VisitorAuthBackend | null;
}

/** Who signs the tokens of visitors. The key is for admins of the site: see site-settings/visitor-auth.ts. */
export interface VisitorAuthBackend {
  readonly backend: 'custom' | 'integration';
  readonly integration: string | null;
}

/** A space that may have been read as a part of a site. */
export type ShownSpace = Space & { readonly siteSpace?: SiteSpace };

/**
 * How a site publishes a space that the caller reads: the site that it was read as a part of, else, of several, the oldest.
 * For visitors it is their site. Null when no site publishes it, and for tokens that may not read sites.
 */
export function publicationOf(ctx: Context, space: ShownSpace): Publication | null | Promise<Publication | null> {
  if (!hasScope(ctx.actor, 'site:read')) return null;
  // Most spaces are in no site, and a list of them needs no promises.
  const isNowhere = space.isInSite === false && !space.siteSpace && !space.shared && !ctx.actor.visitor;
  return isNowhere ? null : readPublication(ctx, space);
}

async function readPublication(ctx: Context, space: ShownSpace): Promise<Publication | null> {
  const siteSpace = space.siteSpace ?? (await siteSpaceForVisitor(ctx, space));
  if (siteSpace) {
    const url = publishedSiteSpaceUrl(ctx, siteSpace);
    if (url !== null) return publicationBy(siteSpace.site, url);
  }
  if (ctx.actor.visitor || space.isInSite === false) return null;
  const row = await ctx.loaders.publishedSpace.load(space.id);
  return row && publicationAt(ctx, row);
}

/** How a site publishes the content of a revision. Null unless it is the active revision of a space that a site publishes. */
export async function publicationOfRevision(
  ctx: Context,
  { id, line, spaceId }: { readonly id: string; readonly line: string; readonly spaceId: string },
): Promise<Publication | null> {
  const space = line === spaceId ? await findSpace(ctx, spaceId) : null;
  return space?.revisionId === id ? publicationOf(ctx, space) : null;
}

function publicationAt(ctx: Context, row: PublishedSpaceRow): Publication | null {
  const { path, isDefault, sectionPath, sectionIsDefault } = row;
  const section = sectionPath === null ? null : { path: sectionPath, isDefault: sectionIsDefault ?? false };
  // Everyone who may read a space of a site may read the site: see visibility.ts.
  const site = { ...row, reading: 'guest' as const };
  const url = publishedSiteSpaceUrl(ctx, { site, section, path, isDefault });
  return url === null ? null : publicationBy(row, url);
}

/** Where the site of a visitor, or of the share link that the caller gave, shows the space. */
async function siteSpaceForVisitor(ctx: Context, { id, shared }: Space): Promise<SiteSpace | null> {
  const visitor = ctx.actor.visitor ?? shared?.visitor;
  if (!visitor) return null;
  const structure = await structureFor(shared ? asReader(ctx, { reading: 'visitor', visitor }) : ctx, visitor.siteId);
  return structure?.siteSpaces.find(({ spaceId }) => spaceId === id) ?? null;
}

/** The structure of a visitor's site, once per request. */
function structureFor(ctx: Context, siteId: string): Promise<Structure | null> {
  const known = structures.get(ctx.loaders);
  if (known) return known;
  const made = findSite(ctx, siteId).then((site) => site && readStructure(ctx, site));
  structures.set(ctx.loaders, made);
  return made;
}
const structures = new WeakMap<Context['loaders'], Promise<Structure | null>>();

type Authenticated = Pick<PublishedSpaceRow, 'visibility' | 'visitorBackend' | 'visitorIntegration'>;

const publicationBy = (site: Authenticated, url: string): Publication => ({
  url,
  isPublic: site.visibility === 'public',
  visitorAuth: visitorAuthOf(site),
});

function visitorAuthOf({ visibility, visitorBackend, visitorIntegration }: Authenticated): VisitorAuthBackend | null {
  if (visibility !== 'visitor-auth') return null;
  return { backend: visitorBackend === 'integration' ? 'integration' : 'custom', integration: visitorIntegration };
}
