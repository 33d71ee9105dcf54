import type { Prisma } from '../db/generated/client.ts';
import type { Sql } from '../db/sql.ts';
import type { Config } from '../config.ts';
import type { GuardedFetch } from '../infra/fetch/guarded-fetch.ts';
import type { JobSignals } from '../infra/queue/signals.ts';
import type { ResolveTxt } from '../infra/dns/resolve-txt.ts';
import type { Storage } from '../infra/storage/storage.ts';
import type { IdPrefix } from '../lib/ids.ts';
import type { Loaders } from '../loaders/index.ts';
import type { Actor } from '../access/actor.ts';
import type { Workers } from '../infra/workers/workers.ts';

/** The logger. As in pino, fields come before the message. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Services that live as long as the process. */
export interface Services {
  readonly config: Config;
  readonly urls: Urls;
  readonly storage: Storage;
  readonly fetch: GuardedFetch;
  /** Reads TXT records of DNS. */
  readonly resolveTxt: ResolveTxt;
  /** Read texts of callers beside the event loop. */
  readonly workers: Workers;
  readonly jobSignals: JobSignals;
  readonly log: Log;
  /** Signs cursors. */
  readonly cursorKey: Buffer;
  /** Signs the tokens with which visitors of sites read. */
  readonly siteTokenKey: Buffer;
  /** Signs download URLs. */
  readonly downloadKey: Buffer;
  /** Encrypts what is stored and must be read again, such as secrets of integrations. See `lib/encryption.ts`. */
  readonly encryptionKey: Buffer;
  readonly now: () => Date;
  readonly newId: (prefix: IdPrefix) => string;
  /** Clears the cache of authenticated tokens of this process. */
  readonly forgetTokens: () => void;
  /** Enqueues what renderers must be told, in the transaction of the changes. */
  readonly tellRenderers: (ctx: Context, changes: readonly PublishedChange[]) => Promise<void>;
}

/** A change of something that renderers of published sites may have kept. */
export type PublishedChange =
  /** The content or title of a space. */
  | { readonly spaceId: string }
  /** What a cache tag names; see lib/cache-tags.ts. */
  | { readonly organizationId: string; readonly tag: string }
  /** All sites of an organization. */
  | { readonly organizationId: string; readonly tag?: never };

export interface Urls {
  /** Base URL of the API, without a trailing slash. */
  readonly base: string;
  /** Base URL of the application, without a trailing slash. */
  readonly app: string;
  /** Domain below which sites are published. */
  readonly sites: string;
}

/** Overrides for a transaction that may take longer than others, such as that of a job. */
export interface TransactionLimits {
  readonly timeoutMs?: number;
}

/** The one effect of a request with an Idempotency-Key that does not run in one transaction. */
export interface OnceEffect {
  /** The effect that an earlier run of the request had before its process ended; null without one. */
  readonly earlier: unknown;
  /** Notes the effect; called in its transaction. Throws idempotency_in_progress when another run has the key by now. */
  readonly record: (ctx: Context, effect: unknown) => Promise<void>;
}

/** What every domain function receives: the authenticated caller, and the resources of the request. */
export interface Context extends Services {
  readonly actor: Actor;
  readonly db: Prisma.TransactionClient;
  readonly sql: Sql;
  readonly loaders: Loaders;
  readonly requestId: string;
  /** Aborted when the result is no longer needed: at the deadline of an operation, or when a job is cancelled. */
  readonly signal: AbortSignal;
  /** Set for a request with an Idempotency-Key that does not run in one transaction. */
  readonly once?: OnceEffect;
  /** True inside `transact`. */
  readonly inTransaction: boolean;
  /** Runs a function after the commit of the transaction, or at once outside of one. */
  readonly afterCommit: (run: () => void) => void;
  /** Notes what a transaction changes. Renderers are told when it has committed. In a transaction only. */
  readonly changed: (change: PublishedChange) => void;
  /** Runs a function in a transaction. Use `transact` instead. */
  readonly runTransaction: <Result>(
    run: (db: Prisma.TransactionClient) => Promise<Result>,
    limits?: TransactionLimits,
  ) => Promise<Result>;
}
