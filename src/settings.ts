import * as z from 'zod';
import { databaseUrl } from './lib/database-url.ts';
import {
  allowedHostProblem,
  flag,
  httpUrl,
  mailSender,
  originProblem,
  port,
  positive,
  proxyProblem,
  smtpUrl,
  toList,
} from './lib/setting-forms.ts';
import './lib/zod-messages.ts';

/** Every setting with its default and description. The names contain the units. */
export const Settings = z.object({
  PORT: port.default(4000).describe('Port to listen on; 0 selects any free port.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Directory of the embedded database and of locally stored files.'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('URL of a PostgreSQL server, version 15 or newer; the embedded database is used when absent.'),
  DATABASE_POOLED_URL: databaseUrl.optional().describe('URL of a pooler in transaction mode; see PostgreSQL and S3.'),
  DATABASE_READ_URL: databaseUrl
    .optional()
    .describe('URL of a streaming standby of DATABASE_URL that answers what only reads; see PostgreSQL and S3.'),
  DATABASE_READ_MAX_LAG_MS: positive
    .max(300_000)
    .default(1_000)
    .describe('How far behind the standby may be, in milliseconds; otherwise the primary answers.'),
  BASE_URL: httpUrl.optional().describe('Public base URL of the service; the listening address when absent.'),
  APP_URL: httpUrl.optional().describe('Base URL of `urls.app`; BASE_URL when absent.'),
  SITES_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a domain name in lower case without port, such as docs.example.org')
    .optional()
    .describe(
      'Domain of published sites: `<hostname of the organization>.<domain>`. The host of BASE_URL when absent, or `localhost` for an IP address.',
    ),
  SITES_URL: z
    .string()
    .regex(/^https?:\/\/[a-z0-9.-]+(:[0-9]+)?\/?$/, 'must be an origin such as https://docs.example.org')
    .refine((text) => URL.canParse(text), 'must be an origin such as https://docs.example.org')
    .optional()
    .describe(
      'Origin whose scheme and port published URLs have, as readers see them behind a proxy; those of BASE_URL when absent. The host is that of the site.',
    ),
  READER: flag
    .default(true)
    .describe(
      'Whether this server shows published sites as pages at their URLs. Without it, published URLs begin with `https` and have no port, for another renderer.',
    ),
  BOOTSTRAP_TOKEN_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File to which the first token is also written, readable by its owner only.'),
  BOOTSTRAP_ORGANIZATION: z
    .string()
    .min(1)
    .max(255)
    .default('My organization')
    .describe('Title of the organization that is created on the first start.'),
  BOOTSTRAP_USER: z
    .string()
    .min(1)
    .max(255)
    .default('Administrator')
    .describe('Name of the user who is created on the first start.'),
  BOOTSTRAP_EMAIL: z.email('must be an email address').optional().describe('Email address of that user.'),
  OCTAVO_URL: httpUrl
    .optional()
    .describe(
      'URL of the server that `octavo import` and `octavo export` call; the server of these settings when absent.',
    ),
  OCTAVO_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe('API token of these commands. Without it, `octavo import` writes directly to the database.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token for reading `/metrics` from other machines; without it, only this machine may read them.'),
  SECRETS_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Key that signs download URLs and cursors and encrypts stored secrets, at least 32 characters; generated and stored in the database when absent.',
    ),
  CLAIMS_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Key that signs the visitor claims in the response of ping, at least 32 characters; without it, ping returns no claims.',
    ),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(https:\/\/|mailto:|tel:)[\x21-\x7e]+$/, 'must be a URL that starts with https://, mailto: or tel:')
    .optional()
    .describe(
      'Contact for security researchers, shown at `/.well-known/security.txt`, such as `mailto:security@example.org`.',
    ),
  PLAN: z.string().default('enterprise_2024').describe('Value of `plan` of every organization.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum level of log lines.'),
  GRAPHIQL: flag.default(true).describe('Whether GraphiQL is served to browsers at `/graphql`.'),
  INTROSPECTION: z
    .enum(['signed-in', 'everyone', 'nobody'])
    .default('signed-in')
    .describe('Who may use GraphQL introspection.'),
  CORS_ORIGINS: toList(originProblem)
    .default([])
    .describe('Origins whose pages may call the API from a browser, separated by commas.'),
  TRUST_PROXY: toList(proxyProblem)
    .default([])
    .describe('Proxies whose `X-Forwarded-For` is trusted: addresses or ranges, separated by commas.'),
  IMPORT_ALLOW_HOSTS: toList(allowedHostProblem)
    .default([])
    .describe(
      'Private destinations that outbound requests may reach: `host`, `host:port` or a CIDR range, separated by commas.',
    ),
  STORAGE: z.enum(['local', 's3']).default('local').describe('Where files are stored.'),
  S3_ENDPOINT: httpUrl.optional().describe('URL of the object storage.'),
  S3_BUCKET: z.string().optional().describe('Bucket for the files.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Access key id of the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret access key of the bucket.'),
  SMTP_URL: smtpUrl
    .optional()
    .describe(
      'Mail server for invitations, recovery and notifications: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. Without it, links are shown instead of sent.',
    ),
  MAIL_FROM: mailSender
    .optional()
    .describe('Sender of mails, such as `Acme docs <docs@example.org>`; required with SMTP_URL.'),
  RECOVERY_BY_MAIL: flag
    .default(false)
    .describe(
      'Whether people who have lost their passkeys may ask for a link by mail on the sign-in page. Whoever reads their mail can then be them.',
    ),
  BODY_LIMIT_BYTES: positive.default(1_048_576).describe('Size limit of a request body.'),
  GRAPHQL_BODY_LIMIT_BYTES: positive.default(262_144).describe('Size limit of a GraphQL request body.'),
  GRAPHQL_MAX_TOKENS: positive.default(2_000).describe('Maximum number of tokens in a GraphQL document.'),
  GRAPHQL_MAX_DEPTH: positive.default(12).describe('Maximum depth of a GraphQL document.'),
  GRAPHQL_MAX_ALIASES: positive.default(30).describe('Maximum number of aliases in a GraphQL document.'),
  GRAPHQL_MAX_ROOT_FIELDS: positive.default(20).describe('Maximum number of root fields in a GraphQL operation.'),
  GRAPHQL_MAX_DIRECTIVES: positive.default(50).describe('Maximum number of directives in a GraphQL document.'),
  GRAPHQL_MAX_MUTATIONS: positive.default(10).describe('Maximum number of mutations in a GraphQL operation.'),
  GRAPHQL_MAX_COST: positive.default(50_000).describe('Maximum cost of a GraphQL operation, in objects.'),
  OPERATION_TIMEOUT_MS: positive.default(10_000).describe('Timeout of an operation.'),
  IMPORT_TIMEOUT_MS: positive.default(60_000).describe('How long a request waits for an import or a PDF.'),
  STATEMENT_TIMEOUT_MS: positive.default(8_000).describe('Timeout of a database statement.'),
  LOCK_TIMEOUT_MS: positive.default(3_000).describe('Timeout for acquiring a lock in the database.'),
  IDLE_IN_TRANSACTION_TIMEOUT_MS: positive.default(15_000).describe('Timeout of an idle transaction.'),
  TRANSACTION_WAIT_MS: positive
    .default(8_000)
    .describe(
      'How long a transaction waits for its turn and, on the embedded database, a statement for the connection.',
    ),
  TRANSACTION_TIMEOUT_MS: positive.default(10_000).describe('Timeout of a transaction.'),
  POOL_SIZE: positive.default(10).describe('Size of the PostgreSQL connection pool.'),
  POOL_ACQUIRE_TIMEOUT_MS: positive.default(5_000).describe('Timeout for acquiring a connection of the pool.'),
  MAX_IN_FLIGHT: positive
    .default(200)
    .describe(
      'Maximum number of concurrent requests, without those that wait for others of their user; further ones are refused with 503.',
    ),
  MAX_IN_FLIGHT_PER_USER: positive
    .default(20)
    .describe(
      'Maximum number of concurrent requests of one user; up to 20 times as many wait, and further ones are refused with 429.',
    ),
  MAX_STREAMS: positive
    .default(500)
    .describe('Maximum number of open streams of events and subscriptions; further ones are refused with 503.'),
  MAX_STREAMS_PER_USER: positive
    .default(10)
    .describe('Maximum number of open streams of one user; further ones are refused with 429.'),
  STREAM_TIMEOUT_MS: positive
    .default(60_000)
    .describe('Time after which a stream is closed when the client takes nothing of what waits for it.'),
  SITE_SEARCHES_PER_MINUTE: positive
    .default(60)
    .describe('Maximum number of searches in published sites per address and minute.'),
  RATE_LIMIT_PER_MINUTE: positive.default(600).describe('Maximum number of requests per token and minute.'),
  SIGN_INS_PER_MINUTE: positive.default(30).describe('Maximum number of steps of sign-ins per address and minute.'),
  AUTH_FAILURES_PER_MINUTE: positive.default(20).describe('Maximum of failed authentications per address and minute.'),
  ANONYMOUS_TIME_MS_PER_MINUTE: positive
    .default(20_000)
    .describe(
      'Maximum processor time, per address and minute, of requests without a token, such as look-ups of published URLs; further ones are refused with 429.',
    ),
  HEADERS_TIMEOUT_MS: positive.default(15_000).describe('Timeout for receiving the headers of a request.'),
  REQUEST_TIMEOUT_MS: positive.default(30_000).describe('Timeout for receiving a complete request.'),
  ANSWER_TIMEOUT_MS: positive
    .default(30_000)
    .describe('Time after which a connection is closed when the client reads nothing of a response.'),
  COMPRESS_RESPONSES: flag
    .default(true)
    .describe('Whether responses of a kilobyte or more are compressed; turn it off when a proxy does so.'),
  KEEP_ALIVE_TIMEOUT_MS: positive.default(65_000).describe('How long an idle connection is kept open.'),
  SHUTDOWN_TIMEOUT_MS: positive
    .default(25_000)
    .describe('How long requests in progress may take to complete after SIGTERM.'),
  DRAIN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('How long requests are still accepted after SIGTERM, for load balancers that poll `/readyz`.'),
  FETCH_CONNECT_TIMEOUT_MS: positive.default(5_000).describe('Connection timeout of an outbound request.'),
  FETCH_TIMEOUT_MS: positive.default(30_000).describe('Timeout of an outbound request.'),
  FETCH_MAX_REDIRECTS: z.coerce
    .number()
    .int()
    .min(0)
    .default(5)
    .describe('Maximum number of redirects that an outbound request follows.'),
  IMPORT_MAX_PAGES: positive.default(5_000).describe('Maximum number of pages in one import of a website.'),
  IMPORT_MAX_BYTES: positive
    .default(2_000_000_000)
    .describe('Size limit of an imported archive and of an upload. Other sources are limited to 25 MiB.'),
  IMPORT_MAX_ENTRIES: positive.default(50_000).describe('Maximum number of files and folders in an imported archive.'),
  IMPORT_MAX_TOTAL_BYTES: positive
    .default(4_000_000_000)
    .describe('Size limit of all files in an imported archive together, after decompression.'),
  IMPORT_MAX_TEXT_BYTES: positive
    .default(104_857_600)
    .describe('Size limit of all pages in an import together, which are read into memory.'),
  OPENAPI_REFRESH_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(8_760)
    .default(24)
    .describe('Interval at which OpenAPI specifications with a URL are fetched again; 0 turns this off.'),
  JOB_POLL_MS: positive
    .default(2_000)
    .describe('Interval at which a process polls for background jobs of other processes.'),
  JOB_LEASE_MS: positive
    .default(30_000)
    .describe('Time without a heartbeat after which the background jobs of a process are run by another one.'),
  WEBHOOK_SLOTS: positive
    .default(8)
    .describe('Number of webhooks that a process sends to at once, all but one at most for one organization.'),
  AUDIT_RETENTION_DAYS: positive.default(400).describe('How long events stay in the audit log of an organization.'),
  AUDIT_ADDRESSES: flag.default(true).describe('Whether the audit log has the addresses of clients.'),
  EVENT_RETENTION_DAYS: positive.default(90).describe('How long events of an organization can be read.'),
  NOTIFICATION_RETENTION_DAYS: positive.default(90).describe('How long people can read what they were notified of.'),
  SITE_INSIGHTS_DAYS: positive
    .default(400)
    .describe('How long feedback of readers and statistics of published sites are kept.'),
  JOB_RETENTION_HOURS: positive.default(168).describe('How long a background job can be read after its end.'),
  WORKER_PROCESSES: positive.default(2).describe('Number of worker processes that parse and render texts.'),
  WORKER_HEAP_MIB: positive
    .default(192)
    .describe('Heap size of each of these processes; a text that needs more is refused.'),
  WORKER_TIMEOUT_MS: positive.default(8_000).describe('Computing time that processing one text may take.'),
  TEXTS_TIMEOUT_MS: positive.default(3_000).describe('Computing time that the texts of one request may take together.'),
  BULK_WORKER_PROCESSES: positive.default(1).describe('Number of worker processes that read imports and render PDFs.'),
  BULK_WORKER_HEAP_MIB: positive
    .default(768)
    .describe('Heap size of each of these processes; an import that needs more is refused.'),
  WORKER_CACHE_BYTES: positive.default(33_554_432).describe('Size of the cache of results of worker processes.'),
  GIT_PROGRAM: z.string().min(1).default('git').describe('Name or path of the program git, version 2.31 or newer.'),
  GIT_MAX_BYTES: positive.default(1_073_741_824).describe('Limit of bytes of one run with a Git repository.'),
  GIT_TIMEOUT_MS: positive.default(600_000).describe('Timeout of reading or writing a Git repository.'),
  GIT_SYNCS: positive.default(2).describe('Number of syncs with Git repositories that a process runs at once.'),
  GIT_EDIT_QUIET_MS: positive.default(60_000).describe('Time without edits after which they are written to Git.'),
  GIT_EDIT_MOST_MS: positive.default(300_000).describe('Time after which edits that go on are written to Git.'),
  FILE_MAX_BYTES: positive.default(20_971_520).describe('Size limit of a file.'),
  TOKEN_CACHE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000)
    .default(1_000)
    .describe('How long a token is cached before it is verified against the database again.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      'URL of the OpenTelemetry collector to which traces are sent by OTLP over HTTP, such as `http://127.0.0.1:4318`.',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl
    .optional()
    .describe('Full URL for traces, which replaces `/v1/traces` below that endpoint.'),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('octavo').describe('Name of the service in traces.'),
  OTEL_SDK_DISABLED: flag.default(false).describe('Whether traces are turned off although an endpoint is set.'),
  MAX_TOKENS_PER_USER: positive.default(50).describe('Maximum number of valid tokens per user.'),
});
