import type { LoginProvider } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import type { Role } from '../access/roles.ts';

/** The kinds of providers. Each has a domain of its own, and its addresses begin with its name. */
export type ProviderKind = 'saml' | 'oidc';

/** What every kind of provider has. */
export interface LoginProviderRow extends Omit<Stored<LoginProvider>, 'defaultRole' | 'kind'> {
  readonly kind: ProviderKind;
  /** Null for guests. */
  readonly defaultRole: Role | null;
}
