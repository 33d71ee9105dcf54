import type * as z from 'zod';
import { Settings } from './settings.ts';

export type Config = Readonly<z.infer<typeof Settings>>;

/** Invalid settings. The message has one line per problem. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads the settings from the environment. Throws ConfigError with every problem. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.keys(Settings.shape).flatMap((key) => (env[key] ? [[key, env[key]]] : [])));
  const parsed = Settings.safeParse(given);
  const alone = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  const problems = [...alone, ...missing(given), ...(parsed.data ? conflicts(parsed.data) : [])];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

/** Missing settings that other settings require. */
function missing(given: Readonly<Record<string, string | undefined>>): string[] {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const without = given['STORAGE'] === 's3' ? needed.filter((key) => !given[key]) : [];
  const withoutSender = given['SMTP_URL'] && !given['MAIL_FROM'] ? ['MAIL_FROM: required with SMTP_URL'] : [];
  const withoutPrimary =
    given['DATABASE_READ_URL'] && !given['DATABASE_URL'] ? ['DATABASE_URL: required with DATABASE_READ_URL'] : [];
  return [...withoutPrimary, ...without.map((key) => `${key}: required with STORAGE=s3`), ...withoutSender];
}

/** Settings that are valid individually but not in combination. */
function conflicts(config: Config): string[] {
  return config.STATEMENT_TIMEOUT_MS >= config.OPERATION_TIMEOUT_MS
    ? ['STATEMENT_TIMEOUT_MS: must be shorter than OPERATION_TIMEOUT_MS']
    : [];
}
