import { DomainError, failure } from '../lib/errors.ts';

/** What a database failure means for the caller; null when it is a fault of ours. */
type Meaning = 'retry' | DomainError | null;

const byState: readonly (readonly [RegExp, (cause: unknown) => Meaning])[] = [
  [/^(40001|40P01)$/, () => 'retry'],
  [
    /^55P03$/,
    (cause) => failure('overloaded', 'The thing is locked by another request', { cause, retryAfterSeconds: 1 }),
  ],
  [/^23505$/, (cause) => failure('already_exists', 'A thing with that name or key is there already', { cause })],
  [/^23503$/, (cause) => failure('conflict', 'The request refers to something that is gone', { cause })],
  [/^(22021|22P05|22P02)$/, (cause) => failure('invalid_text', 'A text cannot be stored as it is', { cause })],
  [/^22003$/, (cause) => failure('validation_failed', 'A number is out of range', { cause })],
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

/** Reads SQLSTATEs, Prisma codes and network failures. Quality 3.4. */
export function meaningOf(error: unknown): Meaning {
  if (error instanceof DomainError) return error;
  if (isNotFound(error)) return failure('not_found', 'The thing is gone', { cause: error });
  if (isBusy(error))
    return failure('overloaded', 'The database has too much to do', { cause: error, retryAfterSeconds: 1 });
  const state = stateOf(error);
  if (state === null) return null;
  return byState.find(([pattern]) => pattern.test(state))?.[1](error) ?? null;
}

interface Failure {
  readonly code?: unknown;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: unknown } } };
}

const codeOf = (error: unknown) => {
  const { code } = (error ?? {}) as Failure;
  return typeof code === 'string' ? code : null;
};

function stateOf(error: unknown): string | null {
  const original = ((error ?? {}) as Failure).meta?.driverAdapterError?.cause?.originalCode;
  if (typeof original === 'string') return original;
  const code = codeOf(error);
  if (code === null) return isClosed(error) ? '08006' : null;
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_)/.test(code)) return '08006';
  if (code === 'embedded_statement_timeout') return '57014';
  return byPrismaCode[code] ?? (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P') ? code : null);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

const isNotFound = (error: unknown) => codeOf(error) === 'P2025';

const isClosed = (error: unknown) =>
  /Connection terminated|Client has encountered a connection error/.test(messageOf(error));

/** No connection came free in time. */
const isBusy = (error: unknown) =>
  codeOf(error) === 'P2028' || /timeout exceeded when trying to connect/.test(messageOf(error));
