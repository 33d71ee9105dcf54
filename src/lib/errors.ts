import { idPrefixes, typeOfId, type TypeName } from './ids.ts';

/** One invalid value of a request: its path, the rule it breaks, and a message. See docs/reference/errors.md#details. */
export interface ErrorDetail {
  /** Dotted path: `body.title`, `query.limit`, `path.spaceId`. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

interface ErrorExtras {
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** Bounds of an error body, so that a large request with many mistakes does not produce a large response. */
const maxDetails = 100;
const maxMessage = 500;
const maxPath = 200;

/** An expected failure. Its type, status and message are safe to send to the caller. */
export class DomainError extends Error {
  /** Stable snake_case identifier that clients can switch on. */
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

/** Every error type that the service returns, with its status and meaning. Listed in docs/reference/errors.md. */
export const errorTypes = {
  malformed_request: [400, 'The request is not well-formed.'],
  validation_failed: [400, 'A value in the request breaks a rule; `details` names each one.'],
  invalid_text: [400, 'A text contains characters that cannot be stored.'],
  invalid_cursor: [400, 'The page cursor was not issued for this list.'],
  query_syntax: [400, 'The GraphQL document cannot be parsed.'],
  query_invalid: [400, 'The GraphQL document does not match the schema.'],
  query_too_complex: [400, 'The request exceeds a complexity limit, such as those of GraphQL documents.'],
  fetch_refused: [400, 'The URL must not be fetched.'],
  fetch_failed: [400, 'The URL could not be fetched.'],
  fetch_timeout: [400, 'The URL did not respond in time.'],
  fetch_too_large: [400, 'The response of the URL is too large.'],
  git_unauthenticated: [400, 'The server of a Git repository asks for a credential, or refuses the given one.'],
  import_refused: [400, 'The import source does not have the announced format, or exceeds a limit.'],
  unauthenticated: [401, 'The token is missing or not valid.'],
  forbidden: [403, 'The caller can see the resource but does not have permission for this action.'],
  insufficient_scope: [403, 'The token lacks the scope that the operation requires.'],
  sso_required: [403, 'The organization admits this member only after a sign-in by SSO.'],
  sign_in_refused: [403, 'The sign-in was refused; the message says why.'],
  reauthentication_required: [403, 'The action needs a sign-in by a passkey that is at most ten minutes old.'],
  space_locked: [403, 'The space is locked: its content changes only by merging change requests.'],
  not_found: [404, 'The resource does not exist, or the caller cannot see it.'],
  reference_not_found: [404, 'An id in the request does not exist, or the caller cannot see what it names.'],
  route_not_found: [404, 'The path does not exist.'],
  method_not_allowed: [405, 'The path does not support this method.'],
  not_acceptable: [406, 'None of the accepted media types is available.'],
  conflict: [409, 'The request conflicts with the current state.'],
  import_partial: [
    409,
    'The import would leave out most pages of its source, and `allowPartial` does not say that it may.',
  ],
  already_exists: [409, 'A resource of that name already exists.'],
  invalid_state: [409, 'The current state does not allow the action.'],
  git_declined: [409, 'The server of a Git repository declines a commit, by a rule or a hook.'],
  last_admin: [409, 'An organization must keep at least one admin.'],
  idempotency_in_progress: [409, 'The first request with this idempotency key is still in progress.'],
  request_timeout: [408, 'The request was not received in time.'],
  cursor_expired: [410, 'What follows the cursor is no longer kept; read the resources anew.'],
  precondition_failed: [412, 'The precondition does not hold.'],
  payload_too_large: [413, 'The body is larger than the limit.'],
  uri_too_long: [414, 'The URL is longer than the limit.'],
  unsupported_media_type: [415, 'The content type is not supported.'],
  range_not_satisfiable: [416, 'The range begins after the end of the file.'],
  expectation_failed: [417, 'The `Expect` header asks for something other than 100-continue.'],
  idempotency_key_reused: [422, 'The idempotency key was used for a different request.'],
  rate_limited: [429, 'Too many requests.'],
  headers_too_large: [431, 'The header fields are larger than the limit.'],
  internal: [500, 'An internal error of the service.'],
  delivery_failed: [502, 'Another server did not accept a call; only the error of a job.'],
  git_unavailable: [503, 'The program git, or the certificates it needs, are missing on the server.'],
  unavailable: [503, 'The service is temporarily unavailable.'],
  overloaded: [503, 'The service is overloaded.'],
  draining: [503, 'The process is shutting down.'],
  storage_unavailable: [503, 'The file storage cannot be reached.'],
  timeout: [504, 'The operation took too long.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorType = keyof typeof errorTypes;

/** Creates a DomainError with the status of its type. */
export const failure = (type: ErrorType, message: string, extras?: ErrorExtras) =>
  new DomainError(type, errorTypes[type][0], message, extras);

/** Whether the same request may succeed a moment later, because something was overloaded or did not answer. */
export const isPassing = ({ status }: Pick<DomainError, 'status'>): boolean => status === 503 || status === 504;

/** 404 for a resource that does not exist or that the caller cannot see. The two are indistinguishable. */
export const notFound = (kind: string, id: string) => failure('not_found', `No ${kind} "${shorten(id)}"`);

/** Says of what was not found what the caller has asked for. Returns other errors unchanged. */
export const namedWhenNotFound = (error: unknown, named: DomainError): unknown =>
  error instanceof DomainError && error.type === 'not_found' ? named : error;

/**
 * 404 for an id in the body that does not exist or is not visible. The message says so when it is the id of something else, which
 * its prefix tells. `path` names the field.
 */
export function referenceNotFound(path: string, kind: string, id: string): DomainError {
  const given = typeOfId(id);
  const isOther = given !== null && isOtherType(given, kind);
  const message = `No ${kind} "${shorten(id)}"${isOther ? `, which is an id of the type ${given}` : ''}`;
  return failure('reference_not_found', message, { details: [{ path, rule: 'reference', message }] });
}

/** Words of a type: `SiteSpace` is a `site space`. */
const wordsOf = (type: TypeName) => type.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').toLowerCase();

/** The words of all types that ids tell. Members are named by the ids of their users. */
const kindsOfIds: ReadonlySet<string> = new Set(Object.values(idPrefixes).map(wordsOf));

const isOtherType = (given: TypeName, kind: string) =>
  kindsOfIds.has(kind) && kind !== 'member' && wordsOf(given) !== kind;

/** 403 for a missing permission. `action` is the name of the policy rule, such as `readComments`. */
export function forbidden(action: string, kind: string): DomainError {
  const words = action.replace(/^admin$/, 'administer').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const isOneWord = /^\w+$/.test(words) || words === action;
  return failure('forbidden', `You do not have permission to ${words} ${isOneWord ? '' : 'of '}this ${kind}`);
}

export const conflict = (message: string) => failure('conflict', message);

/** 400 with one detail. `path` is the path of the invalid value. */
export const invalid = (path: string, message: string, rule = 'invalid') =>
  failure('validation_failed', message, { details: [{ path, rule, message }] });

/** Adds the path of the field that holds a URL to a fetch or import failure. Returns other errors unchanged. */
export function withUrlPath(error: unknown, path: string): unknown {
  if (!(error instanceof DomainError) || error.details || !/^(fetch|import)_/.test(error.type)) return error;
  const { type, message } = error;
  return failure(type, message, { details: [{ path, rule: type, message }], cause: error });
}

/** Shortens user text for a message, to at most 60 characters. */
export const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

/** A text of at most `max` characters, whose end says that it is shortened. */
export const bounded = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

function boundedDetail(detail: ErrorDetail): ErrorDetail {
  if (detail.path.length <= maxPath && detail.message.length <= maxMessage) return detail;
  return { ...detail, path: bounded(detail.path, maxPath), message: bounded(detail.message, maxMessage) };
}
