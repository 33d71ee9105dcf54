import type { FastifyRequest } from 'fastify';
import type { ToolRequest } from '../../handmade/mcp/protocol.ts';
import { failure } from '../../lib/errors.ts';

/** Maximum size of a form that a page of a site posts, in bytes. Comments in some alphabets take nine bytes a character. */
const maxFormBytes = 32_768;

/** Maximum size of a message of an assistant to a site, in bytes. */
const maxMessageBytes = 65_536;

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
export async function readPostedForm(request: FastifyRequest): Promise<Readonly<Record<string, string>>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? ''))
    throw failure('malformed_request', 'The body must be a form');
  return Object.fromEntries(new URLSearchParams(await readText(request, maxFormBytes)));
}

/**
 * Reads a message of an assistant, with the headers that belong to it. Throws unsupported_media_type, malformed_request and
 * payload_too_large.
 */
export async function readMessage(request: FastifyRequest): Promise<ToolRequest> {
  const { headers } = request;
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw failure('unsupported_media_type', 'The body must be JSON');
  const text = await readText(request, maxMessageBytes);
  try {
    return { message: JSON.parse(text), headers };
  } catch (error) {
    throw failure('malformed_request', 'The body is not well-formed JSON', { cause: error });
  }
}

async function readText({ raw }: FastifyRequest, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A form that is refused is still answered, so its connection stays open.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw failure('payload_too_large', `The body must have at most ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
