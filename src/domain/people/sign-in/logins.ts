import type { Context } from '../../core/context.ts';
import { loginOf, type SsoLogin } from '../providers/providers.ts';
import { listLoginsByHint } from './queries.ts';

/** A way to sign in, with its organization. */
export interface OrganizationLogin extends SsoLogin {
  readonly organizationTitle: string;
}

/**
 * Lists up to 20 ways to sign in to the organization with a hostname, or to those with the domain of an email address,
 * for anyone. Does not reveal whether the address exists.
 */
export async function listLogins(ctx: Context, hint: string): Promise<OrganizationLogin[]> {
  const text = hint.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const rows = await listLoginsByHint(ctx.sql, at < 0 ? { hostname: text } : { domain: text.slice(at + 1) });
  return rows.map(({ title, ...provider }) => ({ ...loginOf(ctx.urls, provider), organizationTitle: title }));
}
