import { failure, type DomainError } from '../../lib/errors.ts';

const transportTypes: Readonly<Record<string, () => DomainError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => failure('payload_too_large', 'The body is larger than the limit'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => failure('unsupported_media_type', 'The content type must be application/json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    failure('malformed_request', 'Content-Length does not match the length of the body'),
  ERR_STREAM_PREMATURE_CLOSE: () => failure('malformed_request', 'The body did not arrive completely'),
  FST_ERR_BAD_URL: () => failure('malformed_request', 'The URL is not well-formed'),
};

/** Translates an error of the HTTP server to a failure for the caller. Returns null for any other error. */
export function transportFailure(error: unknown): DomainError | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? (transportTypes[code]?.() ?? null) : null;
}
