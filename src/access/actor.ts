import type { GrantRole } from './roles.ts';
import type { Scope } from './scopes.ts';

/** The authenticated caller. */
export interface Actor {
  readonly userId: string;
  readonly tokenId: string;
  readonly scopes: 'all' | ReadonlySet<Scope>;
  /** Id of the organization to which the token is limited; null for no limit. */
  readonly organizationId: string | null;
  readonly isInstanceAdmin: boolean;
  /** Ids of organizations that require the user to sign in through SSO before the token can access them. */
  readonly ssoRequiredIn?: readonly string[];
  /** Set for tokens of an integration, which acts as a guest of one organization. */
  readonly integration?: IntegrationActor;
  /** Set for the token of a client, to which a person lent what the token can do. */
  readonly lentTo?: LentTo;
  /** Set for a webhook, which reads what an admin of its place would. */
  readonly adminOf?: AdminOf;
  /** Set for the sync of a space with its repository, which may do there what a reviewer may. */
  readonly gitSync?: SyncOf;
  /** The site visitor on whose behalf the caller reads; absent for users. */
  readonly visitor?: Visitor;
}

/** A program that acts for a person, and where it may do so. */
export interface LentTo {
  /** Id of the client: the URL of its document. */
  readonly client: string;
  /** URL of the only API that takes the token. */
  readonly resource: string;
}

/** What a webhook belongs to: an organization, or one space, collection or site in it. */
export interface AdminOf {
  readonly organizationId: string;
  /** Null for the organization as a whole. */
  readonly placeId: string | null;
}

/** The space that a sync writes. */
export interface SyncOf {
  readonly organizationId: string;
  readonly spaceId: string;
}

/** The integration that makes the request. */
export interface IntegrationActor {
  readonly integrationId: string;
  /** Id of the installation; null for the integration's own token. */
  readonly installationId: string | null;
  /** Role on each space of the installation. */
  readonly spaceRole: GrantRole;
}

/** A visitor of a published site, who can read only this site, as its conditions allow. */
export interface Visitor {
  readonly organizationId: string;
  readonly siteId: string;
  readonly admission: Admission;
  /** Claims of the visitor, in the form of the site's adaptive schema. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The content that a visitor of a preview reads in the place of what is published. */
  readonly view?: ContentView;
}

/** Content of the spaces of a site that is not published: with a change request, or as it was. */
export type ContentView =
  | { readonly kind: 'change-request'; readonly changeRequestId: string }
  /** The newest content until a time; in the space of `revisionId`, that revision. */
  | { readonly kind: 'past'; readonly until: string; readonly revisionId: string | null };

/** How a visitor was admitted. Each request checks it again, so revoking the link or key ends the access. */
export interface Admission {
  /** Id of the share link. */
  readonly shareLinkId?: string | undefined;
  /** Version of the key that signed the visitor's claims. */
  readonly keyVersion?: number | undefined;
  /** Whether the visitor uses a preview created by an admin, which shows a site before it is published. */
  readonly preview?: boolean | undefined;
  /** Id of the change request that the preview may show, while it is a draft or open. */
  readonly changeRequestId?: string | undefined;
}

/** A caller without a token, who may only use operations marked as anonymous. Requests are counted per IP address. */
export const anonymousFrom = (address: string): Actor => ({
  userId: '',
  tokenId: `address:${address}`,
  scopes: new Set(),
  organizationId: null,
  isInstanceAdmin: false,
});

/**
 * Whether reading a space lets the caller read the sites that show it. Integrations read only the sites that an admin
 * selected for them.
 */
export const readsSitesOfSpaces = ({ integration }: Actor): boolean => integration === undefined;

/** Whether access of the actor depends on the user alone: on no limit of a token, integration or visit. */
export const isPlainUser = ({ organizationId, ssoRequiredIn = [], integration, visitor }: Actor): boolean =>
  organizationId === null && ssoRequiredIn.length === 0 && integration === undefined && visitor === undefined;

/** Whether the token may access an organization: it is not limited to another, and no sign-in is missing. */
export const reaches = ({ organizationId, ssoRequiredIn = [] }: Actor, id: string): boolean =>
  (organizationId ?? id) === id && !ssoRequiredIn.includes(id);

/** Whether the caller is an installation of an integration. */
export const isInstallation = ({ integration }: Actor): boolean =>
  integration !== undefined && integration.installationId !== null;

export const isAnonymous = ({ userId }: Actor): boolean => userId === '';
