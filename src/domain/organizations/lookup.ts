import { sql } from '../../db/sql.ts';
import { notFound } from '../../lib/errors.ts';
import { membershipJoin, organizationColumns, standing } from '../../loaders/organizations.ts';
import { requireScope } from '../access/policy.ts';
import type { Context } from '../context.ts';
import type { Organization } from './organizations.ts';

type Row = Parameters<typeof standing>[0];

/** Organizations of one e-mail domain that are shown, oldest first. */
const maxByDomain = 100;

/**
 * The organizations that take in whoever has an address in the domain; none unless the caller's own
 * verified address is in it. Matrix row 105.
 */
export async function listOrganizationsByEmailDomain(ctx: Context, emailDomain: string): Promise<Organization[]> {
  requireScope(ctx.actor, 'org:read');
  const domain = emailDomain.toLowerCase();
  const rows = await ctx.sql.rows<Row>(sql`
    select ${organizationColumns(ctx.actor)} from organizations o ${membershipJoin(ctx.actor)}
    join users u on u.id = ${ctx.actor.userId} and u."emailVerified" and split_part(u.email, '@', 2) = ${domain}
    where o."emailDomains" @> array[${domain}::text]
      and (${ctx.actor.organizationId}::text is null or o.id = ${ctx.actor.organizationId})
    order by o."createdAt", o.id limit ${maxByDomain}::int`);
  return rows.map(standing);
}

/** The organization of a hostname. Throws not_found when there is none or the caller is no member. */
export async function getOrganizationByHostname(ctx: Context, hostname: string): Promise<Organization> {
  requireScope(ctx.actor, 'org:read');
  const row = await ctx.sql.first<Row>(sql`
    select ${organizationColumns(ctx.actor)} from organizations o ${membershipJoin(ctx.actor)}
    where o.hostname = ${hostname.toLowerCase()} and m."userId" is not null`);
  if (row === null) throw notFound('subdomain', hostname);
  return standing(row);
}
