import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Origin } from '../../domain/core/context.ts';
import { maxUserAgent } from '../../domain/core/events/fields.ts';

/** How a request calls an operation. The address is that of the client behind the trusted proxies. */
export const originIn = (
  { ip, headers }: FastifyRequest,
  source: Origin['source'],
  { AUDIT_ADDRESSES }: Pick<Config, 'AUDIT_ADDRESSES'>,
): Origin => ({
  source,
  address: AUDIT_ADDRESSES ? ip : null,
  userAgent: headers['user-agent']?.slice(0, maxUserAgent) ?? null,
});
