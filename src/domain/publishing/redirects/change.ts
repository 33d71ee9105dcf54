import type * as z from 'zod';
import { ofSite } from '../../core/events/emit.ts';
import { conflict, failure, invalid } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import type { PartOfSite } from '../structure/change.ts';
import { touchSite } from '../sites/queries.ts';
import { lockSite, type ReadSite } from '../sites/sites.ts';
import { loadStructure } from '../structure/structure.ts';
import { transact } from '../../core/transact.ts';
import { maxRedirects } from './fields.ts';
import { type KnownRedirect, listAllRedirects, writeRedirects } from './queries.ts';
import { pathInSite, loadDestinations, type GivenDestination } from './destinations.ts';
import { findLoop } from './loops.ts';
import { encodeSource, normalizeSource } from './source.ts';
import { getSiteRedirect, type SiteRedirect } from './redirects.ts';
import type { UpdateSiteRedirectInput } from './inputs.ts';

interface GivenRedirect {
  readonly source: string;
  readonly destination: GivenDestination;
}

/**
 * Creates a redirect. Requires `edit` on the site. Throws not_found, forbidden, reference_not_found; already_exists
 * when the source has a redirect; conflict for a loop; invalid_state beyond the limit.
 */
export async function createRedirect(
  outer: Context,
  { source, destination, ...part }: PartOfSite & GivenRedirect,
): Promise<SiteRedirect> {
  const [redirect] = await changeRedirects(outer, part, async (ctx, { site, known }) => {
    const stored = sourceOf(source);
    requireFree(known, stored, 'input.source');
    const [read] = await loadDestinations(ctx, site, [{ given: destination, field: 'input.destination' }]);
    return read ? [{ id: ctx.newId('red'), source: stored, destination: read }] : [];
  });
  if (!redirect) throw new Error(`No redirect was created from ${source}`);
  return redirect;
}

type RedirectUpdate = z.output<typeof UpdateSiteRedirectInput> & PartOfSite & { readonly siteRedirectId: string };

/** Updates the provided fields of a redirect. Requires `edit` on the site. Throws as `createRedirect`. */
export async function updateRedirect(
  outer: Context,
  { siteRedirectId: id, ...input }: RedirectUpdate,
): Promise<SiteRedirect> {
  return transact(outer, async (inner) => {
    const [changed] = await changeRedirects(inner, input, async (ctx, { site, known }) => {
      const redirect = await getSiteRedirect(ctx, site.id, id);
      const { source, destination } = input;
      if (!source && !destination) return [];
      const stored = source ? sourceOf(source) : redirect.source;
      const others = known.filter((other) => other.id !== id);
      requireFree(others, stored, 'input.source');
      const inputs = destination ? [{ given: destination, field: 'input.destination' }] : [];
      const [read = redirect.destination] = await loadDestinations(ctx, site, inputs);
      return [{ id, source: stored, destination: read }];
    });
    return changed ?? getSiteRedirect(inner, input.siteId, id);
  });
}

/** Redirects that were created or updated. */
export interface SetRedirects {
  readonly created: number;
  readonly updated: number;
  /** The redirects in the order of the request. */
  readonly redirects: readonly SiteRedirect[];
}

/**
 * Creates redirects, or updates the destinations of existing ones by source, all or nothing. Requires `edit` on the
 * site. Throws as `createRedirect`, and validation_failed for a repeated source.
 */
export async function setRedirects(
  outer: Context,
  { redirects, ...part }: PartOfSite & { readonly redirects: readonly GivenRedirect[] },
): Promise<SetRedirects> {
  let created = 0;
  const written = await changeRedirects(outer, part, async (ctx, { site, known }) => {
    const ids = new Map(known.map(({ source, id }) => [source, id]));
    const sources = redirects.map(({ source }) => sourceOf(source));
    refuseRepeated(sources);
    const inputs = redirects.map(({ destination }, at) => ({
      given: destination,
      field: `input.redirects.${at}.destination`,
    }));
    const destinations = await loadDestinations(ctx, site, inputs);
    created = sources.filter((source) => !ids.has(source)).length;
    return destinations.map((destination, at) => {
      const source = sources[at] ?? '';
      return { id: ids.get(source) ?? ctx.newId('red'), source, destination };
    });
  });
  return { created, updated: written.length - created, redirects: written };
}

/** Deletes a redirect and returns its id. Requires `edit` on the site. */
export async function deleteRedirect(
  outer: Context,
  { organizationId, siteId, siteRedirectId }: PartOfSite & { readonly siteRedirectId: string },
): Promise<string> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, { id: siteId, organizationId }, 'edit');
    const redirect = await getSiteRedirect(ctx, site.id, siteRedirectId);
    const { id } = redirect;
    await ctx.db.siteRedirect.delete({ where: { id }, select: { id: true } });
    await touchSite(ctx.sql, siteId, ctx.now());
    ctx.emit('site_redirect.deleted', { ...ofSite(site), id }, { source: redirect.source });
    return id;
  });
}

interface LockedRedirects {
  readonly site: ReadSite;
  readonly known: readonly KnownRedirect[];
}

/**
 * Writes the redirects that `change` returns, and returns them as stored. The site is locked, so its other redirects
 * cannot change meanwhile.
 */
async function changeRedirects(
  outer: Context,
  { organizationId, siteId }: PartOfSite,
  change: (ctx: Context, locked: LockedRedirects) => Promise<readonly KnownRedirect[]>,
): Promise<SiteRedirect[]> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, { id: siteId, organizationId }, 'edit');
    const known = await listAllRedirects(ctx.sql, siteId);
    const changed = await change(ctx, { site, known });
    const replaced = new Set(changed.map(({ id }) => id));
    const after = [...known.filter(({ id }) => !replaced.has(id)), ...changed];
    if (after.length > maxRedirects && after.length > known.length)
      throw failure('invalid_state', `A site has at most ${maxRedirects} redirects`);
    await requireNoLoops(ctx, site, { after, changed });
    if (changed.length > 0) {
      await writeRedirects(
        ctx.sql,
        changed.map((redirect) => ({ ...redirect, siteId, at: ctx.now() })),
      );
      await touchSite(ctx.sql, siteId, ctx.now());
      const before = new Set(known.map(({ id }) => id));
      for (const { id, source } of changed)
        ctx.emit(
          before.has(id) ? 'site_redirect.updated' : 'site_redirect.created',
          { ...ofSite(site), id },
          { source },
        );
    }
    return Promise.all(changed.map(({ id }) => getSiteRedirect(ctx, siteId, id)));
  });
}

interface Redirects {
  readonly after: readonly KnownRedirect[];
  readonly changed: readonly KnownRedirect[];
}

/** Throws conflict when a changed redirect leads into a loop. */
async function requireNoLoops(ctx: Context, site: ReadSite, { after, changed }: Redirects): Promise<void> {
  const structure = await loadStructure(ctx, site);
  const graph = new Map<string, string>();
  for (const { source, destination } of after) {
    const path = pathInSite(ctx, structure, destination);
    if (path !== null) graph.set(source, path);
  }
  const loop = findLoop(
    graph,
    changed.map(({ source }) => source),
  );
  if (loop) throw conflict(`The redirects would lead in a loop: ${loop.map(encodeSource).slice(0, 10).join(' → ')}`);
}

/** The stored form of a validated source. */
function sourceOf(text: string): string {
  const stored = normalizeSource(text);
  if ('problem' in stored) throw new Error(`Not validated: ${stored.problem}`);
  return stored.source;
}

function refuseRepeated(sources: readonly string[]): void {
  const seen = new Set<string>();
  for (const [at, source] of sources.entries()) {
    if (seen.has(source))
      throw invalid(`input.redirects.${at}.source`, `The path "${encodeSource(source)}" is named twice`, 'unique');
    seen.add(source);
  }
}

function requireFree(known: readonly KnownRedirect[], source: string, field: string): void {
  if (known.some((redirect) => redirect.source === source)) throw taken(field, source);
}

const taken = (field: string, source: string) =>
  failure('already_exists', `The path "${encodeSource(source)}" has a redirect`, {
    details: [{ path: field, rule: 'unique', message: 'has a redirect' }],
  });
