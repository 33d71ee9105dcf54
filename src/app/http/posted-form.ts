import type { FastifyRequest } from 'fastify';
import { failure } from '../../lib/errors.ts';

/** Maximum size of a form that a page of a site posts, in bytes. Comments in some alphabets take nine bytes a character. */
const maxFormBytes = 32_768;

/**
 * Whether a page of this origin has posted a form: what others post must have no effect. Browsers send `Sec-Fetch-Site` to
 * `https` and to this machine, and `Origin` everywhere: who sends neither is no browser, and nobody acts through it.
 */
export function isOwnPost({ method, headers }: FastifyRequest, origin: string): boolean {
  if (method !== 'POST') return false;
  const site = headers['sec-fetch-site'];
  return site === undefined ? (headers.origin ?? origin) === origin : site === 'same-origin';
}

/** Reads the fields of a form without files. Throws malformed_request and payload_too_large. */
export async function readPostedForm({ headers, raw }: FastifyRequest): Promise<Readonly<Record<string, string>>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    throw failure('malformed_request', 'The body must be a form');
  const chunks: Buffer[] = [];
  let size = 0;
  // A form that is refused is still answered, so its connection stays open.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxFormBytes) throw failure('payload_too_large', `A form must have at most ${maxFormBytes} bytes`);
    chunks.push(chunk);
  }
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}
