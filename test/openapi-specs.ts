import { expect } from 'vitest';
import { anOrganization } from './factories.ts';
import { startServer, type Caller, type Harness } from './harness.ts';
import { sourceServer, type SourceServer } from './source-server.ts';
import { until } from './until.ts';

/** An organization whose specifications are read, and a server to read them from. */
export interface SpecificationsWorld extends AsyncDisposable {
  readonly server: Harness;
  readonly source: SourceServer;
  readonly owner: Caller;
  /** Id of the organization. */
  readonly org: string;
  /** Returns a slug that no specification has. */
  readonly newSlug: () => string;
  /** Sets the source of a specification and waits until it was read. */
  readonly read: (source: object, slug?: string) => Promise<any>;
  readonly processed: (slug: string) => Promise<any>;
  /** The errors of the last reading, as GraphQL shows them. */
  readonly errorsOf: (slug: string) => Promise<any>;
}

export async function specificationsWorld(): Promise<SpecificationsWorld> {
  const server = await startServer();
  const source = await sourceServer();
  const { id: org, owner } = await anOrganization(server);
  let count = 0;
  const newSlug = () => `spec-${(count += 1)}`;
  const processed = (slug: string) => processedSpec(owner, org, slug);
  return {
    server,
    source,
    owner,
    org,
    newSlug,
    processed,
    read: async (input, slug = newSlug()) => {
      const { status } = await owner.rest(`PUT /v1/orgs/${org}/openapi/${slug}`, { source: input });
      expect(status).toBe(200);
      return processed(slug);
    },
    errorsOf: async (slug) => {
      const { body } = await owner.graphql(
        `query ($org: ID!, $slug: String!) { organization(id: $org) { openApiSpec(slug: $slug) { lastProcessedErrors { code message } } } }`,
        { org, slug },
      );
      return body.data.organization.openApiSpec.lastProcessedErrors;
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}

/** A document with what OpenAPI 3.0 requires, and more members. */
export const minimalSpec = (more: object) => ({
  openapi: '3.0.3',
  info: { title: 'API', version: '1' },
  paths: {},
  ...more,
});

/** Waits until the source of a specification was read, and returns it as REST shows it. */
export async function processedSpec(caller: Caller, organizationId: string, slug: string): Promise<any> {
  const { body } = await until(
    () => caller.rest(`GET /v1/orgs/${organizationId}/openapi/${slug}`),
    (reply) => reply.body.processingState === 'complete',
  );
  return body;
}

/** Publishes a specification with `PUT /pets/{id}`, which has a parameter, a body and responses with schemas. */
export async function aProcessedSpec(
  caller: Caller,
  organizationId: string,
  slug: string,
  summary = 'Replace a pet',
): Promise<void> {
  const schema = { $ref: '#/components/schemas/Pet' };
  const content = { 'application/json': { schema } };
  const text = JSON.stringify(
    minimalSpec({
      paths: {
        '/pets/{id}': {
          put: {
            summary,
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
            requestBody: { content },
            responses: { 200: { description: 'The pet', content }, 404: { description: 'No such pet' } },
          },
        },
      },
      components: {
        schemas: {
          Pet: { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['cat'] } } },
        },
      },
    }),
  );
  const { status } = await caller.rest(`PUT /v1/orgs/${organizationId}/openapi/${slug}`, { source: { text } });
  expect(status).toBe(200);
  await processedSpec(caller, organizationId, slug);
}
