import { DomainError, failure } from '../lib/errors.ts';

/** Failure reported for a class of database errors; null for an internal error. */
type Meaning = 'retry' | DomainError | null;

const byState: readonly (readonly [RegExp, (cause: unknown) => Meaning])[] = [
  [/^(40001|40P01)$/, () => 'retry'],
  [
    /^55P03$/,
    (cause) => failure('overloaded', 'The resource is locked by another request', { cause, retryAfterSeconds: 1 }),
  ],
  [/^23505$/, (cause) => failure('already_exists', 'A resource with that name or key already exists', { cause })],
  [/^23503$/, (cause) => failure('conflict', 'The request refers to something that no longer exists', { cause })],
  [
    /^(22021|22P05|22P02)$/,
    (cause) => failure('invalid_text', 'A text contains characters that cannot be stored', { cause }),
  ],
  [/^22003$/, (cause) => failure('validation_failed', 'A number is out of range', { cause })],
  [/^25006$/, (cause) => failure('unavailable', 'The database is read-only', { cause, retryAfterSeconds: 5 })],
  [/^53100$/, (cause) => failure('unavailable', 'The disk of the database is full', { cause, retryAfterSeconds: 30 })],
  [/^57014$/, (cause) => failure('unavailable', 'The database took too long', { cause, retryAfterSeconds: 1 })],
  [
    /^(08...|53...|57P0[123]|25P03)$/,
    (cause) => failure('unavailable', 'The database cannot be reached', { cause, retryAfterSeconds: 2 }),
  ],
];

const byPrismaCode: Readonly<Record<string, string>> = {
  P2002: '23505',
  P2003: '23503',
  P2020: '22003',
  P2034: '40001',
  P1001: '08001',
  P1017: '08006',
};

/** Why `/readyz` refuses, for a failure of its look at the database. */
export function describeOutage(error: unknown): string {
  const state = findState(error);
  if (state === readOnly) return 'the database is read-only';
  return state === diskFull ? 'the disk of the database is full' : 'the database does not answer';
}

/** SQLSTATE read_only_sql_transaction: a standby, or a database that only answers reads. */
export const readOnly = '25006';

/** SQLSTATE disk_full. */
export const diskFull = '53100';

/** The embedded database reopens with the next connection, and cannot while its disk is full. */
const byEmbeddedCode: Readonly<Record<string, string>> = {
  embedded_statement_timeout: '57014',
  engine_crashed: '57P02',
  data_dir_unreadable: '57P03',
  data_dir_full: diskFull,
};

/**
 * Translates SQLSTATEs, Prisma codes and network failures to a failure for the caller. See docs/reference/errors.md.
 */
export function classifyDatabaseError(error: unknown): Meaning {
  if (error instanceof DomainError) return error;
  if (isNotFound(error)) return failure('not_found', 'The resource no longer exists', { cause: error });
  if (isBusy(error)) return failure('overloaded', 'The database is overloaded', { cause: error, retryAfterSeconds: 1 });
  const state = findState(error);
  if (state === null) return null;
  return byState.find(([pattern]) => pattern.test(state))?.[1](error) ?? null;
}

interface DriverFailure {
  readonly cause?: { readonly originalCode?: unknown };
}

/** An error of Prisma, of the driver, or, for a failed commit, of the adapter between them. */
interface Failure extends DriverFailure {
  readonly code?: unknown;
  readonly meta?: { readonly driverAdapterError?: DriverFailure };
}

const findCode = (error: unknown) => {
  const { code } = (error ?? {}) as Failure;
  return typeof code === 'string' ? code : null;
};

function findState(error: unknown): string | null {
  const { meta, cause } = (error ?? {}) as Failure;
  const original = (meta?.driverAdapterError?.cause ?? cause)?.originalCode;
  if (typeof original === 'string') return original;
  const code = findCode(error);
  if (isClosed(error)) return '08006';
  if (code !== null && byEmbeddedCode[code] !== undefined) return byEmbeddedCode[code];
  if (code === null) return null;
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_)/.test(code)) return '08006';
  return byPrismaCode[code] ?? (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P') ? code : null);
}

const readMessage = (error: unknown) => (error instanceof Error ? error.message : '');

const isNotFound = (error: unknown) => findCode(error) === 'P2025';

const isClosed = (error: unknown) =>
  /Connection terminated|Client has encountered a connection error/.test(readMessage(error));

/** Whether no connection became available in time. */
const isBusy = (error: unknown) =>
  findCode(error) === 'P2028' || /timeout exceeded when trying to connect/.test(readMessage(error));
