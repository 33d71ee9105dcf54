import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { createAllowList } from './lib/allow-list.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const positive = z.coerce.number().int().min(1);
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
/** A list whose entries are each checked: `problem` says what is wrong with one, or null. */
const listOf = (problem: (entry: string) => string | null) =>
  list.superRefine((entries, issues) => {
    for (const entry of entries) {
      const message = problem(entry);
      if (message !== null) issues.addIssue({ code: 'custom', message });
    }
  });

const originProblem = (entry: string) =>
  entry === '*' || (URL.canParse(entry) && new URL(entry).origin === entry)
    ? null
    : `"${entry}" is not an origin such as https://docs.example.org`;

/** Names of ranges that Fastify knows. */
const proxyRanges = ['loopback', 'linklocal', 'uniquelocal'];

function proxyProblem(entry: string): string | null {
  if (entry === '*') return 'name the proxies, * trusts everybody';
  const isNamed = proxyRanges.includes(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
  return isNamed ? null : `"${entry}" is not an address or a range such as 10.0.0.0/8`;
}

function allowedHostProblem(entry: string): string | null {
  try {
    createAllowList([entry]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });

/** Every setting: its variable, its default, what it is. Units are in the names. */
export const Settings = z.object({
  PORT: port.default(4000).describe('Port to listen on; 0 takes any free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Directory of the embedded database and of files kept locally.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional()
    .describe('A PostgreSQL server, version 15 or newer; without it the embedded database is used.'),
  BASE_URL: httpUrl.optional().describe('Address that callers use; the listening address when absent.'),
  APP_URL: httpUrl.optional().describe('Base of `urls.app`; BASE_URL when absent.'),
  BOOTSTRAP_TOKEN_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File that the first token is also written to, readable by its owner only.'),
  BOOTSTRAP_ORGANIZATION: z
    .string()
    .min(1)
    .max(255)
    .default('My organization')
    .describe('Title of the organization that the first start creates.'),
  BOOTSTRAP_USER: z
    .string()
    .min(1)
    .max(255)
    .default('Administrator')
    .describe('Name of the user that the first start creates.'),
  BOOTSTRAP_EMAIL: z.email('must be an e-mail address').optional().describe('Address of that user.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token with which other machines may read `/metrics`; without it only this one may.'),
  SECRETS_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Key that signs download URLs and cursors, 32 characters or more; kept in the database when absent.'),
  CLAIMS_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Key of the claims that ping signs, 32 characters or more; without it ping gives none.'),
  PLAN: z.string().default('enterprise_2024').describe('The `plan` that organizations show.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('What is worth a line of the log.'),
  GRAPHIQL: flag.default(true).describe('Whether browsers get GraphiQL at `/graphql`.'),
  INTROSPECTION: z
    .enum(['signed-in', 'everyone', 'nobody'])
    .default('signed-in')
    .describe('Who may read the GraphQL schema.'),
  CORS_ORIGINS: listOf(originProblem)
    .default([])
    .describe('Origins whose pages may call the API from a browser, by comma.'),
  TRUST_PROXY: listOf(proxyProblem)
    .default([])
    .describe('Proxies whose `X-Forwarded-For` is believed, addresses or ranges, by comma.'),
  IMPORT_ALLOW_HOSTS: listOf(allowedHostProblem)
    .default([])
    .describe('Private hosts that may be fetched all the same: `host`, `host:port` or a range, by comma.'),
  STORAGE: z.enum(['local', 's3']).default('local').describe('Where files are kept.'),
  S3_ENDPOINT: httpUrl.optional().describe('Address of the object storage.'),
  S3_BUCKET: z.string().optional().describe('Bucket for the files.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Key id for the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret key for the bucket.'),
  BODY_LIMIT_BYTES: positive.default(1_048_576).describe('Largest request body.'),
  GRAPHQL_BODY_LIMIT_BYTES: positive.default(262_144).describe('Largest GraphQL request body.'),
  GRAPHQL_MAX_TOKENS: positive.default(2_000).describe('Words of a GraphQL document.'),
  GRAPHQL_MAX_DEPTH: positive.default(12).describe('Levels of a GraphQL document.'),
  GRAPHQL_MAX_ALIASES: positive.default(30).describe('Aliases in a GraphQL document.'),
  GRAPHQL_MAX_ROOT_FIELDS: positive.default(20).describe('Root fields of a GraphQL operation.'),
  GRAPHQL_MAX_DIRECTIVES: positive.default(50).describe('Directives in a GraphQL document.'),
  GRAPHQL_MAX_MUTATIONS: positive.default(10).describe('Mutations in one GraphQL operation.'),
  GRAPHQL_MAX_COST: positive.default(50_000).describe('Objects a GraphQL operation may ask for.'),
  OPERATION_TIMEOUT_MS: positive.default(10_000).describe('Longest run of an operation.'),
  IMPORT_TIMEOUT_MS: positive.default(60_000).describe('Longest run of an import.'),
  STATEMENT_TIMEOUT_MS: positive.default(8_000).describe('Longest run of a database statement.'),
  LOCK_TIMEOUT_MS: positive.default(3_000).describe('Longest wait for a lock in the database.'),
  IDLE_IN_TRANSACTION_TIMEOUT_MS: positive.default(15_000).describe('Longest pause within a transaction.'),
  TRANSACTION_WAIT_MS: positive.default(5_000).describe('Longest wait for the connection of a transaction.'),
  TRANSACTION_TIMEOUT_MS: positive.default(10_000).describe('Longest run of a transaction.'),
  POOL_SIZE: positive.default(10).describe('Connections to PostgreSQL.'),
  POOL_ACQUIRE_TIMEOUT_MS: positive.default(5_000).describe('Longest wait for a connection.'),
  MAX_IN_FLIGHT: positive.default(200).describe('Requests at work at once; more are turned away.'),
  MAX_IN_FLIGHT_PER_TOKEN: positive.default(20).describe('The same for one token.'),
  RATE_LIMIT_PER_MINUTE: positive.default(600).describe('Requests of one token in a minute.'),
  AUTH_FAILURES_PER_MINUTE: positive.default(20).describe('Failed authentications from one address in a minute.'),
  HEADERS_TIMEOUT_MS: positive.default(15_000).describe('Longest wait for the headers of a request.'),
  REQUEST_TIMEOUT_MS: positive.default(30_000).describe('Longest wait for the whole of a request.'),
  KEEP_ALIVE_TIMEOUT_MS: positive.default(65_000).describe('How long an idle connection is kept.'),
  SHUTDOWN_TIMEOUT_MS: positive.default(25_000).describe('How long requests under way may go on after SIGTERM.'),
  DRAIN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('How long requests are still accepted after SIGTERM, for balancers that look at `/readyz` now and then.'),
  FETCH_CONNECT_TIMEOUT_MS: positive.default(5_000).describe('Longest wait for the connection of an outbound fetch.'),
  FETCH_TIMEOUT_MS: positive.default(30_000).describe('Longest run of an outbound fetch.'),
  FETCH_MAX_REDIRECTS: z.coerce.number().int().min(0).default(5).describe('Redirects an outbound fetch follows.'),
  IMPORT_MAX_BYTES: positive.default(26_214_400).describe('Largest source of an import.'),
  JOB_POLL_MS: positive.default(2_000).describe('How often background jobs of other processes are looked for.'),
  JOB_LEASE_MS: positive
    .default(30_000)
    .describe('How long a process may give no sign before its background jobs are taken up by another.'),
  JOB_RETENTION_HOURS: positive.default(168).describe('How long a background job can be looked at after its end.'),
  FILE_MAX_BYTES: positive.default(20_971_520).describe('Largest file.'),
  TOKEN_CACHE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000)
    .default(1_000)
    .describe('How long a token is trusted without a look at the database.'),
  MAX_TOKENS_PER_USER: positive.default(50).describe('Tokens a user may have.'),
});
