import type { Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { memberCountsLoader, teamCountsLoader } from './access-counts.ts';
import { changeRequestLoader, mergedChangeRequestLoader, numberedChangeRequestLoader } from './change-requests.ts';
import { collectionLoader } from './collections.ts';
import { attributesLoader } from './content-attributes.ts';
import { linksLoader, mainPageLoader } from './content-links.ts';
import {
  documentLoader,
  fileLoader,
  filesLoader,
  pageLoader,
  pagesBelowLoader,
  revisionLoader,
  treeLoader,
} from './content.ts';
import { commentCountLoader, commentLoader, commentPageLoader } from './comments.ts';
import { grantLoader } from './grants.ts';
import { inviteLoader } from './invites.ts';
import { jobLoader } from './jobs.ts';
import { memberLoader } from './members.ts';
import { organizationLoader } from './organizations.ts';
import { pageTargetLoader } from './page-targets.ts';
import { reviewLoader } from './reviews.ts';
import { spaceLoader } from './spaces.ts';
import { teamLoader } from './teams.ts';
import { tokenLoader } from './tokens.ts';
import { knownUserLoader, userLoader } from './users.ts';

/** Every loader by name, with how it is made. */
const kinds = {
  user: userLoader,
  knownUser: knownUserLoader,
  token: tokenLoader,
  member: memberLoader,
  memberCounts: memberCountsLoader,
  team: teamLoader,
  teamCounts: teamCountsLoader,
  invite: inviteLoader,
  grant: grantLoader,
  organization: organizationLoader,
  collection: collectionLoader,
  space: spaceLoader,
  changeRequest: changeRequestLoader,
  numberedChangeRequest: numberedChangeRequestLoader,
  mergedChangeRequest: mergedChangeRequestLoader,
  review: reviewLoader,
  revision: revisionLoader,
  document: documentLoader,
  contentTree: treeLoader,
  contentFiles: filesLoader,
  contentPage: pageLoader,
  contentFile: fileLoader,
  pagesBelow: pagesBelowLoader,
  contentAttributes: attributesLoader,
  contentLinks: linksLoader,
  job: jobLoader,
  mainPage: mainPageLoader,
  comment: (reader: Sql, actor: Actor) => commentLoader(reader, actor, 'id'),
  reviewComment: (reader: Sql, actor: Actor) => commentLoader(reader, actor, 'reviewId'),
  threadPage: (reader: Sql, actor: Actor) => commentPageLoader(reader, actor, 'threads'),
  threadCount: (reader: Sql) => commentCountLoader(reader, 'threads'),
  requestThreadPage: (reader: Sql, actor: Actor) => commentPageLoader(reader, actor, 'requestThreads'),
  requestThreadCount: (reader: Sql) => commentCountLoader(reader, 'requestThreads'),
  replyPage: (reader: Sql, actor: Actor) => commentPageLoader(reader, actor, 'replies'),
  pageTarget: pageTargetLoader,
} satisfies Record<string, (reader: Sql, actor: Actor) => { clearAll(): unknown }>;

type Kinds = typeof kinds;

export type Loaders = { readonly [Name in keyof Kinds]: ReturnType<Kinds[Name]> } & {
  /** Forgets everything read so far, after a transaction changed it. */
  clear(): void;
};

/** Properties stand on the prototype: an operation uses few of them, and making each for every operation shows. */
class LoaderSet {
  readonly #made = new Map<string, { clearAll(): unknown }>();
  readonly #reader: Sql;
  readonly #actor: Actor;

  constructor(reader: Sql, actor: Actor) {
    this.#reader = reader;
    this.#actor = actor;
  }

  loader(name: keyof Kinds) {
    const known = this.#made.get(name);
    if (known) return known;
    const made = kinds[name](this.#reader, this.#actor);
    this.#made.set(name, made);
    return made;
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

/** One set per operation and actor: a loader never outlives the request that asked. Each is made on first use. */
export const createLoaders = (reader: Sql, actor: Actor): Loaders =>
  // The properties are defined above, where TypeScript does not look.
  new LoaderSet(reader, actor) as unknown as Loaders;
