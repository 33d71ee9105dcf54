import type { Role } from '../../../access/roles.ts';
import type { Scope } from '../../../access/scopes.ts';

/** Who reads events of one kind: the scope of the token, and the role that the caller needs. */
export interface Readers {
  readonly scope: Scope;
  /** The scope of the resource that a webhook sends with the event, where that is another one. */
  readonly resourceScope?: Scope;
  /** Where the role is needed: in the organization, or on the space, collection or site to which the event belongs. */
  readonly on: 'organization' | 'resource';
  /** Null for every member, guests included. */
  readonly role: Role | null;
  /** Whether the user whose id is `creator` in the data reads it as well, as long as they are a member. */
  readonly creator?: true;
  /** Whether they are in the audit log alone. */
  readonly auditOnly?: true;
  /** Who they are, for the reference. */
  readonly meaning: string;
}

/**
 * The groups of readers that the catalogue names. They are the rules of the policies of the resources, which apply when an
 * event is read. What belongs to a deleted space is shown to its admins; what belongs to something that is gone, to admins of the
 * organization.
 */
export const readers = {
  organization: { scope: 'org:read', on: 'organization', role: null, meaning: 'every member' },
  members: { scope: 'org:members:read', on: 'organization', role: 'read', meaning: 'members who list members' },
  teams: { scope: 'org:teams:read', on: 'organization', role: 'read', meaning: 'members who list teams' },
  integrations: {
    scope: 'integration:read',
    resourceScope: 'org:read',
    on: 'organization',
    role: 'read',
    meaning: 'members who list integrations',
  },
  specs: { scope: 'openapi:read', on: 'organization', role: 'read', meaning: 'members who read specifications' },
  translations: {
    scope: 'org:translations:read',
    on: 'organization',
    role: 'read',
    meaning: 'members who read translations',
  },
  auditedTokens: {
    scope: 'org:members:read',
    on: 'organization',
    role: 'admin',
    auditOnly: true,
    meaning: 'admins, in the audit log alone',
  },
  auditedIntegrations: {
    scope: 'integration:read',
    on: 'organization',
    role: 'admin',
    auditOnly: true,
    meaning: 'admins, in the audit log alone',
  },
  admins: { scope: 'org:read', on: 'organization', role: 'admin', meaning: 'admins of the organization' },
  singleSignOn: { scope: 'org:sso:read', on: 'organization', role: 'admin', meaning: 'admins of the organization' },
  collection: { scope: 'collection:read', on: 'resource', role: 'read', meaning: 'readers of the collection' },
  space: { scope: 'space:read', on: 'resource', role: 'read', meaning: 'readers of the space' },
  content: {
    scope: 'space:content:read',
    resourceScope: 'space:read',
    on: 'resource',
    role: 'read',
    meaning: 'readers of the space',
  },
  changeRequests: {
    scope: 'space:change-requests:read',
    on: 'resource',
    role: 'read',
    meaning: 'readers of the space',
  },
  comments: { scope: 'space:comments:read', on: 'resource', role: 'comment', meaning: 'who may comment on the space' },
  translatedSpace: {
    scope: 'org:translations:read',
    on: 'resource',
    role: 'read',
    meaning: 'readers of the source space',
  },
  git: { scope: 'space:read', on: 'resource', role: 'admin', meaning: 'admins of the space' },
  site: { scope: 'site:read', on: 'resource', role: 'read', meaning: 'members who read the site' },
  webhooks: { scope: 'org:read', on: 'resource', role: 'admin', meaning: 'admins of what the webhook belongs to' },
  siteAdmins: { scope: 'site:read', on: 'resource', role: 'admin', meaning: 'admins of the site' },
  jobs: {
    scope: 'space:content:read',
    on: 'resource',
    role: 'admin',
    creator: true,
    meaning: 'its creator, and admins of its space or of the organization',
  },
  access: { scope: 'org:members:read', on: 'resource', role: 'admin', meaning: 'admins of the resource' },
} as const satisfies Record<string, Readers>;

export type ReadersName = keyof typeof readers;
