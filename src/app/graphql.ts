import type { FastifyInstance } from 'fastify';
import type { ServerParts } from './server.ts';

export async function mountGraphQL(_app: FastifyInstance, _parts: ServerParts): Promise<void> {}
