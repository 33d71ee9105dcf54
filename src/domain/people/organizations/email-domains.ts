import { ofOrganization } from '../../core/events/emit.ts';
import { failure, notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { missingProof, proofRecordName, resolveProofs, type ProofRecord } from '../../core/dns-proof.ts';
import { lockTree } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import type { DomainProof } from './fields.ts';
import { authorizedOrganization, lockOrganization, type Organization } from './organizations.ts';
import { findOrganizationName, listProvedDomains, lockProvedDomain, type ProvedDomain } from './queries.ts';

/** An email domain that an organization lists, with the DNS record that proves it. */
export interface EmailDomain extends ProofRecord {
  readonly organizationId: string;
  readonly domain: string;
  /** When the organization proved the domain; null until then. */
  readonly verifiedAt: string | null;
  readonly verifiedBy: DomainProof | null;
}

interface DomainKey {
  readonly organizationId: string;
  readonly emailDomain: string;
}

/** Lists the email domains of an organization, in its order. Requires `admin`. */
export async function listEmailDomains(ctx: Context, organizationId: string): Promise<EmailDomain[]> {
  const organization = await authorizedOrganization(ctx, organizationId, 'viewEmailDomains');
  const proved = await listProvedDomains(ctx.sql, organizationId);
  return organization.emailDomains.map((domain) => claimOf(organizationId, domain, proved));
}

/** The value names the organization, so a record cannot prove the domain for another one. It is not secret. */
const recordOf = (organizationId: string, domain: string): ProofRecord => ({
  recordName: proofRecordName(domain),
  recordValue: `octavo-organization=${organizationId}`,
});

function claimOf(organizationId: string, domain: string, proved: readonly ProvedDomain[]): EmailDomain {
  const { verifiedAt = null, verifiedBy = null } = proved.find((row) => row.domain === domain) ?? {};
  return { organizationId, domain, ...recordOf(organizationId, domain), verifiedAt, verifiedBy };
}

/**
 * Proves an email domain of an organization by its DNS record. A domain that another organization has proved passes to
 * this one when the other's record is gone. Requires `admin`. Throws not_found for a domain that the organization does
 * not list, precondition_failed without the record, already_exists while another organization proves the domain.
 */
export async function verifyEmailDomain(
  outer: Context,
  { organizationId, emailDomain }: DomainKey,
): Promise<EmailDomain> {
  const domain = emailDomain.toLowerCase();
  requireListed(await authorizedOrganization(outer, organizationId, 'admin'), domain);
  const record = recordOf(organizationId, domain);
  const proofs = await resolveProofs(outer, record.recordName);
  if (!proofs.includes(record.recordValue)) throw missingProof(record, proofs);
  return transact(outer, async (ctx) => {
    requireListed(await lockOrganization(ctx, organizationId, 'admin'), domain);
    const current = await lockProvedDomain(ctx.sql, domain);
    const stands = (holder: ProvedDomain) =>
      holder.verifiedBy === 'operator' || proofs.includes(recordOf(holder.organizationId, domain).recordValue);
    if (current !== null && current.organizationId !== organizationId && stands(current))
      throw failure('already_exists', `Another organization has proved that "${domain}" is its own`);
    if (current?.organizationId !== organizationId)
      await writeProof(ctx, { organizationId, domain, verifiedBy: 'dns' }, current);
    return claimOf(organizationId, domain, await listProvedDomains(ctx.sql, organizationId));
  });
}

/**
 * Confirms an email domain of an organization, given by id or hostname, for an operator: without DNS, and also when
 * another organization has proved the domain, which then loses it. Throws not_found, also for a domain that the
 * organization does not list.
 */
export async function confirmEmailDomain(
  outer: Context,
  { organization: idOrHostname, emailDomain }: { readonly organization: string; readonly emailDomain: string },
): Promise<{ readonly title: string; readonly domain: string }> {
  const domain = emailDomain.toLowerCase();
  return transact(outer, async (ctx) => {
    const named = await findOrganizationName(ctx.sql, idOrHostname);
    if (named === null) throw notFound('organization', idOrHostname);
    await lockTree(ctx, named.id);
    const organization = await ctx.loaders.organization.load(named.id);
    if (organization === null) throw notFound('organization', idOrHostname);
    requireListed(organization, domain);
    const known = await lockProvedDomain(ctx.sql, domain);
    await writeProof(ctx, { organizationId: named.id, domain, verifiedBy: 'operator' }, known);
    return { title: named.title, domain };
  });
}

function requireListed({ emailDomains }: Organization, domain: string): void {
  if (!emailDomains.includes(domain)) throw notFound('email domain', domain);
}

/** Stores a proof in place of the known one, and counts the change as one of each organization that it concerns. */
async function writeProof(
  ctx: Context,
  proof: Omit<ProvedDomain, 'verifiedAt'>,
  known: ProvedDomain | null,
): Promise<void> {
  const { domain, ...columns } = proof;
  const now = ctx.now();
  const data = { ...columns, verifiedAt: now };
  // Of two organizations that prove a domain at once, the second violates the key instead of taking the domain.
  if (known === null) await ctx.db.emailDomain.create({ data: { domain, ...data } });
  else await ctx.db.emailDomain.update({ where: { domain }, data });
  const concerned = new Set([proof.organizationId, known?.organizationId ?? proof.organizationId]);
  for (const id of concerned)
    ctx.emit('organization.updated', ofOrganization({ id }), { changed: ['verifiedEmailDomains'], previous: {} });
  await ctx.db.organization.updateMany({
    where: { id: { in: [...concerned] } },
    data: { version: { increment: 1 }, updatedAt: now },
  });
}

/** Withdraws the proofs of domains that an organization no longer lists. */
export const forgetOtherDomains = (ctx: Context, id: string, emailDomains: readonly string[]): Promise<unknown> =>
  ctx.db.emailDomain.deleteMany({ where: { organizationId: id, domain: { notIn: [...emailDomains] } } });
