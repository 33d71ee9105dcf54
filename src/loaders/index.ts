import type { Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { memberCountsLoader, teamCountsLoader } from './access-counts.ts';
import {
  changeRequestLoader,
  mergedChangeRequestLoader,
  numberedChangeRequestLoader,
  ownDraftCountLoader,
  storedConflictLoader,
} from './change-requests.ts';
import { collectionLoader } from './collections.ts';
import { linksLoader, mainPageLoader, movedPageLoader } from './content-links.ts';
import {
  attributesLoader,
  fileLoader,
  filesLoader,
  pageLoader,
  pagesBelowLoader,
  revisionLoader,
  storedTextLoader,
  treeLoader,
} from './content.ts';
import { commentCountLoader, commentLoader, commentPageLoader } from './comments.ts';
import { differenceCountsLoader } from './difference-counts.ts';
import { eventLoader } from './events.ts';
import { freshnessLoader, pageFreshnessLoader } from './freshness.ts';
import {
  editableSourceLoader,
  entryFileLoader,
  gitConnectionLoader,
  gitOperationLoader,
  gitRepositoryLoader,
  lastGitOperationLoader,
  revisionCommitLoader,
} from './git.ts';
import { grantLoader } from './grants.ts';
import { installationLoader, integrationLoader } from './integrations.ts';
import { inviteLoader } from './invites.ts';
import { jobLoader } from './jobs.ts';
import { memberLoader } from './members.ts';
import { notificationLoader, watchLoader } from './notifications.ts';
import { openApiPartLoader, openApiSpecLoader, openApiVersionLoader } from './openapi-specs.ts';
import { organizationLoader } from './organizations.ts';
import { pageTargetLoader } from './page-targets.ts';
import { passkeyLoader } from './passkeys.ts';
import { rendererLoader } from './renderers.ts';
import { reviewLoader } from './reviews.ts';
import { oidcProviderLoader } from './oidc.ts';
import { samlProviderLoader } from './saml.ts';
import { siteAdaptiveSchemaLoader } from './site-adaptive-schemas.ts';
import {
  pageFeedbackLoader,
  siteHostnameLoader,
  siteRedirectLoader,
  siteShareLinkLoader,
  siteVisitorAuthLoader,
} from './site-settings.ts';
import {
  publicSpaceLoader,
  publishedSpaceLoader,
  siteLoader,
  siteOfSectionGroupLoader,
  siteOfSectionLoader,
  siteOfSiteSpaceLoader,
  siteStructureLoader,
} from './sites.ts';
import { spaceLoader } from './spaces.ts';
import { teamLoader, teamRoleLoader } from './teams.ts';
import { templateLoader } from './templates.ts';
import { tokenLoader } from './tokens.ts';
import {
  glossaryEntryLoader,
  pageTranslationLoader,
  translatedSpaceLoader,
  translationBySpaceLoader,
  translationSettingsLoader,
} from './translations.ts';
import { knownUserLoader, userLoader } from './users.ts';
import { webhookDeliveryLoader, webhookLoader } from './webhooks.ts';

/** The factory of each loader, by name. */
const kinds = {
  user: userLoader,
  knownUser: knownUserLoader,
  token: tokenLoader,
  passkey: passkeyLoader,
  member: memberLoader,
  memberCounts: memberCountsLoader,
  team: teamLoader,
  teamRole: teamRoleLoader,
  teamCounts: teamCountsLoader,
  invite: inviteLoader,
  oidcProvider: oidcProviderLoader,
  samlProvider: samlProviderLoader,
  event: eventLoader,
  grant: grantLoader,
  organization: organizationLoader,
  collection: collectionLoader,
  space: spaceLoader,
  changeRequest: changeRequestLoader,
  numberedChangeRequest: numberedChangeRequestLoader,
  mergedChangeRequest: mergedChangeRequestLoader,
  ownDraftCount: ownDraftCountLoader,
  storedConflict: storedConflictLoader,
  differenceCounts: differenceCountsLoader,
  review: reviewLoader,
  revision: revisionLoader,
  revisionCommit: revisionCommitLoader,
  editableSource: editableSourceLoader,
  entryFile: entryFileLoader,
  gitConnection: gitConnectionLoader,
  gitOperation: gitOperationLoader,
  lastGitOperation: lastGitOperationLoader,
  gitRepository: gitRepositoryLoader,
  storedText: storedTextLoader,
  contentTree: treeLoader,
  contentFiles: filesLoader,
  contentPage: pageLoader,
  contentFile: fileLoader,
  pagesBelow: pagesBelowLoader,
  contentAttributes: attributesLoader,
  contentLinks: linksLoader,
  job: jobLoader,
  renderer: rendererLoader,
  webhook: webhookLoader,
  webhookDelivery: webhookDeliveryLoader,
  watch: watchLoader,
  notification: notificationLoader,
  integration: (reader: Sql, actor: Actor) => integrationLoader(reader, actor, 'id'),
  namedIntegration: (reader: Sql, actor: Actor) => integrationLoader(reader, actor, 'name'),
  installation: installationLoader,
  translationSettings: translationSettingsLoader,
  glossaryEntry: glossaryEntryLoader,
  translatedSpace: translatedSpaceLoader,
  translationBySpace: translationBySpaceLoader,
  pageTranslation: pageTranslationLoader,
  mainPage: mainPageLoader,
  comment: (reader: Sql, actor: Actor) => commentLoader(reader, actor, 'id'),
  reviewComment: (reader: Sql, actor: Actor) => commentLoader(reader, actor, 'reviewId'),
  template: templateLoader,
  freshness: freshnessLoader,
  pageFreshness: pageFreshnessLoader,
  threadPage: (reader: Sql, actor: Actor) => commentPageLoader(reader, actor, 'threads'),
  threadCount: (reader: Sql) => commentCountLoader(reader, 'threads'),
  requestThreadPage: (reader: Sql, actor: Actor) => commentPageLoader(reader, actor, 'requestThreads'),
  requestThreadCount: (reader: Sql) => commentCountLoader(reader, 'requestThreads'),
  replyPage: (reader: Sql, actor: Actor) => commentPageLoader(reader, actor, 'replies'),
  pageTarget: pageTargetLoader,
  site: siteLoader,
  publishedSpace: publishedSpaceLoader,
  publicSpace: publicSpaceLoader,
  movedPage: movedPageLoader,
  openApiSpec: openApiSpecLoader,
  openApiVersion: openApiVersionLoader,
  openApiPart: openApiPartLoader,
  siteStructure: siteStructureLoader,
  siteAdaptiveSchema: siteAdaptiveSchemaLoader,
  siteOfSection: siteOfSectionLoader,
  siteOfSectionGroup: siteOfSectionGroupLoader,
  siteOfSiteSpace: siteOfSiteSpaceLoader,
  siteHostname: siteHostnameLoader,
  pageFeedback: pageFeedbackLoader,
  siteRedirect: siteRedirectLoader,
  siteShareLink: siteShareLinkLoader,
  siteVisitorAuth: siteVisitorAuthLoader,
} satisfies Record<string, (reader: Sql, actor: Actor) => { clearAll(): unknown }>;

type Kinds = typeof kinds;

export type Loaders = { readonly [Name in keyof Kinds]: ReturnType<Kinds[Name]> } & {
  /** Forgets everything read so far. A transaction does this automatically after each of its writes and locks. */
  clear(): void;
};

/**
 * Properties are getters of the prototype, because an operation uses few loaders and creating all of them is
 * measurable.
 */
class LoaderSet {
  readonly #made = new Map<string, { clearAll(): unknown }>();
  readonly #reader: Sql;
  readonly #actor: Actor;

  constructor(reader: Sql, actor: Actor) {
    this.#reader = reader;
    this.#actor = actor;
    reader.onWrite?.(() => this.clear());
  }

  loader(name: keyof Kinds) {
    const existing = this.#made.get(name);
    if (existing) return existing;
    const loader = kinds[name](this.#reader, this.#actor);
    this.#made.set(name, loader);
    return loader;
  }

  clear() {
    for (const loader of this.#made.values()) loader.clearAll();
  }
}

for (const name of Object.keys(kinds) as (keyof Kinds)[])
  Object.defineProperty(LoaderSet.prototype, name, {
    get(this: LoaderSet) {
      return this.loader(name);
    },
  });

/** Creates the loaders of one operation and actor, each on first use. Never share them between requests. */
export const createLoaders = (reader: Sql, actor: Actor): Loaders =>
  // TypeScript does not see the properties that are defined above.
  new LoaderSet(reader, actor) as unknown as Loaders;
