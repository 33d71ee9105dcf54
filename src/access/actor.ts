import type { GrantRole } from './roles.ts';
import type { Scope } from './scopes.ts';

/** The authenticated caller. */
export interface Actor {
  readonly userId: string;
  readonly tokenId: string;
  readonly scopes: 'all' | ReadonlySet<Scope>;
  /** The organization that the token is limited to, or null. */
  readonly organizationId: string | null;
  readonly isInstanceAdmin: boolean;
  /** Organizations that the token cannot reach until their member has signed in by SSO. */
  readonly restsIn?: readonly string[];
  /** Set for the tokens of an integration, which acts as a guest of one organization. */
  readonly integration?: IntegrationActor;
  /** The visitor of a site whom the caller reads for; absent for users. */
  readonly visitor?: Visitor;
}

/** The integration that calls. */
export interface IntegrationActor {
  readonly integrationId: string;
  /** The installation whose token it is. Null for the integration's own token. */
  readonly installationId: string | null;
  /** The role on each space that the installation is for. */
  readonly spaceRole: GrantRole;
}

/** A visitor of a published site: reads this site as its conditions allow, and nothing else. */
export interface Visitor {
  readonly organizationId: string;
  readonly siteId: string;
  readonly admission: Admission;
  /** What is known of the visitor, in the form of the site's adaptive schema. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** How a visitor was let in. Each request checks it again, so a link or key that ended ends the access. */
export interface Admission {
  /** The share link that was used. */
  readonly shareLinkId?: string | undefined;
  /** The version of the key that signed the visitor's claims. */
  readonly keyVersion?: number | undefined;
  /** Whether the visitor came by the preview of an admin, which shows a site before it is published. */
  readonly preview?: boolean | undefined;
}

/** A caller without a token, who may use only what is marked as anonymous. Requests are counted on the address. */
export const anonymousFrom = (address: string): Actor => ({
  userId: '',
  tokenId: `address:${address}`,
  scopes: new Set(),
  organizationId: null,
  isInstanceAdmin: false,
});

export const isAnonymous = ({ userId }: Actor): boolean => userId === '';
