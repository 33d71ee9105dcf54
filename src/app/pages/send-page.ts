import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matches } from '../http/if-none-match.ts';
import type { PageHeaders } from './headers.ts';

/** Sends an HTML page, or 304 when it matches the If-None-Match header. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const etag = `"${createHash('sha256').update(page.html).digest('hex').slice(0, 16)}"`;
  reply.headers({ ...page.headers, etag });
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(page.html);
}

/** A complete page: the document and its headers. */
export type Page = { readonly html: string; readonly headers: PageHeaders };
