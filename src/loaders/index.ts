import type { Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { collectionLoader } from './collections.ts';
import { organizationLoader } from './organizations.ts';
import { spaceLoader } from './spaces.ts';
import { userLoader } from './users.ts';

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
    get organization() {
      return once('organization', () => organizationLoader(reader, actor));
    },
    get collection() {
      return once('collection', () => collectionLoader(reader, actor));
    },
    get space() {
      return once('space', () => spaceLoader(reader, actor));
    },
    /** Forgets everything read so far, after a transaction changed it. */
    clear: () => {
      for (const loader of made.values()) loader.clearAll();
    },
  };
}

export type Loaders = ReturnType<typeof createLoaders>;
