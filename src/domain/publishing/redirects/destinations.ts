import type * as z from 'zod';
import { invalid, referenceNotFound } from '../../../lib/errors.ts';
import { Destination, sitePath } from './published.ts';
import { parsePublishedUrl, pathOf } from '../addresses/address.ts';
import { findPage } from '../../authoring/content/pages.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import type { ReadSite } from '../sites/sites.ts';
import { loadStructure, type Structure } from '../structure/structure.ts';
import { siteRoot } from '../sites/urls.ts';
import { RedirectUrl } from './fields.ts';
import type { CreateSiteRedirectInput } from './inputs.ts';

/** A destination in the input: a kind, and the members of that kind. */
export type GivenDestination = z.output<typeof CreateSiteRedirectInput>['destination'];

/** A destination with its path in the request, for errors. */
export interface PlacedDestination {
  readonly given: GivenDestination;
  readonly field: string;
}

/**
 * Validates destinations and returns their stored form, in order. Throws validation_failed when a member of the kind is
 * missing, and reference_not_found for a target that the caller does not see in the site.
 */
export async function loadDestinations(
  ctx: Context,
  site: ReadSite,
  placed: readonly PlacedDestination[],
): Promise<Destination[]> {
  const read = placed.map(({ given, field }) => ({ destination: formOf(given, field), field }));
  const structure = await loadStructure(ctx, site);
  return Promise.all(read.map((one) => located(ctx, structure, one)));
}

/** Selects the members of the kind. */
function formOf(given: GivenDestination, field: string): Destination {
  const read = Destination.safeParse(given);
  const member = read.error?.issues[0]?.path[0];
  if (!read.success)
    throw invalid(`${field}.${String(member)}`, `"${String(member)}" is required for ${given.kind}`, 'required');
  const problem = read.data.kind === 'url' ? RedirectUrl.safeParse(read.data.url).error?.issues[0]?.message : undefined;
  if (problem !== undefined) throw invalid(`${field}.url`, `${field}.url: ${problem}`);
  return read.data;
}

async function located(
  ctx: Context,
  { sections, siteSpaces }: Structure,
  { destination, field }: { readonly destination: Destination; readonly field: string },
): Promise<Destination> {
  if (destination.kind === 'url') return destination;
  if (destination.kind === 'site-section') {
    const { siteSectionId } = destination;
    if (sections.some(({ id }) => id === siteSectionId)) return destination;
    throw referenceNotFound(`${field}.siteSectionId`, 'site section', siteSectionId);
  }
  const { siteSpaceId } = destination;
  const siteSpace = siteSpaces.find(({ id }) => id === siteSpaceId);
  if (!siteSpace) throw referenceNotFound(`${field}.siteSpaceId`, 'site space', siteSpaceId);
  if (destination.kind === 'site-space') return destination;
  const page = await findPage(ctx, await getContent(ctx, siteSpace.spaceId), destination.pageId);
  if (page === null) throw referenceNotFound(`${field}.pageId`, 'page', destination.pageId);
  if (page.path === null) throw invalid(`${field}.pageId`, `${field}.pageId: must be a page with a path, not a link`);
  return { ...destination, pageId: page.id };
}

/**
 * Path of a destination within its own site, as the stored form of a source. Null for a destination outside of the
 * site, and for a page, because redirects do not apply at the path of a page.
 */
export function pathInSite(ctx: Pick<Context, 'urls'>, structure: Structure, destination: Destination): string | null {
  switch (destination.kind) {
    case 'site-page':
      return null;
    case 'site-section':
      return pathOf(sitePath(structure, destination.siteSectionId, null));
    case 'site-space': {
      const siteSpace = structure.siteSpaces.find(({ id }) => id === destination.siteSpaceId);
      return siteSpace ? pathOf(sitePath(structure, siteSpace.sectionId, siteSpace)) : null;
    }
    case 'url':
      return pathBelow(loadRoots(ctx, structure.site), destination.url);
  }
}

/** All root URLs at which readers reach a site. */
function loadRoots(ctx: Pick<Context, 'urls'>, site: ReadSite): readonly string[] {
  const { proxy } = site;
  return [
    siteRoot(ctx, site),
    siteRoot(ctx, { ...site, customHostname: null }),
    siteRoot(ctx, { ...site, customHostname: null, organizationHostname: null }),
    ...(proxy === null ? [] : [`https://${proxy}/`]),
  ];
}

function pathBelow(roots: readonly string[], url: string): string | null {
  if (new URL(url).pathname.split('/').length > maxSegments) return null;
  const { host, segments } = parsePublishedUrl(url);
  for (const root of roots) {
    const { host: own, segments: start } = parsePublishedUrl(root);
    const isBelow = own === host && start.every((segment, at) => segment.toLowerCase() === segments[at]?.toLowerCase());
    if (isBelow) return pathOf(segments.slice(start.length));
  }
  return null;
}

/** Maximum number of segments of a path. Longer paths are not looked up. */
const maxSegments = 100;
