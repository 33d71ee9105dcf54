import type { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { failure, referenceNotFound } from '../../lib/errors.ts';
import type { Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { refuseNull } from '../given.ts';
import { transact } from '../transact.ts';
import { requireVersion } from '../versions.ts';
import { normalDomains } from './fields.ts';
import { getOrganization, lockedOrganization, type Organization } from './organizations.ts';

/** What a caller may change; omitted stays as it is, null clears. */
export interface OrganizationChanges {
  readonly title?: string | null | undefined;
  readonly emailDomains?: readonly string[] | null | undefined;
  readonly hostname?: string | null | undefined;
  readonly defaultRole?: Role | null | undefined;
  readonly defaultContent?: { readonly site: string } | null | undefined;
  readonly logo?: string | null | undefined;
  readonly sso?: boolean | null | undefined;
  readonly ai?: boolean | null | undefined;
  readonly inviteLinks?: boolean | null | undefined;
}

interface Update {
  readonly id: string;
  readonly changes: OrganizationChanges;
  readonly expectedVersion?: number | null | undefined;
}

/** Changes an organization. Needs admin. Throws already_exists for a hostname that is taken, precondition_failed. */
export async function updateOrganization(
  outer: Context,
  { id, changes, expectedVersion }: Update,
): Promise<Organization> {
  return transact(outer, async (ctx) => {
    const organization = await lockedOrganization(ctx, id, 'admin');
    requireVersion(organization.version, expectedVersion);
    refuseNull(changes, ['title', 'emailDomains', 'hostname', 'sso', 'ai', 'inviteLinks']);
    // Sites come later: no id names one.
    const site = changes.defaultContent?.site;
    if (site !== undefined) throw referenceNotFound('input.defaultContent.site', 'site', site);
    const data = columnsOf(changes);
    if (Object.keys(data).length === 0) return organization;
    if (data.hostname !== undefined) await refuseTakenHostname(ctx, id, data.hostname);
    await ctx.db.organization.update({
      where: { id },
      data: { ...data, version: { increment: 1 }, updatedAt: ctx.now() },
    });
    ctx.loaders.clear();
    return getOrganization(ctx, id);
  });
}

interface Columns extends Prisma.OrganizationUncheckedUpdateInput {
  hostname?: string;
}

function columnsOf(changes: OrganizationChanges): Columns {
  const data: Columns = {};
  if (changes.title) data.title = changes.title;
  if (changes.emailDomains) data.emailDomains = normalDomains(changes.emailDomains);
  if (changes.hostname) data.hostname = changes.hostname.toLowerCase();
  if (changes.defaultRole !== undefined) data.defaultRole = changes.defaultRole;
  if (changes.defaultContent === null) data.defaultSiteId = null;
  if (changes.logo !== undefined) data.logo = changes.logo;
  if (typeof changes.sso === 'boolean') data.sso = changes.sso;
  if (typeof changes.ai === 'boolean') data.ai = changes.ai;
  if (typeof changes.inviteLinks === 'boolean') data.inviteLinks = changes.inviteLinks;
  return data;
}

/** Names what is wrong; two writers at once meet at the unique index instead. */
async function refuseTakenHostname(ctx: Context, id: string, hostname: string) {
  const other = await ctx.sql.first(sql`select id from organizations where hostname = ${hostname} and id <> ${id}`);
  if (other !== null)
    throw failure('already_exists', `The hostname "${hostname}" is taken`, {
      details: [{ path: 'input.hostname', rule: 'unique', message: 'is taken' }],
    });
}
