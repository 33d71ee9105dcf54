import type { Context } from '../context.ts';
import { loginOf, type SsoLogin } from '../saml/providers.ts';
import { listLoginsByHint } from './queries.ts';

/** A way to sign in, with the organization that it leads to. */
export interface OrganizationLogin extends SsoLogin {
  readonly organizationTitle: string;
}

/**
 * The ways to sign in to the organization of a hostname, or to those that have the domain of an email address, for
 * anybody. It does not tell whether anybody has that address. At most 20.
 */
export async function listLogins(ctx: Context, hint: string): Promise<OrganizationLogin[]> {
  const text = hint.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const rows = await listLoginsByHint(ctx.sql, at < 0 ? { hostname: text } : { domain: text.slice(at + 1) });
  return rows.map(({ title, ...provider }) => ({ ...loginOf(ctx.urls, provider), organizationTitle: title }));
}
