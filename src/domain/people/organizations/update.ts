import { changesFrom, ofOrganization } from '../../core/events/emit.ts';
import type * as z from 'zod';
import type { Prisma } from '../../../db/generated/client.ts';
import { failure, referenceNotFound } from '../../../lib/errors.ts';
import { changedValues } from '../../../lib/changed-values.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { requireVersion, type Expected } from '../../core/locks.ts';
import { keepAdminWhoCanSignIn } from './admins.ts';
import { forgetOtherDomains } from './email-domains.ts';
import { normalizeDomains } from './fields.ts';
import { lockOrganization, type Organization } from './organizations.ts';
import { hasProvenProvider, isHostnameTaken } from './queries.ts';
import type { UpdateOrganizationInput } from './inputs.ts';

/** Fields to update. Omitted fields stay unchanged; null clears a field. */
export type OrganizationChanges = z.output<typeof UpdateOrganizationInput>;

interface OrganizationUpdate extends Expected {
  readonly id: string;
  readonly changes: OrganizationChanges;
}

/**
 * Updates an organization. Requires `admin`. Throws already_exists when another organization has the hostname,
 * precondition_failed.
 */
export async function updateOrganization(
  outer: Context,
  { id, changes, expectedVersion }: OrganizationUpdate,
): Promise<Organization> {
  const updated = await transact(outer, async (ctx) => {
    const organization = await lockOrganization(ctx, id, 'admin');
    requireVersion(organization.version, expectedVersion);
    if (changes.defaultContent) await requireOwnSite(ctx, id, changes.defaultContent.site);
    const data = changedValues(toColumns(changes), organization);
    if (Object.keys(data).length === 0) return organization;
    if (data.hostname !== undefined) await refuseTakenHostname(ctx, id, data.hostname);
    const write = () => writeOrganization(ctx, organization, data);
    const concernsSignIn = data.sso === true || data.emailDomains !== undefined;
    await (concernsSignIn ? keepAdminWhoCanSignIn(ctx, { organizationId: id, type: 'invalid_state' }, write) : write());
    ctx.emit('organization.updated', ofOrganization(organization), changesFrom(organization, data));
    // The update may require a new sign-in of the caller. Its result is returned nevertheless.
    return (await ctx.loaders.organization.load(id)) ?? organization;
  });
  if (changes.sso !== undefined) outer.forgetTokens();
  return updated;
}

async function writeOrganization(ctx: Context, { id }: Organization, data: Columns): Promise<void> {
  if (data.sso === true) await suspendTokensUntilSso(ctx, id);
  await ctx.db.organization.update({
    where: { id },
    data: { ...data, version: { increment: 1 }, updatedAt: ctx.now() },
  });
  if (data.emailDomains !== undefined) await forgetOtherDomains(ctx, id, data.emailDomains);
}

/**
 * Suspends the tokens of every member until the member signs in through SSO. Throws invalid_state without a provider
 * that is known to work, because then nobody could sign in.
 */
async function suspendTokensUntilSso(ctx: Context, id: string): Promise<void> {
  if (!(await hasProvenProvider(ctx.sql, id)))
    throw failure(
      'invalid_state',
      'Single sign-on cannot be required before an admin has signed in by a provider of the organization since the last change of the provider. Sign in by one of them, then require it.',
    );
  await ctx.db.member.updateMany({ where: { organizationId: id }, data: { signedInAt: null } });
}

interface Columns extends Prisma.OrganizationUncheckedUpdateInput {
  hostname?: string;
  emailDomains?: string[];
}

function toColumns(changes: OrganizationChanges): Columns {
  const data: Columns = {};
  if (changes.title) data.title = changes.title;
  if (changes.emailDomains) data.emailDomains = normalizeDomains(changes.emailDomains);
  if (changes.hostname) data.hostname = changes.hostname.toLowerCase();
  if (changes.defaultRole !== undefined) data.defaultRole = changes.defaultRole;
  if (changes.defaultContent !== undefined) data.defaultSiteId = changes.defaultContent?.site ?? null;
  if (changes.logo !== undefined) data.logo = changes.logo;
  if (typeof changes.sso === 'boolean') data.sso = changes.sso;
  if (typeof changes.ai === 'boolean') data.ai = changes.ai;
  if (typeof changes.inviteLinks === 'boolean') data.inviteLinks = changes.inviteLinks;
  return data;
}

/** Throws reference_not_found for a site of another organization. Admins see all sites of their organization. */
async function requireOwnSite(ctx: Context, id: string, siteId: string) {
  const site = await ctx.loaders.site.load(siteId);
  if (site?.organizationId !== id) throw referenceNotFound('input.defaultContent.site', 'site', siteId);
}

/** Throws already_exists, with a path to the field. A unique index decides between concurrent writers. */
async function refuseTakenHostname(ctx: Context, id: string, hostname: string) {
  if (!(await isHostnameTaken(ctx.sql, hostname, id))) return;
  throw failure('already_exists', `The hostname "${hostname}" is taken`, {
    details: [{ path: 'input.hostname', rule: 'unique', message: 'is taken' }],
  });
}
