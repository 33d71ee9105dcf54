import * as z from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const positive = z.coerce.number().int().min(1);
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });

/** Every setting: its variable, its default, its unit. */
const Settings = z.object({
  PORT: port.default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Where the embedded database, the files and the keys live. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** A PostgreSQL server; without it the embedded database is used. */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgresql://').optional(),
  /** The address callers use; defaults to the listening address. */
  BASE_URL: httpUrl.optional(),
  /** Base of `urls.app`; defaults to BASE_URL. */
  APP_URL: httpUrl.optional(),
  /** Where the first token is also written, mode 0600. */
  BOOTSTRAP_TOKEN_FILE: z.string().min(1).optional(),
  /** Title of the organization that the first start creates. */
  BOOTSTRAP_ORGANIZATION: z.string().min(1).max(255).default('My organization'),
  /** Name and address of the user that the first start creates. */
  BOOTSTRAP_USER: z.string().min(1).max(255).default('Administrator'),
  BOOTSTRAP_EMAIL: z.email('must be an e-mail address').optional(),
  /** Lets scrapers from other machines read /metrics; without it only this machine may. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Key for signed URLs and cursors, 32 characters or more; kept in the database when absent. */
  SECRETS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Key of the claims that ping signs, 32 characters or more; without it ping gives none. */
  CLAIMS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  PLAN: z.string().default('enterprise_2024'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Introspection and GraphiQL also for callers without a token. */
  GRAPHIQL: flag.default(true),
  INTROSPECTION: z.enum(['signed-in', 'everyone', 'nobody']).default('signed-in'),
  CORS_ORIGINS: list.default([]),
  TRUST_PROXY: list.default([]),
  IMPORT_ALLOW_HOSTS: list.default([]),
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BODY_LIMIT_BYTES: positive.default(1_048_576),
  GRAPHQL_BODY_LIMIT_BYTES: positive.default(262_144),
  GRAPHQL_MAX_TOKENS: positive.default(2_000),
  GRAPHQL_MAX_DEPTH: positive.default(12),
  GRAPHQL_MAX_ALIASES: positive.default(30),
  GRAPHQL_MAX_ROOT_FIELDS: positive.default(20),
  GRAPHQL_MAX_DIRECTIVES: positive.default(50),
  GRAPHQL_MAX_MUTATIONS: positive.default(10),
  GRAPHQL_MAX_COST: positive.default(50_000),
  OPERATION_TIMEOUT_MS: positive.default(10_000),
  IMPORT_TIMEOUT_MS: positive.default(60_000),
  STATEMENT_TIMEOUT_MS: positive.default(8_000),
  LOCK_TIMEOUT_MS: positive.default(3_000),
  IDLE_IN_TRANSACTION_TIMEOUT_MS: positive.default(15_000),
  TRANSACTION_WAIT_MS: positive.default(5_000),
  TRANSACTION_TIMEOUT_MS: positive.default(10_000),
  POOL_SIZE: positive.default(10),
  POOL_ACQUIRE_TIMEOUT_MS: positive.default(5_000),
  MAX_IN_FLIGHT: positive.default(200),
  MAX_IN_FLIGHT_PER_TOKEN: positive.default(20),
  RATE_LIMIT_PER_MINUTE: positive.default(600),
  AUTH_FAILURES_PER_MINUTE: positive.default(20),
  HEADERS_TIMEOUT_MS: positive.default(15_000),
  REQUEST_TIMEOUT_MS: positive.default(30_000),
  KEEP_ALIVE_TIMEOUT_MS: positive.default(65_000),
  SHUTDOWN_TIMEOUT_MS: positive.default(25_000),
  /** How long requests are still accepted after SIGTERM, for balancers that look at /readyz now and then. */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).default(0),
  FETCH_CONNECT_TIMEOUT_MS: positive.default(5_000),
  FETCH_TIMEOUT_MS: positive.default(30_000),
  FETCH_MAX_REDIRECTS: z.coerce.number().int().min(0).default(5),
  IMPORT_MAX_BYTES: positive.default(26_214_400),
  FILE_MAX_BYTES: positive.default(20_971_520),
  TOKEN_CACHE_MS: z.coerce.number().int().min(0).max(1_000).default(1_000),
  MAX_TOKENS_PER_USER: positive.default(50),
});

export type Config = Readonly<z.infer<typeof Settings>>;

/** Settings that cannot be used; every problem on a line of its own. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads the settings from the environment. Throws ConfigError naming every problem. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(Settings.shape).flatMap((key) => (env[key] ? [[key, env[key]]] : [])),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const problems = conflicts(parsed.data);
  if (problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

/** Settings that are fine alone but not together. */
function conflicts(config: Config): string[] {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = config.STORAGE === 's3' ? needed.filter((key) => !config[key]) : [];
  return [
    ...missing.map((key) => `${key}: needed with STORAGE=s3`),
    ...(config.TRUST_PROXY.includes('*') ? ['TRUST_PROXY: name the proxies, * trusts everybody'] : []),
    ...(config.STATEMENT_TIMEOUT_MS >= config.OPERATION_TIMEOUT_MS
      ? ['STATEMENT_TIMEOUT_MS: must be shorter than OPERATION_TIMEOUT_MS']
      : []),
  ];
}
