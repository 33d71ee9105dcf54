/** One thing that is wrong with a request: where, which rule, and a sentence. Decisions, section 7. */
export interface ErrorDetail {
  /** Dotted place: `body.title`, `query.limit`, `path.spaceId`. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

interface ErrorExtras {
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** What a caller is told of a request with thousands of mistakes, or of one that is megabytes long. */
const maxDetails = 100;
const maxMessage = 500;
const maxPath = 200;

/** An expected failure. Its type, status and message are safe to show to the caller. */
export class DomainError extends Error {
  /** Stable snake_case word that clients switch on. */
  readonly type: ErrorType;
  /** HTTP status. */
  readonly status: number;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;

  constructor(type: ErrorType, status: number, message: string, extras: ErrorExtras = {}) {
    super(bounded(message, maxMessage), extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'DomainError';
    this.type = type;
    this.status = status;
    if (extras.details) this.details = extras.details.slice(0, maxDetails).map(boundedDetail);
    if (extras.retryAfterSeconds !== undefined) this.retryAfterSeconds = extras.retryAfterSeconds;
  }
}

/** Every error type the service answers with: its usual status and what it means. */
export const errorTypes = {
  malformed_request: [400, 'The request is not well-formed.'],
  validation_failed: [400, 'A value of the request breaks a rule; `details` names each.'],
  invalid_text: [400, 'A text holds characters that cannot be stored.'],
  invalid_cursor: [400, 'The page cursor is not one this list gave out.'],
  query_syntax: [400, 'The GraphQL document does not parse.'],
  query_invalid: [400, 'The GraphQL document does not fit the schema.'],
  query_too_complex: [400, 'What is asked for exceeds a limit, such as those of GraphQL documents.'],
  fetch_refused: [400, 'The URL may not be fetched.'],
  fetch_failed: [400, 'The URL could not be fetched.'],
  fetch_timeout: [400, 'The URL did not answer in time.'],
  fetch_too_large: [400, 'The answer of the URL is too large.'],
  import_refused: [400, 'What is to be imported is not what was announced, or breaks a limit.'],
  unauthenticated: [401, 'No token, or one that is not valid.'],
  forbidden: [403, 'The caller sees the thing but may not do this.'],
  insufficient_scope: [403, 'The token lacks the scope of the operation.'],
  space_locked: [409, 'The space does not take edits.'],
  not_found: [404, 'Absent, or not visible to the caller.'],
  reference_not_found: [404, 'An id in the request is absent or not visible to the caller.'],
  route_not_found: [404, 'No such path.'],
  method_not_allowed: [405, 'The path does not take this method.'],
  not_acceptable: [406, 'None of the accepted media types is on offer.'],
  conflict: [409, 'The request conflicts with the present state.'],
  already_exists: [409, 'A thing of that name is there already.'],
  invalid_state: [409, 'The present state does not allow it.'],
  last_admin: [409, 'An organization keeps at least one admin.'],
  idempotency_in_progress: [409, 'The first request with this key is still under way.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  precondition_failed: [412, 'The precondition does not hold.'],
  payload_too_large: [413, 'The body is larger than the limit.'],
  uri_too_long: [414, 'The URL is longer than the limit.'],
  unsupported_media_type: [415, 'The content type is not taken.'],
  idempotency_key_reused: [422, 'The key was used for a different request.'],
  rate_limited: [429, 'Too many requests.'],
  headers_too_large: [431, 'The header fields are larger than the limit.'],
  internal: [500, 'A fault of the service.'],
  unavailable: [503, 'The service cannot answer for now.'],
  overloaded: [503, 'The service has too much to do.'],
  draining: [503, 'The process is shutting down.'],
  storage_unavailable: [503, 'The file storage cannot be reached.'],
  timeout: [504, 'The operation took too long.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorType = keyof typeof errorTypes;

/** A DomainError with the usual status of its type. */
export const failure = (type: ErrorType, message: string, extras?: ErrorExtras) =>
  new DomainError(type, errorTypes[type][0], message, extras);

/** The thing is absent, or the caller may not know that it exists: both read the same. */
export const notFound = (kind: string, id: string) => failure('not_found', `No ${kind} "${shorten(id)}"`);

/** An id in the body that is absent or not visible; `path` names the field. */
export const referenceNotFound = (path: string, kind: string, id: string) =>
  failure('reference_not_found', `No ${kind} "${shorten(id)}"`, {
    details: [{ path, rule: 'reference', message: `No ${kind} "${shorten(id)}"` }],
  });

/** 403: `action` is the name of the rule, such as `readComments`. */
export function forbidden(action: string, kind: string): DomainError {
  const words = action.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return failure('forbidden', `You may not ${words} ${words === action ? '' : 'of '}this ${kind}`);
}

export const conflict = (message: string) => failure('conflict', message);

/** 400 with one detail. */
export const invalid = (path: string, message: string, rule = 'invalid') =>
  failure('validation_failed', message, { details: [{ path, rule, message }] });

/** A refusal of what a URL leads to, naming the field that the URL is in; any other error as it is. */
export function aboutUrl(error: unknown, path: string): unknown {
  if (!(error instanceof DomainError) || error.details || !/^(fetch|import)_/.test(error.type)) return error;
  const { type, message } = error;
  return failure(type, message, { details: [{ path, rule: type, message }], cause: error });
}

/** User text in a message: 60 characters at most. */
export const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

const bounded = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text);

function boundedDetail(detail: ErrorDetail): ErrorDetail {
  if (detail.path.length <= maxPath && detail.message.length <= maxMessage) return detail;
  return { ...detail, path: bounded(detail.path, maxPath), message: bounded(detail.message, maxMessage) };
}
