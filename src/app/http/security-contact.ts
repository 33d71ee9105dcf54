import { dayMs } from '../../lib/instant.ts';
import type { FastifyInstance } from 'fastify';
import { failure } from '../../lib/errors.ts';

const path = '/.well-known/security.txt';

/** Time until the file expires. RFC 9116, section 2.5.5, requires such a time and recommends less than a year. */
const validForMs = 180 * dayMs;

/** Mounts `/.well-known/security.txt` (RFC 9116), which names the contact of the operator. Answers 404 without one. */
export function mountSecurityContact(app: FastifyInstance, contact: string | undefined, now: () => Date): void {
  app.get(path, (_request, reply) => {
    if (contact === undefined) throw failure('route_not_found', `No such path: GET ${path}`);
    const expires = new Date(now().getTime() + validForMs).toISOString();
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`Contact: ${contact}\nExpires: ${expires}\n`);
  });
}
