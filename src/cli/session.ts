import { readConfig, type Config } from '../config.ts';
import { contextOf } from '../app/context.ts';
import { createLog } from '../app/logging.ts';
import { openPlatform, type Platform } from '../app/platform.ts';
import { urlsOf } from '../app/address.ts';
import { asOperator } from '../domain/acting.ts';
import type { Context } from '../domain/context.ts';

/** What a command works with. */
export interface Session {
  readonly platform: Platform;
  /** A context in the name of a user; of nobody without one. */
  contextOf(userId?: string): Context;
}

/** Runs a command on the configured database, which is closed afterwards. Log lines go to stderr. */
export async function withSession<Result>(run: (session: Session) => Promise<Result>): Promise<Result> {
  const config = readConfig();
  const log = createLog({ level: logLevelOf(config), to: 2 });
  const platform = await openPlatform(config, { log, urls: urlsOf(config, config.PORT) });
  try {
    return await run({
      platform,
      contextOf: (userId = 'nobody') => contextOf(platform.services, platform.db, asOperator(userId), 'cli'),
    });
  } finally {
    await platform.close();
    log.flushNow();
  }
}

/** A command speaks for itself: only what is wrong is worth a line of the log, unless more is asked for. */
export const logLevelOf = ({ LOG_LEVEL }: Config): Config['LOG_LEVEL'] => (LOG_LEVEL === 'info' ? 'warn' : LOG_LEVEL);
