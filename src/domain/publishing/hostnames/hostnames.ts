import { ofSite } from '../../core/events/emit.ts';
import { randomBytes } from 'node:crypto';
import { failure, invalid, notFound } from '../../../lib/errors.ts';
import type { SiteHostnameRow } from '../../../loaders/site-settings.ts';
import type { Context } from '../../core/context.ts';
import { missingProof, proofRecordName, resolveProofs } from '../../core/dns-proof.ts';
import type { PartOfSite } from '../structure/change.ts';
import { touchSite } from '../sites/queries.ts';
import { authorizedSite, lockSite, type ReadSite, type SiteReference } from '../sites/sites.ts';
import { transact } from '../../core/transact.ts';
import { isHostnameTaken } from './queries.ts';

/** The custom hostname of a site, with the DNS record that proves its ownership. */
export interface CustomHostname extends SiteHostnameRow {
  readonly organizationId: string;
  /** Name of the required TXT record. */
  readonly recordName: string;
}

const tokenBytes = 24;

/**
 * Gets the custom hostname of a site, verified or not. Requires `admin`. Throws not_found, also when there is none;
 * forbidden.
 */
export async function getHostname(ctx: Context, reference: SiteReference): Promise<CustomHostname> {
  const site = await authorizedSite(ctx, reference, 'viewAudience');
  return hostnameOf(ctx, site);
}

/**
 * Sets the hostname of a site. A new hostname must be verified before it serves the site; setting the current one
 * changes nothing. Requires `admin`. Throws not_found, forbidden, validation_failed; already_exists when the hostname
 * serves another site.
 */
export async function setHostname(
  outer: Context,
  { hostname: input, ...part }: PartOfSite & { readonly hostname: string },
): Promise<CustomHostname> {
  const hostname = input.toLowerCase();
  const { sites } = outer.urls;
  if (hostname === sites || hostname.endsWith(`.${sites}`))
    throw invalid('input.hostname', `input.hostname: must not be ${sites} or a name below it`);
  return changeHostname(outer, part, async (ctx, site) => {
    const { id: siteId } = site;
    const current = await ctx.loaders.siteHostname.load(siteId);
    if (current?.hostname === hostname) return;
    if (await isHostnameTaken(ctx.sql, siteId, hostname)) throw taken(hostname);
    const data = {
      hostname,
      token: randomBytes(tokenBytes).toString('base64url'),
      verifiedAt: null,
      checkedAt: null,
      createdAt: ctx.now(),
    };
    await ctx.db.siteHostname.upsert({ where: { siteId }, create: { siteId, ...data }, update: data });
    ctx.emit('hostname.added', { ...ofSite(site), label: hostname });
  });
}

/**
 * Verifies the hostname of a site by its DNS record, from when on it serves the site. Requires `admin`. Throws
 * precondition_failed without the record, already_exists when the hostname serves another site.
 */
export async function verifyHostname(outer: Context, part: PartOfSite): Promise<CustomHostname> {
  const { hostname, recordName, token } = await getHostname(outer, { ...part, id: part.siteId });
  const records = await resolveProofs(outer, recordName);
  const isProved = records.includes(token);
  const checked = await changeHostname(outer, part, async (ctx, site) => {
    const { id: siteId } = site;
    const known = await ctx.loaders.siteHostname.load(siteId);
    if (known?.token !== token) throw failure('conflict', 'The hostname was changed by another request');
    if (isProved && (await isHostnameTaken(ctx.sql, siteId, hostname))) throw taken(hostname);
    const now = ctx.now();
    const verified = isProved && known.verifiedAt === null ? { verifiedAt: now } : {};
    await ctx.db.siteHostname.update({ where: { siteId }, data: { checkedAt: now, ...verified } });
    if (verified.verifiedAt) ctx.emit('hostname.verified', { ...ofSite(site), label: hostname });
  });
  if (isProved) return checked;
  throw missingProof({ recordName, recordValue: token }, records);
}

/**
 * Deletes the custom hostname of a site, which is then served below the hostname of its organization. Requires `admin`.
 */
export async function deleteHostname(outer: Context, part: PartOfSite): Promise<string> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, { id: part.siteId, organizationId: part.organizationId }, 'admin');
    const { hostname } = await hostnameOf(ctx, site);
    await ctx.db.siteHostname.delete({ where: { siteId: site.id } });
    await touchSite(ctx.sql, site.id, ctx.now());
    ctx.emit('hostname.removed', { ...ofSite(site), label: hostname });
    return site.id;
  });
}

const changeHostname = (
  outer: Context,
  { organizationId, siteId }: PartOfSite,
  change: (ctx: Context, site: ReadSite) => Promise<void>,
): Promise<CustomHostname> =>
  transact(outer, async (ctx) => {
    const site = await lockSite(ctx, { id: siteId, organizationId }, 'admin');
    await change(ctx, site);
    await touchSite(ctx.sql, siteId, ctx.now());
    return hostnameOf(ctx, site);
  });

async function hostnameOf(ctx: Context, { id, organizationId }: ReadSite): Promise<CustomHostname> {
  const row = await ctx.loaders.siteHostname.load(id);
  if (row === null) throw notFound('custom hostname of site', id);
  return { ...row, organizationId, recordName: proofRecordName(row.hostname) };
}

const taken = (hostname: string) =>
  failure('already_exists', `The hostname "${hostname}" serves another site`, {
    details: [{ path: 'input.hostname', rule: 'unique', message: 'serves another site' }],
  });
