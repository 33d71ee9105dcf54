export type EmbeddedErrorCode = 'data_dir_full' | 'data_dir_unreadable' | 'engine_closed' | 'engine_crashed';

/** Thrown when the embedded database cannot be opened or used. `output` contains the messages of PostgreSQL. */
export class EmbeddedError extends Error {
  readonly code: EmbeddedErrorCode;
  readonly output: readonly string[];

  constructor(code: EmbeddedErrorCode, message: string, output: readonly string[] = []) {
    super(message);
    this.name = 'EmbeddedError';
    this.code = code;
    this.output = output;
  }
}

/** The process that locks a data directory. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Thrown when another running process locks the data directory. */
export class DataDirLockedError extends Error {
  readonly code = 'data_dir_locked';
  readonly holder: LockHolder;

  constructor(dataDir: string, holder: LockHolder) {
    super(
      `The data directory ${dataDir} is in use by process ${holder.pid} on ${holder.host}, ` +
        `started at ${holder.startedAt}; stop it first.`,
    );
    this.name = 'DataDirLockedError';
    this.holder = holder;
  }
}

/** Thrown when the file system of the data directory cannot guarantee exclusive use by one process. */
export class DataDirUnsupportedError extends Error {
  readonly code = 'data_dir_unsupported';

  constructor(dataDir: string, reason: string, options?: ErrorOptions) {
    super(`The data directory ${dataDir} cannot be locked: ${reason}.`, options);
    this.name = 'DataDirUnsupportedError';
  }
}
