import Fastify from 'fastify';
import mercurius from 'mercurius';
import { contextFor, schema } from './lib/our-resolvers.ts';
import { port } from './lib/settings.ts';

// Mercurius runs our resolvers, compiled from the second time a query comes.
const app = Fastify();
await app.register(mercurius, { schema, jit: 1, context: contextFor });
await app.listen({ port, host: '127.0.0.1' });
