import { ApolloServer } from '@apollo/server';
import fastifyApollo from '@as-integrations/fastify';
import Fastify from 'fastify';
import { contextFor, schema } from './lib/our-resolvers.ts';
import { port } from './lib/settings.ts';

// Apollo Server with the resolvers of Octavo, to compare the servers around them.
const app = Fastify();
const apollo = new ApolloServer<Awaited<ReturnType<typeof contextFor>>>({ schema });
await apollo.start();
await app.register(fastifyApollo(apollo), { context: contextFor });
await app.listen({ port, host: '127.0.0.1' });
