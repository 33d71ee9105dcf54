import { ConfigError } from '../config.ts';
import { DataDirLockedError, DataDirUnsupportedError } from '../db/embedded/errors.ts';
import { MigrationError } from '../db/migration-error.ts';
import { DomainError } from '../lib/errors.ts';

/**
 * Exit code of a failed command: 2 when the settings or the schema do not match, 3 when another process holds the data,
 * 1 otherwise.
 */
export const exitCodes = { failed: 1, unfit: 2, locked: 3 } as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof DataDirLockedError) return exitCodes.locked;
  const unfit = [ConfigError, MigrationError, DataDirUnsupportedError];
  return unfit.some((kind) => error instanceof kind) ? exitCodes.unfit : exitCodes.failed;
}

const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Choose another PORT, or stop the process that listens on it.',
  EACCES: 'Choose a PORT above 1023, or a directory that you may write to.',
  ECONNREFUSED: 'Is the PostgreSQL server of DATABASE_URL running?',
  ENOTFOUND: 'Check the host name in DATABASE_URL.',
  '28P01': 'Check the user and the password in DATABASE_URL.',
  '3D000': 'Create the database that DATABASE_URL names.',
};

/** Returns one sentence about the failure, and a hint where one is known. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [code, message] = rootOf(error);
  const hint = advice[code];
  if (error instanceof DataDirLockedError)
    return `${error.message} While a server runs on it, use its API; or set DATABASE_URL to a PostgreSQL server, which many may use.`;
  if (error instanceof DomainError && error.type === 'storage_unavailable' && error.cause instanceof Error)
    return `${message}: ${rootOf(error.cause)[1]}. Check S3_ENDPOINT, S3_BUCKET and the access key, or DATA_DIR.`;
  return hint === undefined ? message : `${message}. ${hint}`;
}

/** A failed connection to several addresses of a host has no message of its own. */
function rootOf(error: Error): [code: string, message: string] {
  const inner = error instanceof AggregateError && error.message === '' ? (error.errors[0] as Error) : error;
  const { code } = inner as { code?: unknown };
  return [typeof code === 'string' ? code : '', inner.message];
}
