import type { Prisma } from '../db/generated/client.ts';
import type { Sql } from '../db/sql.ts';
import type { Config } from '../config.ts';
import type { GuardedFetch } from '../infra/fetch/guarded-fetch.ts';
import type { Queue } from '../infra/queue/queue.ts';
import type { Storage } from '../infra/storage/storage.ts';
import type { IdPrefix } from '../lib/ids.ts';
import type { Loaders } from '../loaders/index.ts';
import type { Scope } from './access/scopes.ts';

/** Who asks. */
export interface Actor {
  readonly userId: string;
  readonly tokenId: string;
  readonly scopes: 'all' | ReadonlySet<Scope>;
  /** The one organization the token works in, or null. */
  readonly organizationId: string | null;
  readonly isInstanceAdmin: boolean;
}

/** Logs one line; the object comes first, as in pino. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What lives as long as the process. */
export interface Services {
  readonly config: Config;
  readonly urls: Urls;
  readonly storage: Storage;
  readonly fetch: GuardedFetch;
  readonly queue: Queue;
  readonly log: Log;
  /** Signs cursors. */
  readonly cursorKey: Buffer;
  /** Signs download URLs. */
  readonly downloadKey: Buffer;
  readonly now: () => Date;
  readonly newId: (prefix: IdPrefix) => string;
  /** Forgets cached tokens, at once in this process. */
  readonly forgetTokens: () => void;
}

export interface Urls {
  /** `{base_url}`, without a slash at the end. */
  readonly base: string;
  /** `{app_url}`, without a slash at the end. */
  readonly app: string;
}

/** Where a transaction may take longer than others, as one that a job has for itself. */
export interface TransactionLimits {
  readonly timeoutMs?: number;
}

/** What every domain function receives: who asks, and the request's own resources. */
export interface Context extends Services {
  readonly actor: Actor;
  readonly db: Prisma.TransactionClient;
  readonly sql: Sql;
  readonly loaders: Loaders;
  readonly requestId: string;
  /** Aborted when nobody waits for the answer any more: after the deadline of a long operation, when a job is stopped. */
  readonly signal: AbortSignal;
  /** True inside `transact`. */
  readonly inTransaction: boolean;
  /** Runs something once what was written is there for all to see: after the transaction, at once outside of one. */
  readonly afterCommit: (run: () => void) => void;
  /** Runs a closure in a transaction; use `transact`. */
  readonly runTransaction: <Result>(
    run: (db: Prisma.TransactionClient) => Promise<Result>,
    limits?: TransactionLimits,
  ) => Promise<Result>;
}
