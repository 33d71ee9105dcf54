import * as z from 'zod';
import { actingAs } from '../../core/acting.ts';
import { findPageIdByPath } from '../../authoring/content/queries/pages.ts';
import { findPage } from '../../authoring/content/pages.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { visitorActor } from '../../people/visitors/visitor-actor.ts';
import { pathOf } from '../addresses/address.ts';
import type { SiteSpaceRow } from '../addresses/queries.ts';
import type { Visit } from '../addresses/visit.ts';

/** The URL that a published URL redirects to. */
export interface RedirectTarget {
  /** `content`: published content of the same server. `external`: any other address. */
  readonly target: 'content' | 'external';
  readonly redirect: string;
}

/** The target of a stored redirect. */
export const Destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('site-section'), siteSectionId: z.string() }),
  z.object({ kind: z.literal('site-space'), siteSpaceId: z.string() }),
  z.object({ kind: z.literal('site-page'), siteSpaceId: z.string(), pageId: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);

export type Destination = z.infer<typeof Destination>;

type RedirectVisit = Pick<Visit, 'site' | 'seen' | 'visitor' | 'root' | 'segments' | 'page' | 'route' | 'view'>;

/**
 * Finds the redirect of a path. Null when no redirect has this source, or when the path is that of a page, because
 * pages take precedence.
 */
export async function findRedirect(outer: Context, visit: RedirectVisit): Promise<RedirectTarget | null> {
  const source = pathOf(visit.segments);
  const row = visit.site.redirects.find((redirect) => redirect.source === source);
  const destination = row && Destination.safeParse(row.destination).data;
  if (!destination || visit.segments.length === 0) return null;
  const ctx = actingAs(outer, visitorActor(visit.visitor));
  if (visit.page.length > 0) {
    const revision = await getContent(ctx, visit.route.siteSpace.spaceId);
    if ((await findPageIdByPath(ctx.sql, revision, visit.page)) !== null) return null;
  }
  if (destination.kind === 'url') return { target: 'external', redirect: destination.url };
  const path = await pathOfDestination(ctx, visit, destination);
  return path === null ? null : { target: 'content', redirect: `${visit.root}${path}` };
}

/**
 * Path of the destination below the root of the site, in the same view, with a slash after a part of the site as its address
 * has; null when the visitor may not see it.
 */
async function pathOfDestination(
  ctx: Context,
  { seen, view }: Pick<Visit, 'seen' | 'view'>,
  destination: Exclude<Destination, { kind: 'url' }>,
): Promise<string | null> {
  const pathTo = (parts: readonly string[]) => `${parts.map((part) => `${part}/`).join('')}${view?.path ?? ''}`;
  if (destination.kind === 'site-section') {
    const section = seen.sections.find(({ id }) => id === destination.siteSectionId);
    return section ? pathTo(sitePath(seen, section.id, null)) : null;
  }
  const siteSpace = seen.siteSpaces.find(({ id }) => id === destination.siteSpaceId);
  if (!siteSpace) return null;
  const path = pathTo(sitePath(seen, siteSpace.sectionId, siteSpace));
  if (destination.kind === 'site-space') return path;
  const page = await findPage(ctx, await getContent(ctx, siteSpace.spaceId), destination.pageId);
  return page?.path ? `${path}${page.path}` : null;
}

/** A section or site space with the path segment it contributes, unless it is the default. */
type PathPart = Pick<SiteSpaceRow, 'path' | 'isDefault'>;

interface PathedSections {
  readonly sections: readonly (PathPart & { readonly id: string })[];
}

/** Path segments of a section and site space. Defaults contribute none. */
export function sitePath(seen: PathedSections, sectionId: string | null, siteSpace: PathPart | null): string[] {
  const section = seen.sections.find(({ id }) => id === sectionId);
  return [
    ...(section && !section.isDefault ? [section.path] : []),
    ...(siteSpace && !siteSpace.isDefault ? [siteSpace.path] : []),
  ];
}
