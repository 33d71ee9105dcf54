import { readConfig, type Config } from '../config.ts';
import { contextOf, originOf } from '../app/process/context.ts';
import { createLog } from '../app/process/logging.ts';
import { openPlatform, type Platform } from '../app/process/platform.ts';
import { urlsOf } from '../app/http/address.ts';
import { asOperator } from '../domain/core/acting.ts';
import type { Context } from '../domain/core/context.ts';

/** The open database and file storage that a command works on. */
export interface Session {
  readonly platform: Platform;
  /** Creates a context for a user, or without a user. */
  contextOf(userId?: string): Context;
}

interface SessionOptions {
  /** Replace configured settings. */
  readonly settings?: Partial<Config>;
  /** `apply` creates a database where there is none; `upgrade`, the default, refuses that. */
  readonly migrations?: 'apply' | 'upgrade';
}

/**
 * Runs a command on the configured database and closes the database afterwards. Log lines go to stderr. Throws
 * MigrationError `database_missing`, so that a wrong setting does not look like an empty installation.
 */
export async function withSession<Result>(
  run: (session: Session) => Promise<Result>,
  { settings = {}, migrations = 'upgrade' }: SessionOptions = {},
): Promise<Result> {
  const config = { ...readConfig(), ...settings };
  const log = createLog({ level: readLogLevel(config), to: 'stderr' });
  const platform = await openPlatform(config, { log, urls: urlsOf(config, config.PORT), migrations });
  try {
    return await run({
      platform,
      contextOf: (userId = 'nobody') =>
        contextOf(platform.services, platform.db, asOperator(userId), { requestId: 'cli', origin: originOf('cli') }),
    });
  } finally {
    await platform.close();
    log.flushNow();
  }
}

/** Returns `warn` instead of the default `info`, because commands print their own output. */
export const readLogLevel = ({ LOG_LEVEL }: Config): Config['LOG_LEVEL'] => (LOG_LEVEL === 'info' ? 'warn' : LOG_LEVEL);
