import type { FastifyRequest } from 'fastify';
import type { Context, Origin } from '../../domain/core/context.ts';
import { contextOf } from '../process/context.ts';
import { toActor } from './bearer.ts';
import type { ServerParts } from './server-context.ts';

/** The context of a stream, which is renewed for each part of it: its token is checked again. It ends with the signal. */
export async function streamContext(
  parts: Pick<ServerParts, 'services' | 'db' | 'authenticate'>,
  request: FastifyRequest,
  { origin, signal }: { readonly origin: Origin; readonly signal: AbortSignal },
): Promise<Context> {
  const { services, db, authenticate } = parts;
  const renew = async (): Promise<Context> => {
    const actor = await toActor(authenticate, request.headers.authorization);
    return { ...contextOf(services, db, actor, { requestId: request.id, origin }), signal, renew };
  };
  return renew();
}
