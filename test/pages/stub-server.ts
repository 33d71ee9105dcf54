import Fastify from 'fastify';
import { createSchema, createYoga } from 'graphql-yoga';
import { registerPages, sendGraphiql } from '../../src/app/pages/pages.ts';
import { threadWorkers } from './thread-workers.ts';
import { stubDocument } from './stub-document.ts';

/** A server for page tests: the stub below, or a real one. */
export type PageServer = { readonly baseUrl: string; readonly token: string; readonly close: () => Promise<void> };

const typeDefs = /* GraphQL */ `
  type Query {
    viewer: User!
  }
  type Mutation {
    createSpace(organizationId: ID!, input: CreateSpaceInput!): CreateSpacePayload!
  }
  input CreateSpaceInput {
    title: String!
  }
  type CreateSpacePayload {
    space: Space!
  }
  "A person."
  type User {
    id: ID!
    displayName: String!
    organizations(first: Int): OrganizationConnection!
  }
  type OrganizationConnection {
    count: Int!
    edges: [OrganizationEdge!]!
  }
  type OrganizationEdge {
    node: Organization!
  }
  type Organization {
    id: ID!
    title: String!
    spaces(first: Int): SpaceConnection!
  }
  type SpaceConnection {
    count: Int!
    edges: [SpaceEdge!]!
  }
  type SpaceEdge {
    node: Space!
  }
  type Space {
    id: ID!
    title: String!
    content: Revision!
  }
  type Revision {
    tree: [Page!]!
  }
  type Page {
    id: ID!
    title: String!
  }
`;

const tree = [{ id: 'page_1', title: 'Welcome' }];

function schemaWithOneSpace() {
  const spaces = [{ id: 'spc_1', title: 'Manual', content: { tree } }];
  const list = (nodes: readonly object[]) => ({ count: nodes.length, edges: nodes.map((node) => ({ node })) });
  const organization = { id: 'org_1', title: 'Acme', spaces: () => list(spaces) };
  const viewer = { id: 'usr_1', displayName: 'Ada', organizations: () => list([organization]) };
  const createSpace = (_: unknown, args: { organizationId: string; input: { title: string } }) => {
    if (args.organizationId !== organization.id) throw new Error(`No organization ${args.organizationId}`);
    const space = { id: `spc_${spaces.length + 1}`, title: args.input.title, content: { tree } };
    spaces.push(space);
    return { space };
  };
  return createSchema({ typeDefs, resolvers: { Query: { viewer: () => viewer }, Mutation: { createSpace } } });
}

/** Starts a server with the pages, a tiny GraphQL schema behind a token, and a small OpenAPI document. */
export async function startStubServer(basePath = ''): Promise<PageServer> {
  const token = 'oct_test';
  const app = Fastify();
  const yoga = createYoga({ schema: schemaWithOneSpace(), graphiql: false, logging: false });
  const options = { baseUrl: `http://docs.example${basePath}`, workers: threadWorkers };
  registerPages(app, options);
  app.get('/graphql', (request, reply) => sendGraphiql(request, reply, options));
  app.post('/graphql', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      return reply.code(401).send({ errors: [{ message: 'Unknown token' }] });
    }
    const body = JSON.stringify(request.body);
    const headers = { 'content-type': 'application/json' };
    const response = await yoga.fetch('http://localhost/graphql', { method: 'POST', headers, body });
    return reply
      .code(response.status)
      .type('application/json')
      .send(await response.text());
  });
  app.get('/v1/openapi.json', () => stubDocument);
  app.get('/v1/user', (request) => ({ authorization: request.headers.authorization ?? null }));
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return { baseUrl, token, close: () => app.close() };
}
