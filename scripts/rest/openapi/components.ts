import { errorTypes, type ErrorType } from '../../../src/lib/errors.ts';
import { objectSchema, type Schema } from '../../../src/rest/schema.ts';
import { webhookParameters } from './webhooks.ts';

/** The body of every error; see docs/reference/errors.md. */
const errorBody = objectSchema({
  error: objectSchema(
    {
      code: { type: 'integer', description: 'HTTP status.' },
      message: { type: 'string', description: 'One sentence for people.' },
      type: { type: 'string', enum: Object.keys(errorTypes), description: 'Stable word for programs.' },
      requestId: {
        type: 'string',
        description: 'The same as the header X-Request-Id; names the line in the log.',
      },
    },
    {
      details: {
        type: 'array',
        items: objectSchema({ path: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } }),
        description: 'Each thing that is wrong, with its place in the request.',
      },
    },
  ),
});

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

const header = (name: keyof typeof headers) => headersOf([name]);

/** Returns references to the headers of these names. */
export const headersOf = (names: readonly string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** `not_found`, `reference_not_found` → `NotFoundOrReferenceNotFound` */
const failureName = (types: readonly ErrorType[]) =>
  types.map((type) => type.replaceAll(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase())).join('Or');

/** Adds the response of each status with its error types to `responses`, and returns references to them. */
export const failureResponses = (
  failures: ReadonlyMap<number, readonly ErrorType[]>,
  responses: Record<string, Schema>,
): Record<number, Schema> =>
  Object.fromEntries(
    [...failures].map(([status, types]) => {
      const name = failureName(types);
      responses[name] = {
        description: types.map((type) => `\`${type}\`: ${errorTypes[type][1]}`).join(' '),
        headers: { ...header('X-Request-Id'), ...(types.includes('rate_limited') ? header('Retry-After') : {}) },
        content,
      };
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );

const responses = {
  NotModified: {
    description: 'Nothing has changed since the ETag in If-None-Match; no body.',
    get headers() {
      return header('ETag');
    },
  },
  default: {
    description: 'Another failure: `type` in the body names it.',
    get headers() {
      return { ...header('X-Request-Id'), ...header('Retry-After') };
    },
    content,
  },
};

const headers = {
  'X-Request-Id': {
    description: 'Id of the request, as in the log. A valid id that the request sends in this header is kept.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Version of the resource as the caller sees it, for If-Match and If-None-Match.',
    schema: { type: 'string' },
  },
  Location: { description: 'Absolute URL of what was created.', schema: { type: 'string', format: 'uri' } },
  'X-RateLimit-Limit': { description: 'Requests that the token may send each minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the next minute begins, in seconds since 1970.',
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  'Idempotency-Replayed': {
    description: '`true` when this is the stored answer to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Deprecation: { description: '`true`: the path is deprecated.', schema: { type: 'string', enum: ['true'] } },
  Link: { description: 'The path that replaces this one, with `rel="successor-version"`.', schema: { type: 'string' } },
};

const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const parameters = {
  ...webhookParameters,
  'Idempotency-Key': headerParameter(
    'Idempotency-Key',
    'Makes it safe to send the request again: for 24 hours, the same key with the same request gets the first answer. At most 255 characters.',
  ),
  'If-Match': headerParameter(
    'If-Match',
    'The ETag that the resource had when it was read. When it has changed since, the answer is 412 and nothing is done.',
  ),
  'If-None-Match': headerParameter(
    'If-None-Match',
    'The ETag of the last answer. When nothing has changed since, the answer is 304 without a body.',
  ),
  'Last-Event-ID': headerParameter(
    'Last-Event-ID',
    'The `id` of the last event that was received, to continue after it. It takes the place of `since`.',
  ),
};

/** Returns the components of the document, with the schemas of answers and the responses of failures. */
export const components = (
  answers: ReadonlyMap<string, Schema>,
  failures: Readonly<Record<string, Schema>>,
): Schema & { schemas: Record<string, Schema> } => ({
  schemas: { ...Object.fromEntries(answers), Error: errorBody },
  parameters,
  headers,
  responses: { ...failures, ...responses },
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API token. Each operation lists the scopes that the token must have.',
    },
  },
});
