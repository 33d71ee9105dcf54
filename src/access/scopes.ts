import { choice } from '../lib/form-types.ts';
/** Token scopes, with the permissions they give. See docs/reference/access.md. */
export const scopeMeanings = {
  'org:read': 'Read organizations, their invite links, renderers and webhooks.',
  'org:write': 'Create and update organizations, their invite links, renderers and webhooks.',
  'org:members:read': 'Read the members of organizations, with their spaces and teams.',
  'org:members:write': 'Invite, update and remove members.',
  'org:teams:read': 'Read teams and who is in them.',
  'org:teams:write': 'Create, update and delete teams, and change who is in them.',
  'org:sso:read': 'Read SAML providers and the logins of an organization.',
  'org:sso:write': 'Create, update and delete SAML providers.',
  'org:translations:read': 'Read translation settings, glossaries and the states of translations.',
  'org:translations:write': 'Create, update and delete translations and glossary entries.',
  'collection:read': 'Read collections and who has access to them.',
  'collection:write': 'Create, update, move and delete collections, and change who has access to them.',
  'space:read': 'Read spaces without their content, and who has access to them.',
  'space:write': 'Create, update, move and delete spaces, and change who has access to them.',
  'space:content:read': 'Read, search and export pages and files in all revisions.',
  'space:content:write': 'Edit and import pages and files, and restore revisions.',
  'space:git:write': 'Connect spaces with Git repositories, import content from them, and export it to them.',
  'space:comments:read': 'Read comments and replies.',
  'space:comments:write': 'Post, update and delete comments and replies.',
  'space:change-requests:read': 'Read change requests and their reviews.',
  'space:change-requests:write': 'Create, update and edit change requests, and review them.',
  'space:change-requests:merge': 'Merge change requests.',
  'site:read': 'Read sites, their structure and their settings.',
  'site:write': 'Create, update, publish and delete sites, and change who has access to them.',
  'openapi:read': 'Read OpenAPI specifications and their versions.',
  'openapi:write': 'Create, update and delete OpenAPI specifications.',
  'integration:read': 'Read integrations and their installations.',
  'integration:write': 'Publish, install and uninstall integrations.',
  'user:read': 'Read users, and list the tokens of the caller.',
  'user:write': 'Update the profile of the caller, create and revoke tokens, and join organizations.',
} as const satisfies Readonly<Record<string, string>>;

export type Scope = keyof typeof scopeMeanings;
export const Scope = choice(
  'Scope',
  'A group of operations that a token may be used for. The permissions of its user apply as well.',
  scopeMeanings,
);

export const scopes = Object.keys(scopeMeanings) as readonly Scope[];
