import { ConfigError } from '../config.ts';
import { DataDirLockedError, DataDirUnsupportedError } from '../db/embedded/errors.ts';
import { MigrationError } from '../db/migration-error.ts';
import { DomainError } from '../lib/errors.ts';

/**
 * Exit codes of failed commands: 2 for invalid settings, a data directory that may not be written or a database schema that does not fit
 * the program, 3 when another process uses the data directory, and 1 for any other failure. A start that fails with 2 fails again.
 */
export const exitCodes = { failed: 1, unfit: 2, locked: 3 } as const;

export function chooseExitCode(error: unknown): number {
  if (error instanceof DataDirLockedError) return exitCodes.locked;
  const unfit = [ConfigError, MigrationError, DataDirUnsupportedError];
  return unfit.some((kind) => error instanceof kind) || isOfFolder(error) ? exitCodes.unfit : exitCodes.failed;
}

const forbidden: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);
const noFolder: ReadonlySet<unknown> = new Set(['ENOTDIR', 'EEXIST', 'ENOENT']);

/** Whether a folder may not be written, or cannot be one. A port that may not be used has no path. */
function isOfFolder(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, path, syscall, cause } = error as NodeJS.ErrnoException & { readonly cause?: unknown };
  const isRefused = forbidden.has(code) || (syscall === 'mkdir' && noFolder.has(code));
  return (path !== undefined && isRefused) || isOfFolder(cause);
}

const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Choose another PORT, or stop the process that listens on it.',
  EADDRNOTAVAIL: 'HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.',
  EACCES: 'Choose a PORT above 1023.',
  EPERM: 'Choose a directory that you may write to, for data by DATA_DIR.',
  EROFS: 'DATA_DIR must be a directory that can be written to.',
  ENOSPC: 'Free space on the disk of DATA_DIR.',
  ENOTDIR: 'DATA_DIR must be a directory, and so must everything above it.',
  EEXIST: 'DATA_DIR must be a directory, and so must everything above it.',
  ECONNREFUSED: 'Is the PostgreSQL server of DATABASE_URL running?',
  ECONNRESET: 'Is a PostgreSQL server at the host and port in DATABASE_URL?',
  EHOSTUNREACH: 'Check the host in DATABASE_URL, and the network.',
  ENETUNREACH: 'Check the host in DATABASE_URL, and the network.',
  ETIMEDOUT: 'Check the host and the port in DATABASE_URL, and firewalls on the way.',
  ENOTFOUND: 'Check the host name in DATABASE_URL.',
  EAI_AGAIN: 'Check the host name in DATABASE_URL, and the name server.',
  '28000': 'Create the role in DATABASE_URL, or let pg_hba.conf admit it.',
  '28P01': 'Check the user and the password in DATABASE_URL.',
  '42501':
    'Let the role in DATABASE_URL own the database, or grant it `create` on the database and its schema `public`.',
  '53300': 'Raise max_connections of the PostgreSQL server, or lower POOL_SIZE.',
  '3D000': 'Create the database that DATABASE_URL names.',
};

/** Returns the message of a failure, with advice for common causes. */
export function writeSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [code, message] = rootOf(error);
  // A port that may not be used has no path.
  const hint = advice[code === 'EACCES' && 'path' in error && error.path !== undefined ? 'EPERM' : code];
  if (error instanceof DataDirLockedError)
    return `${error.message} While a server uses it, call the API of that server, or set DATABASE_URL to a PostgreSQL server, which several processes can use.`;
  if (error instanceof DomainError && error.type === 'storage_unavailable' && error.cause instanceof Error)
    return `${message}: ${rootOf(error.cause)[1]}. Check S3_ENDPOINT, S3_BUCKET and the access key, or DATA_DIR.`;
  return hint === undefined ? message : `${message}. ${hint}`;
}

/** Returns the code and message of an error. When connecting to all addresses of a host fails, only the inner errors have them. */
function rootOf(error: Error): [code: string, message: string] {
  const inner = error instanceof AggregateError && error.message === '' ? (error.errors[0] as Error) : error;
  const { code } = inner as { code?: unknown };
  return [typeof code === 'string' ? code : '', inner.message];
}
