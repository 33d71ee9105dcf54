import { failure, type DomainError } from '../lib/errors.ts';

const transportTypes: Readonly<Record<string, () => DomainError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => failure('payload_too_large', 'The body is larger than the limit'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => failure('unsupported_media_type', 'The content type must be application/json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => failure('malformed_request', 'Content-Length does not fit the body'),
  FST_ERR_BAD_URL: () => failure('malformed_request', 'The URL is not well-formed'),
};

/** What a failure of the HTTP server itself means for the caller; null when it is no such failure. */
export function transportFailure(error: unknown): DomainError | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? (transportTypes[code]?.() ?? null) : null;
}
