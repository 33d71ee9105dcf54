/** Why the schema of a database was not brought up to date. */
export type MigrationErrorCode =
  | 'database_not_empty'
  | 'drift'
  | 'newer_schema'
  | 'unfinished_migration'
  | 'migration_failed'
  | 'lock_timeout';

/** The database is not fit for this program; the message says what to do. */
export class MigrationError extends Error {
  readonly code: MigrationErrorCode;
  /** The migration it is about, if it is about one. */
  readonly migration: string | null;

  constructor(code: MigrationErrorCode, message: string, about: { migration?: string; cause?: unknown } = {}) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.name = 'MigrationError';
    this.code = code;
    this.migration = about.migration ?? null;
  }
}
