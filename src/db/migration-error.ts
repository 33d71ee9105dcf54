/** Reasons why a schema could not be migrated. */
export type MigrationErrorCode =
  | 'database_missing'
  | 'database_not_empty'
  | 'drift'
  | 'newer_schema'
  | 'unfinished_migration'
  | 'migration_failed'
  | 'lock_timeout';

/** Thrown when the database does not match this program. The message states what to do. */
export class MigrationError extends Error {
  readonly code: MigrationErrorCode;
  /** Name of the migration in question, if any. */
  readonly migration: string | null;

  constructor(code: MigrationErrorCode, message: string, about: { migration?: string; cause?: unknown } = {}) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.name = 'MigrationError';
    this.code = code;
    this.migration = about.migration ?? null;
  }
}
