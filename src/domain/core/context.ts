import type { Prisma } from '../../db/generated/client.ts';
import type { Sql } from '../../db/sql.ts';
import type { Config } from '../../config.ts';
import type { Mailer } from '../../infra/mail/mailer.ts';
import type { GuardedFetch } from '../../infra/fetch/guarded-fetch.ts';
import type { JobSignals } from '../../infra/queue/signals.ts';
import type { ResolveTxt } from '../../infra/dns/resolve-txt.ts';
import type { Storage } from '../../infra/storage/storage.ts';
import type { IdPrefix } from '../../lib/ids.ts';
import type { Loaders } from '../../loaders/index.ts';
import type { Actor } from '../../access/actor.ts';
import type { EmittedEvent, Emit } from './events/emit.ts';
import type { EventSource } from './events/fields.ts';
import type { Watches } from './streams/row-watch.ts';
import type { Workers } from '../../infra/workers/workers.ts';

/** The logger. As in pino, fields come before the message. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Counts by key in windows of one minute, in this process. */
export interface Attempts {
  /** Adds one to a key, and returns its count. */
  add(key: string): number;
  count(key: string): number;
  /** Number of seconds until the window ends, at least 1. */
  readonly secondsLeft: number;
}

/** Services that live as long as the process. */
export interface Services {
  readonly config: Config;
  readonly urls: Urls;
  readonly storage: Storage;
  readonly fetch: GuardedFetch;
  /** Null when no mail server is configured: links are shown instead of sent. */
  readonly mailer: Mailer | null;
  /** Resolves the TXT records of a hostname. */
  readonly resolveTxt: ResolveTxt;
  /** Worker threads that parse texts of callers, so that these cannot block the event loop. */
  readonly workers: Workers;
  readonly jobSignals: JobSignals;
  readonly watches: Watches;
  readonly log: Log;
  readonly cursorKey: Buffer;
  /** Key that signs the access tokens of site visitors. */
  readonly siteTokenKey: Buffer;
  readonly downloadKey: Buffer;
  /** Key that encrypts secrets which must be read again, such as those of integrations. See `lib/encryption.ts`. */
  readonly encryptionKey: Buffer;
  /** Steps of sign-ins, by address and by passkey. */
  readonly attempts: Attempts;
  readonly now: () => Date;
  readonly newId: (prefix: IdPrefix) => string;
  /** Clears the cache of authenticated tokens of this process. */
  readonly forgetTokens: () => void;
  /** Enqueues the notifications of renderers, in the transaction of the events. */
  readonly notifyRenderers: (ctx: Context, events: readonly EmittedEvent[]) => Promise<void>;
  /** Draws the first page of a site as the reader would with a change of its settings; null for who may not open its preview. */
  readonly drawLook: (ctx: Context, request: AskedLook) => Promise<DrawnLook | null>;
}

/** A site, or one of its site spaces, and a change of its settings that is not stored. */
interface AskedLook {
  readonly id: string;
  readonly siteSpaceId?: string | null | undefined;
  readonly change: Readonly<Record<string, unknown>>;
}

/** A page as its readers would see it. */
export interface DrawnLook {
  /** The whole document, without scripts. */
  readonly html: string;
  /** The style of the site, which comes after those of the document. */
  readonly css: string;
}

/** What published URLs have besides their host. */
export interface SitesOrigin {
  readonly protocol: string;
  /** The port with its colon, `:4000`; empty for the port of the scheme. */
  readonly port: string;
}

export interface Urls {
  /** Base URL of the API, without a trailing slash. */
  readonly base: string;
  /** Base URL of the application, without a trailing slash. */
  readonly app: string;
  /** Domain below which sites are published. */
  readonly sites: string;
  /** Scheme and port of published URLs; `https` without a port when absent. */
  readonly sitesOrigin?: SitesOrigin;
}

/** Overrides for a transaction that may take longer than others, such as that of a job. */
export interface TransactionLimits {
  readonly timeoutMs?: number;
  /**
   * Whether it may write many rows. Long transactions take turns, so that others need not wait for several of them. True by
   * default for one with a `timeoutMs`.
   */
  readonly isLong?: boolean;
}

/** Access to the stored effect of a request with an Idempotency-Key that does not run in one transaction. */
export interface OnceEffect {
  /** The effect of an earlier run of the request, whose process ended before it responded; null without one. */
  readonly earlier: unknown;
  /**
   * Stores the effect in the transaction that causes it. Throws idempotency_in_progress when another run has taken over
   * the key.
   */
  readonly record: (ctx: Context, effect: unknown) => Promise<void>;
}

/** How an operation was called, for the audit log. */
export interface Origin {
  readonly source: EventSource;
  /** Address of the client; null when it is not known or not stored. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** The first argument of every domain function: the authenticated caller and the resources of the request. */
export interface Context extends Services {
  readonly actor: Actor;
  readonly db: Prisma.TransactionClient;
  readonly sql: Sql;
  readonly loaders: Loaders;
  readonly requestId: string;
  readonly origin: Origin;
  /** Aborted when the result is no longer needed: at the deadline of an operation, or when a job is cancelled. */
  readonly signal: AbortSignal;
  /** Set for a request with an Idempotency-Key that does not run in one transaction. */
  readonly once?: OnceEffect;
  /**
   * Set for a stream: makes the context of its next part, with new loaders and the token checked again. Throws
   * unauthenticated.
   */
  readonly renew?: () => Promise<Context>;
  /** True inside `transact`. */
  readonly inTransaction: boolean;
  /** Runs a function after the commit of the transaction, or at once outside of one. */
  readonly afterCommit: (run: () => void) => void;
  /**
   * Records what the transaction has done, as an event of the catalogue. It is written with the commit; renderers are
   * notified after it. Throws outside of a transaction.
   */
  readonly emit: Emit;
  /** Runs a function in a transaction. Use `transact` instead. */
  readonly runTransaction: <Result>(
    run: (db: Prisma.TransactionClient) => Promise<Result>,
    limits?: TransactionLimits & { readonly signal?: AbortSignal },
  ) => Promise<Result>;
}

/** The context inside `transact`. What takes one reads rows that the transaction has locked or written. */
export interface TransactionContext extends Context {
  readonly inTransaction: true;
}

export const isInTransaction = (ctx: Context): ctx is TransactionContext => ctx.inTransaction;
