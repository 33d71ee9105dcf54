import * as z from 'zod';
import { kind, type EventKind } from './event-kind.ts';
import { pageEvents } from './page-events.ts';

const nothing = z.object({});
const id = z.string();
const small = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** Names of the fields that were changed, and the values that they had, where these are short. */
const changes = z.object({ changed: z.array(z.string()), previous: z.record(z.string(), small) });
const role = z.string().nullable();
const place = z.object({ parent: id.nullable() });
/** The collections around it whose admins were its admins, the nearest first; at most `maxWithin`. */
const deleted = z.object({ within: z.array(id) });
/** The collections that it has left and whose admins were its admins, the nearest first. */
const left = z.object({ within: z.array(id).optional() });
const organization = z.object({ organization: id });
const revision = z.object({ revision: id });
const review = z.object({ reviewer: id });
const member = z.object({ user: id });
/** How many roles began or ended with it; only when more than `maxListedEffects` did, of which the first have events of their own. */
const withGrants = { grants: z.int().optional() };
const holder = z.object({ user: id.optional(), team: id.optional(), role });
/** The role that an invite link gives, and the space or collection on which. */
const granted = z.object({ role, on: id.nullable() });
const thread = z.object({ page: id.nullable(), author: id });
const reply = thread.extend({ comment: id });
/** The ids of those whom it mentions; absent for nobody. */
const mentioning = { mentions: z.array(id).optional() };
/** Emoji that the actor added and removed. */
const reacted = { added: z.array(z.string()), removed: z.array(z.string()) };
const translated = z.object({ translation: id });
const language = translated.extend({ language: z.string() });
const target = z.object({ installation: id, integration: id });

/** What a reader thinks of a page, without the comment. */
const feedback = z.object({ page: id, rating: z.string() });

/** A sync: its operation, and the newest commit and revision that it has seen or made. */
const synced = z.object({ operation: id, commit: z.string().nullable(), revision: id.nullable() });

/** A token: whose it is. */
const token = z.object({ user: id });

/** A job: who created it, how it has ended, with the type of the error if it has failed, and how far it has come. */
const job = z.object({
  kind: z.string(),
  state: z.enum(['completed', 'failed', 'cancelled']),
  creator: id,
  done: z.int(),
  total: z.int().nullable(),
  error: z.string().nullable(),
});

/** Addresses of something that is still there. They are not stored, but added when an event is read. */
const urls = z.object({
  location: z.string().optional().describe('In the REST API.'),
  app: z.string().optional().describe('In the application.'),
  published: z.string().optional().describe('On the site that publishes the space.'),
});
/** An entry of the content that a revision changed. */
const entryChange = z.object({
  change: z.enum(['added', 'modified', 'moved', 'removed']),
  id,
  kind: z.enum(['page', 'file', 'reusable-content', 'variables']),
  title: z.string(),
  path: z
    .string()
    .optional()
    .describe('Slugs of a page from the top of the tree; of a removed one, those that it had.'),
  previousPath: z.string().optional().describe('That of a page which had another one before.'),
  urls: urls.optional(),
});
const content = z.object({
  revision: id,
  previousRevision: id,
  revisionType: z.string(),
  space: z.object({ id, title: z.string(), urls: urls.optional() }),
  /** The first of them; see `maxListedChanges`. */
  changes: z.array(entryChange),
  total: z.int(),
});

/** How many changes of content an event lists. */
export const maxListedChanges = 100;

/** How many events say one by one what begins or ends with something else, such as the roles of somebody who leaves. */
export const maxListedEffects = 100;

/** Every type of event. A write emits what it has done; the GraphQL enum, the reference and the tests derive from this table. */
export const eventTypes = {
  'organization.created': kind('organization', 'The organization was created.', nothing),
  'organization.updated': kind('organization', 'Settings of the organization were changed.', changes),
  'member.invited': kind('members', 'Somebody was invited by an address.', member.extend({ role })),
  'member.joined': kind(
    'members',
    'Somebody joined.',
    member.extend({ role, by: z.enum(['link', 'domain', 'sso', 'invitation', 'scim']) }),
  ),
  'member.updated': kind('members', 'The membership of somebody was changed.', member.extend(changes.shape)),
  'member.removed': kind(
    'members',
    'Somebody was removed, or left.',
    member.extend({ ...withGrants, teams: z.int().optional() }),
  ),
  'invite_link.created': kind('admins', 'An invite link was created.', granted),
  'invite_link.updated': kind('admins', 'An invite link was changed.', granted),
  'invite_link.revoked': kind('admins', 'An invite link was revoked.', granted),
  'team.created': kind('teams', 'A team was created.', nothing),
  'team.updated': kind('teams', 'A team was renamed.', changes),
  'team.deleted': kind('teams', 'A team was deleted.', z.object(withGrants)),
  'team.member_added': kind('teams', 'Somebody was added to a team.', member.extend({ role })),
  'team.member_updated': kind('teams', 'The role of somebody in a team was changed.', member.extend({ role })),
  'team.member_removed': kind('teams', 'Somebody was removed from a team, or left it.', member),
  'access.granted': kind('access', 'Somebody got a role on a space, a collection or a site.', holder),
  'access.updated': kind('access', 'The role of somebody on a space, a collection or a site was changed.', holder),
  'access.revoked': kind(
    'access',
    'A role on a space, a collection or a site was taken back.',
    holder.omit({ role: true }),
  ),
  'watch.updated': kind(
    'access',
    'An admin set what somebody else is notified of.',
    z.object({ user: id, level: z.string() }),
  ),
  'watch.deleted': kind('access', 'An admin ended what somebody else is notified of.', member),
  'collection.created': kind('collection', 'A collection was created.', place),
  'collection.updated': kind('collection', 'Settings of a collection were changed.', changes),
  'collection.moved': kind(
    'collection',
    'A collection was moved, to another parent or among its siblings.',
    place.extend(left.shape),
  ),
  'collection.transferred': kind(
    'collection',
    'A collection moved between organizations.',
    organization.extend(left.shape),
  ),
  'collection.deleted': kind('collection', 'A collection was deleted, with what was in it.', deleted),
  'space.created': kind('space', 'A space was created.', place.extend({ copyOf: id.optional(), ...withGrants })),
  'space.updated': kind('space', 'Settings of a space were changed.', changes),
  'space.moved': kind('space', 'A space was moved, to another parent or among its siblings.', place.extend(left.shape)),
  'space.transferred': kind('space', 'A space moved between organizations.', organization.extend(left.shape)),
  'space.deleted': kind('space', 'A space was deleted. It can be restored for a week.', deleted),
  'space.restored': kind('space', 'A deleted space was restored.', nothing),
  ...pageEvents,
  'content.updated': kind('content', 'A space has a new revision of its main content.', content),
  'change_request.created': kind('changeRequests', 'A change request was created.', revision),
  'change_request.updated': kind('changeRequests', 'Subject or description of a change request was changed.', changes),
  'change_request.opened': kind('changeRequests', 'A change request was opened for review.', nothing),
  'change_request.archived': kind('changeRequests', 'A change request was archived.', nothing),
  'change_request.drafted': kind('changeRequests', 'A change request became a draft.', nothing),
  'change_request.content_updated': kind('changeRequests', 'A change request has a new revision.', content),
  'change_request.merged': kind('changeRequests', 'A change request was merged into the main content.', content),
  'review.requested': kind('changeRequests', 'A review was requested from somebody.', review),
  'review.request_cancelled': kind('changeRequests', 'The request for a review was taken back.', review),
  'review.submitted': kind('changeRequests', 'A review was submitted.', revision.extend({ status: z.string() })),
  'comment.created': kind('comments', 'A thread was started.', thread.extend(mentioning)),
  'comment.updated': kind('comments', 'The text of a comment was changed.', thread),
  'comment.resolved': kind('comments', 'A thread was resolved.', thread),
  'comment.reopened': kind('comments', 'A resolved thread was opened again.', thread),
  'comment.reacted': kind('comments', 'Somebody added or removed reactions to a comment.', thread.extend(reacted)),
  'comment.deleted': kind('comments', 'A comment was deleted, with its replies.', thread),
  'comment_reply.created': kind('comments', 'A reply was posted.', reply.extend(mentioning)),
  'comment_reply.updated': kind('comments', 'The text of a reply was changed.', reply),
  'comment_reply.reacted': kind('comments', 'Somebody added or removed reactions to a reply.', reply.extend(reacted)),
  'comment_reply.deleted': kind('comments', 'A reply was deleted.', reply),
  'site.created': kind('site', 'A site was created.', nothing),
  'site.updated': kind('site', 'Settings of a site were changed.', changes),
  'site.published': kind('site', 'A site was published.', nothing),
  'site.unpublished': kind('site', 'A site is no longer published.', nothing),
  'site.deleted': kind('site', 'A site was deleted.', nothing),
  'site.customized': kind('site', 'The appearance of a site was changed.', z.object({ siteSpace: id.nullable() })),
  'site.structure_updated': kind(
    'site',
    'Sections, groups or spaces of a site were added, changed, moved or removed.',
    z.object({ added: z.array(id), updated: z.array(id), removed: z.array(id) }),
  ),
  'site.adaptive_schema_updated': kind('site', 'The schema of visitor claims was replaced.', nothing),
  'site.visitor_auth_updated': kind('siteAdmins', 'The sign-in of visitors was changed.', changes),
  'site.visitor_key_regenerated': kind('siteAdmins', 'The key that signs visitor claims was replaced.', nothing),
  'site_redirect.created': kind('site', 'A redirect was created.', z.object({ source: z.string() })),
  'site_redirect.updated': kind('site', 'A redirect was changed.', z.object({ source: z.string() })),
  'site_redirect.deleted': kind('site', 'A redirect was deleted.', z.object({ source: z.string() })),
  'page_feedback.created': kind('siteAdmins', 'A reader has rated a page of a site.', feedback),
  'page_feedback.deleted': kind('siteAdmins', 'Feedback of a reader was deleted.', feedback),
  'hostname.added': kind('site', 'A site got a custom hostname, which is not verified yet.', nothing),
  'hostname.verified': kind('site', 'The custom hostname of a site was verified.', nothing),
  'hostname.removed': kind('site', 'The custom hostname of a site was removed.', nothing),
  'share_link.created': kind('siteAdmins', 'A share link was created.', nothing),
  'share_link.updated': kind('siteAdmins', 'A share link was changed.', nothing),
  'share_link.deleted': kind('siteAdmins', 'A share link was deleted.', nothing),
  'openapi_spec.created': kind('specs', 'A specification was created.', nothing),
  'openapi_spec.updated': kind('specs', 'The source or the visibility of a specification was changed.', nothing),
  'openapi_spec.deleted': kind('specs', 'A specification was deleted.', nothing),
  'openapi_spec.version_created': kind('specs', 'A specification has a new version.', z.object({ version: id })),
  'openapi_spec.failed': kind(
    'specs',
    'The source of a specification could not be read.',
    z.object({ errors: z.array(z.string()) }),
  ),
  'git_connection.created': kind('git', 'A space was connected with a branch of a Git repository.', nothing),
  'git_connection.updated': kind(
    'git',
    'The connection of a space with a Git repository was changed.',
    z.object({ changed: z.array(z.string()) }),
  ),
  'git_connection.deleted': kind('git', 'A space was disconnected from its Git repository.', nothing),
  'git_sync.started': kind('space', 'A sync of a space with its repository has found a difference.', synced),
  'git_sync.completed': kind(
    'space',
    'A space and its repository are equal.',
    synced.extend({
      added: z.int(),
      updated: z.int(),
      removed: z.int(),
      skipped: z.int(),
    }),
  ),
  'git_sync.conflicted': kind(
    'space',
    'Changes of the repository wait in a change request, which somebody merges or archives.',
    z.object({ operation: id, changeRequest: id }),
  ),
  'git_sync.failed': kind(
    'space',
    'A sync of a space with its repository has failed.',
    synced.extend({ error: z.string() }),
  ),
  'translation.created': kind('translations', 'Translation settings were created.', nothing),
  'translation.updated': kind('translations', 'Translation settings were changed.', nothing),
  'translation.deleted': kind('translations', 'Translation settings were deleted.', nothing),
  'translated_space.created': kind('translatedSpace', 'A space got a translated copy.', language.extend({ copy: id })),
  'translated_space.marked': kind(
    'translatedSpace',
    'Pages were marked as translated.',
    translated.extend({ pages: z.int() }),
  ),
  'translated_space.deleted': kind('translatedSpace', 'A translated copy became a space of its own.', language),
  'glossary.updated': kind('translations', 'The glossary was changed.', z.object({ operations: z.int() })),
  'saml_provider.created': kind('singleSignOn', 'An identity provider was added.', nothing),
  'saml_provider.updated': kind('singleSignOn', 'An identity provider was changed.', nothing),
  'saml_provider.deleted': kind('singleSignOn', 'An identity provider was removed.', nothing),
  'oidc_provider.created': kind('singleSignOn', 'An OpenID Connect provider was added.', nothing),
  'oidc_provider.updated': kind('singleSignOn', 'An OpenID Connect provider was changed.', nothing),
  'oidc_provider.deleted': kind('singleSignOn', 'An OpenID Connect provider was removed.', nothing),
  'scim_token.created': kind('singleSignOn', 'A token was created by which a provider provisions people.', nothing),
  'scim_token.revoked': kind('singleSignOn', 'The token by which a provider provisioned people was revoked.', nothing),
  'integration.published': kind('integrations', 'An integration, or a new version of it, was published.', nothing),
  'integration.unpublished': kind('integrations', 'An integration was deleted.', nothing),
  'installation.created': kind('integrations', 'An integration was installed.', z.object({ integration: id })),
  'installation.updated': kind('integrations', 'An installation was changed.', z.object({ integration: id })),
  'installation.deleted': kind('integrations', 'An integration was uninstalled.', z.object({ integration: id })),
  'installation_space.added': kind('integrations', 'An installation was added to a space.', target),
  'installation_space.updated': kind('integrations', 'An installation was changed for a space.', target),
  'installation_space.removed': kind('integrations', 'An installation was removed from a space.', target),
  'installation_site.added': kind('integrations', 'An installation was added to a site.', target),
  'installation_site.updated': kind('integrations', 'An installation was changed for a site.', target),
  'installation_site.removed': kind('integrations', 'An installation was removed from a site.', target),
  'job.finished': kind('jobs', 'A background job of somebody has completed, failed or was cancelled.', job),
  'session.created': kind(
    'auditedTokens',
    'Somebody signed in, by an identity provider of the organization or by a passkey.',
    member.extend({ by: z.enum(['sso', 'passkey']), provider: id.optional() }),
  ),
  'session.revoked': kind(
    'auditedTokens',
    'A session was ended before its time.',
    member.extend({ provider: id.optional() }),
  ),
  'session.refused': kind(
    'auditedTokens',
    'Somebody for whom an identity provider vouched, or who had the code of a sign-in, was refused.',
    z.object({ user: id.optional(), provider: id, reason: z.string() }),
  ),
  'passkey.added': kind('auditedTokens', 'Somebody added a passkey to themselves.', member),
  'passkey.removed': kind('auditedTokens', 'Somebody removed a passkey of theirs.', member),
  'sign_in_link.created': kind(
    'auditedTokens',
    'A link was made by which somebody can sign in once: an invitation, or a recovery by an instance admin.',
    member,
  ),
  'oauth_grant.created': kind(
    'auditedTokens',
    'Somebody allowed a client, such as an assistant, to act for them in the organization.',
    member.extend({ client: z.string(), resource: z.string(), scopes: z.array(z.string()) }),
  ),
  'oauth_grant.revoked': kind(
    'auditedTokens',
    'What somebody allowed a client was ended: by them, by the client, or because a code or refresh token was used twice.',
    member.extend({ client: z.string(), by: z.enum(['person', 'client', 'reuse']) }),
  ),
  'api_token.created': kind('auditedTokens', 'A token that is limited to the organization was created.', token),
  'api_token.revoked': kind('auditedTokens', 'A token that is limited to the organization was revoked.', token),
  'integration_token.created': kind('auditedIntegrations', 'A token of an integration was created.', nothing),
  'integration_token.revoked': kind('auditedIntegrations', 'All tokens of an integration were revoked.', nothing),
  'installation_token.created': kind(
    'auditedIntegrations',
    'A token of an installation was created.',
    z.object({ integration: id }),
  ),
  'renderer.created': kind('admins', 'A renderer was added.', nothing),
  'renderer.updated': kind('admins', 'A renderer was changed.', nothing),
  'renderer.deleted': kind('admins', 'A renderer was removed.', nothing),
  'webhook.created': kind('webhooks', 'A webhook was added.', nothing),
  'webhook.updated': kind('webhooks', 'A webhook was changed.', z.object({ changed: z.array(z.string()) })),
  'webhook.deleted': kind('webhooks', 'A webhook was removed.', nothing),
  'webhook.disabled': kind(
    'webhooks',
    'A webhook was deactivated, because its address wants nothing more or has failed for too long.',
    z.object({ reason: z.string() }),
  ),
  'webhook.secret_rotated': kind('webhooks', 'A webhook got a new secret.', nothing),
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof eventTypes;
export type EventData<Type extends EventType> = z.input<(typeof eventTypes)[Type]['data']>;
