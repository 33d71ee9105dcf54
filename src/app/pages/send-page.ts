import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matches } from './etag.ts';
import type { PageHeaders } from './headers.ts';

/** Answers with an HTML page, or with 304 when the caller has it already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const etag = `"${createHash('sha256').update(page.html).digest('hex').slice(0, 16)}"`;
  reply.headers({ ...page.headers, etag });
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(page.html);
}

/** A finished page: the document and the headers which belong to it. */
export type Page = { readonly html: string; readonly headers: PageHeaders };
