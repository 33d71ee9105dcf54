import type { Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { memberCountsLoader, teamCountsLoader } from './access-counts.ts';
import { collectionLoader } from './collections.ts';
import {
  documentLoader,
  fileLoader,
  filesLoader,
  linksLoader,
  pageLoader,
  pagesBelowLoader,
  revisionLoader,
  treeLoader,
} from './content.ts';
import { commentCountLoader, commentLoader, commentPageLoader } from './comments.ts';
import { inviteLoader } from './invites.ts';
import { memberLoader } from './members.ts';
import { organizationLoader } from './organizations.ts';
import { pageTargetLoader } from './page-targets.ts';
import { spaceLoader } from './spaces.ts';
import { teamLoader } from './teams.ts';
import { tokenLoader } from './tokens.ts';
import { knownUserLoader, userLoader } from './users.ts';

/** One set per operation and actor: a loader never outlives the request that asked. Each is made on first use. */
export function createLoaders(reader: Sql, actor: Actor) {
  const made = new Map<string, { clearAll(): unknown }>();
  const once = <Loader extends { clearAll(): unknown }>(name: string, make: () => Loader): Loader => {
    const known = made.get(name) as Loader | undefined;
    if (known) return known;
    const loader = make();
    made.set(name, loader);
    return loader;
  };
  return {
    get user() {
      return once('user', () => userLoader(reader, actor));
    },
    get knownUser() {
      return once('knownUser', () => knownUserLoader(reader, actor));
    },
    get token() {
      return once('token', () => tokenLoader(reader));
    },
    get member() {
      return once('member', () => memberLoader(reader, actor));
    },
    get memberCounts() {
      return once('memberCounts', () => memberCountsLoader(reader));
    },
    get team() {
      return once('team', () => teamLoader(reader, actor));
    },
    get teamCounts() {
      return once('teamCounts', () => teamCountsLoader(reader));
    },
    get invite() {
      return once('invite', () => inviteLoader(reader));
    },
    get organization() {
      return once('organization', () => organizationLoader(reader, actor));
    },
    get collection() {
      return once('collection', () => collectionLoader(reader, actor));
    },
    get space() {
      return once('space', () => spaceLoader(reader, actor));
    },
    get revision() {
      return once('revision', () => revisionLoader(reader));
    },
    get document() {
      return once('document', () => documentLoader(reader));
    },
    get contentTree() {
      return once('contentTree', () => treeLoader(reader));
    },
    get contentFiles() {
      return once('contentFiles', () => filesLoader(reader));
    },
    get contentPage() {
      return once('contentPage', () => pageLoader(reader));
    },
    get contentFile() {
      return once('contentFile', () => fileLoader(reader));
    },
    get pagesBelow() {
      return once('pagesBelow', () => pagesBelowLoader(reader));
    },
    get contentLinks() {
      return once('contentLinks', () => linksLoader(reader));
    },
    get comment() {
      return once('comment', () => commentLoader(reader, actor));
    },
    get threadPage() {
      return once('threadPage', () => commentPageLoader(reader, actor, 'threads'));
    },
    get threadCount() {
      return once('threadCount', () => commentCountLoader(reader, 'threads'));
    },
    get replyPage() {
      return once('replyPage', () => commentPageLoader(reader, actor, 'replies'));
    },
    get pageTarget() {
      return once('pageTarget', () => pageTargetLoader(reader));
    },
    /** Forgets everything read so far, after a transaction changed it. */
    clear: () => {
      for (const loader of made.values()) loader.clearAll();
    },
  };
}

export type Loaders = ReturnType<typeof createLoaders>;
