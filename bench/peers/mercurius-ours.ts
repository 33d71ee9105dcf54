import Fastify from 'fastify';
import mercurius from 'mercurius';
import { contextFor, schema } from './lib/our-resolvers.ts';
import { port } from './lib/settings.ts';

// Mercurius with the resolvers of Octavo. It compiles a query when it receives it for the second time.
const app = Fastify();
await app.register(mercurius, { schema, jit: 1, context: contextFor });
await app.listen({ port, host: '127.0.0.1' });
