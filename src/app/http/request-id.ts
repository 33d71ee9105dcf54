import { randomUUID } from 'node:crypto';

const acceptable = /^[A-Za-z0-9_-]{8,64}$/;

/** Returns the request id of the caller when it has a safe form, else a new one. See docs/reference/errors.md#body. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && acceptable.test(header) ? header : `req_${randomUUID()}`;
}
