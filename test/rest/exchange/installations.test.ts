import { GitBookAPI } from '@gitbook/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anIntegration, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { baseUrl, startServer, type Harness, type Reply } from '../../harness.ts';

let server: Harness;
let owner: AnOrganization;
let customer: AnOrganization;
beforeAll(async () => {
  server = await startServer();
  [owner, customer] = await Promise.all([anOrganization(server), anOrganization(server)]);
});

const declared = {
  account: {
    properties: {
      key: { type: 'string' },
      level: { type: 'number', default: 3 },
      mode: { type: 'string', enum: ['a', 'b'] },
    },
    required: ['key'],
  },
  space: { properties: { on: { type: 'boolean' } } },
};

/** An integration of the owner, with its installation in the customer's organization. */
async function installed(values: object = {}, input: object = {}) {
  const integration = await anIntegration(server, owner.id, values);
  const path = `/v1/integrations/${integration.name}/installations`;
  const { body, status } = await customer.owner.rest(`POST ${path}`, { organization: customer.id, ...input });
  expect([status, body.error]).toEqual([201, undefined]);
  return { ...integration, installationId: body.id as string, path: `${path}/${body.id}`, body };
}

/** Sends requests with a secret over both APIs. */
const withToken = (secret: string) => {
  const options = { headers: { authorization: `Bearer ${secret}` } };
  return {
    rest: (signature: string, body?: unknown): Promise<Reply> => server.call(signature, body, options),
    graphql: (query: string, variables: object = {}): Promise<Reply> =>
      server.call('POST /graphql', { query, variables }, options),
  };
};

const tokenOf = async ({ name }: { name: string }) => {
  const mutation = 'mutation ($name: String!) { createIntegrationToken(integrationName: $name) { token } }';
  const { body } = await owner.owner.graphql(mutation, { name });
  return withToken(body.data.createIntegrationToken.token);
};
const installationToken = async ({ path }: { path: string }) =>
  withToken((await customer.owner.rest(`POST ${path}/tokens`)).body.token);

describe('installations of an integration', () => {
  it('can be made once per organization, read, configured and removed by its admins', async () => {
    const made = await installed(
      { configurations: declared },
      { configuration: { mode: 'a' }, site_selection: 'selected' },
    );
    expect(made.body).toEqual({
      id: made.installationId,
      status: 'pending',
      space_selection: 'selected',
      site_selection: 'selected',
      spaces: 0,
      configuration: { level: 3, mode: 'a' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      urls: {
        location: `${baseUrl}${made.path}`,
        app: expect.any(String),
        publicEndpoint: expect.any(String),
      },
      externalIds: [],
      target: { organization: customer.id },
    });
    const again = await customer.owner.rest(`POST /v1/integrations/${made.name}/installations`, {
      organization: customer.id,
    });
    expect(again.status).toBe(409);
    const { body: changed } = await customer.owner.rest(`PATCH ${made.path}`, {
      configuration: { key: 'k' },
      externalIds: ['T1', 'T1'],
      space_selection: 'all',
      site_selection: 'selected',
    });
    expect(changed).toMatchObject({
      status: 'active',
      configuration: { key: 'k', level: 3 },
      externalIds: ['T1'],
      space_selection: 'all',
    });
    const reader = await aMember(server, customer.id, 'read');
    expect((await reader.rest(`GET ${made.path}`)).body.configuration).toEqual({});
    const { body: list } = await reader.rest(`GET /v1/orgs/${customer.id}/installations`);
    expect(list.items[0]).toMatchObject({
      integration: { name: made.name },
      installation: { id: made.installationId },
    });
    expect((await customer.owner.rest(`DELETE ${made.path}`)).status).toBe(205);
    expect((await customer.owner.rest(`GET ${made.path}`)).status).toBe(404);
  });

  it.each([
    ['an undeclared value', { other: 1 }],
    ['a value of another type', { level: 'high' }],
    ['a value that is not offered', { mode: 'c' }],
  ])('refuse %s with 400', async (_what, configuration) => {
    const { path } = await installed({ configurations: declared });
    const { status, body } = await customer.owner.rest(`PATCH ${path}`, { configuration });
    expect([status, body.error.details[0].path]).toEqual([400, `body.configuration.${Object.keys(configuration)[0]}`]);
  });

  it('installations of a private integration are possible in the organization that owns it only', async () => {
    const { name } = await anIntegration(server, owner.id, { visibility: 'private' });
    const path = `POST /v1/integrations/${name}/installations`;
    expect((await customer.owner.rest(path, { organization: customer.id })).status).toBe(404);
    expect((await owner.owner.rest(path, { organization: owner.id })).status).toBe(201);
  });

  it('are added to spaces of their organization, when the integration is meant for spaces', async () => {
    const made = await installed({ configurations: declared });
    const space = await aSpace(server, customer.id);
    const foreign = await aSpace(server, owner.id);
    const add = (path: string, body: object) => customer.owner.rest(`POST ${path}/spaces`, body);
    expect((await add(made.path, { space: foreign.id })).status).toBe(404);
    expect((await add(made.path, { space: space.id, configuration: { on: 'yes' } })).status).toBe(400);
    const { status, body } = await add(made.path, { space: space.id, configuration: { on: true } });
    expect([status, body]).toMatchObject([
      201,
      { integration: made.name, space: space.id, status: 'active', configuration: { on: true } },
    ]);
    const changed = await customer.owner.rest(`PATCH ${made.path}/spaces/${space.id}`, {
      configuration: { on: false },
    });
    expect(changed.body.configuration).toEqual({ on: false });
    expect((await add(made.path, { space: space.id })).status).toBe(409);
    expect((await customer.owner.rest(`GET ${made.path}`)).body.spaces).toBe(1);
    const other = await installed({ target: 'site' });
    expect((await add(other.path, { space: space.id })).status).toBe(409);
    expect((await customer.owner.rest(`PATCH ${other.path}`, { space_selection: 'all' })).status).toBe(400);
    expect((await customer.owner.rest(`DELETE ${made.path}/spaces/${space.id}`)).status).toBe(205);
    expect((await customer.owner.rest(`GET ${made.path}/spaces`)).body.count).toBe(0);
  });

  it('are not rendered', async () => {
    const { name } = await anIntegration(server, owner.id);
    expect((await owner.owner.rest(`POST /v1/integrations/${name}/render`, {})).status).toBe(404);
  });
});

describe('the token of an integration', () => {
  it('lists its installations by external id, configures them and creates their tokens, over both faces', async () => {
    const made = await installed();
    const integration = await tokenOf(made);
    expect((await integration.rest(`PATCH ${made.path}`, { externalIds: ['T9'] })).status).toBe(200);
    const list = (query: string) => integration.rest(`GET /v1/integrations/${made.name}/installations${query}`);
    expect((await list('?externalId=T9')).body.items[0].id).toBe(made.installationId);
    expect((await list('?externalId=T')).body.count).toBe(0);
    const query = '{ integrations(first: 1) { count } }';
    expect((await integration.graphql(query)).body.errors).toBeUndefined();
    expect((await integration.rest(`POST ${made.path}/tokens`)).body.token).toMatch(/^ocp_/);
    expect((await integration.rest(`GET /v1/orgs/${owner.id}`)).status).toBe(200);
  });

  it('changes nothing else, reads no content, and ends when it is revoked', async () => {
    const made = await installed({ scopes: ['space:content:write'] }, { space_selection: 'all' });
    const other = await installed();
    const space = await aSpace(server, customer.id);
    const integration = await tokenOf(made);
    expect((await integration.rest(`PATCH ${made.path}`, { paused: true })).status).toBe(403);
    expect((await integration.rest(`DELETE ${made.path}`)).status).toBe(403);
    expect((await integration.rest(`GET ${other.path}`)).status).toBe(404);
    expect((await integration.rest(`GET /v1/integrations/${other.name}/installations`)).status).toBe(404);
    expect((await integration.rest(`GET /v1/spaces/${space.id}/content`)).status).toBe(404);
    expect((await integration.rest(`GET /v1/orgs/${customer.id}`)).status).toBe(404);
    const revoke = 'mutation ($name: String!) { revokeIntegrationTokens(integrationName: $name) { revoked } }';
    const { body } = await owner.owner.graphql(revoke, { name: made.name });
    expect(body.data.revokeIntegrationTokens.revoked).toBe(1);
    expect((await integration.rest('GET /v1/integrations')).status).toBe(401);
  });

  it('works in the published client, which creates a client of an installation with it', async () => {
    const made = await installed({ scopes: ['space:metadata:read'] }, { space_selection: 'all' });
    const space = await aSpace(server, customer.id);
    const endpoint = await server.listen();
    const secret = 'mutation ($name: String!) { createIntegrationToken(integrationName: $name) { token } }';
    const { body } = await owner.owner.graphql(secret, { name: made.name });
    const client = new GitBookAPI({ endpoint, authToken: body.data.createIntegrationToken.token });
    const installation = await client.createInstallationClient(made.name, made.installationId);
    const { spaces } = installation as unknown as Record<
      string,
      Record<string, (id: string) => Promise<{ data: any }>>
    >;
    expect((await spaces!['getSpaceById']!(space.id)).data.id).toBe(space.id);
  });
});

describe('the token of an installation', () => {
  it('sees the spaces that were chosen and no others', async () => {
    const made = await installed({ scopes: ['space:metadata:read', 'space:content:read'] });
    const [chosen, other] = [
      await aSpace(server, customer.id, { defaultLevel: 'none' }),
      await aSpace(server, customer.id),
    ];
    await customer.owner.rest(`POST ${made.path}/spaces`, { space: chosen.id });
    const token = await installationToken(made);
    expect((await token.rest(`GET /v1/spaces/${chosen.id}`)).status).toBe(200);
    expect((await token.rest(`GET /v1/spaces/${other.id}`)).status).toBe(404);
    const { body } = await token.rest(`GET /v1/orgs/${customer.id}/spaces?limit=1000`);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([chosen.id]);
    const query = '{ organization(id: "ID") { spaces { edges { node { id } } } } }'.replace('ID', customer.id);
    expect((await token.graphql(query)).body.data.organization.spaces.edges).toEqual([{ node: { id: chosen.id } }]);
    await customer.owner.rest(`PATCH ${made.path}`, { space_selection: 'all' });
    expect((await token.rest(`GET /v1/spaces/${other.id}`)).status).toBe(200);
    await customer.owner.rest(`PATCH ${made.path}`, { space_selection: 'selected' });
    await customer.owner.rest(`DELETE ${made.path}/spaces/${chosen.id}`);
    expect((await token.rest(`GET /v1/spaces/${chosen.id}`)).status).toBe(404);
  });

  it('may do what its scopes say and nothing more', async () => {
    const space = await aSpace(server, customer.id);
    const attempts = {
      metadata: ['GET /v1/spaces/ID'],
      read: ['GET /v1/spaces/ID/content'],
      write: ['POST /v1/spaces/ID/content', { changes: [{ operation: 'insert_page', title: 'New' }] }],
      comment: ['POST /v1/spaces/ID/comments', { body: { markdown: 'x' } }],
      rename: ['PATCH /v1/spaces/ID', { title: 'New' }],
      remove: ['DELETE /v1/spaces/ID'],
      grant: ['POST /v1/spaces/ID/permissions', { role: 'read', users: [customer.owner.userId] }],
      members: [`GET /v1/orgs/${customer.id}/members`],
      user: ['GET /v1/user'],
      specifications: [`GET /v1/orgs/${customer.id}/openapi`],
      specify: [`PUT /v1/orgs/${customer.id}/openapi/pets`, { source: { text: 'openapi: 3.1.0' } }],
    } as const;
    const allowedTo = async (scopes: readonly string[]) => {
      const made = await installed({ scopes }, { space_selection: 'all' });
      const token = await installationToken(made);
      const allowed: string[] = [];
      for (const [name, [signature, body]] of Object.entries(attempts)) {
        const { status } = await token.rest(signature.replace('ID', space.id), body);
        if (status < 300) allowed.push(name);
        else expect([name, [403, 404].includes(status)]).toEqual([name, true]);
      }
      return allowed;
    };
    expect(await allowedTo([])).toEqual([]);
    expect(await allowedTo(['space:metadata:read'])).toEqual(['metadata']);
    expect(await allowedTo(['space:content:read'])).toEqual(['read']);
    expect(await allowedTo(['space:content:write'])).toEqual(['read', 'write']);
    expect(await allowedTo(['openapi:read'])).toEqual(['specifications']);
    expect(await allowedTo(['openapi:write'])).toEqual(['specifications', 'specify']);
    expect(await allowedTo(['space:script:inject', 'conversations:ingest'])).toEqual([]);
    expect(await allowedTo(['space:metadata:write', 'space:content:write', 'site:adaptive:write'])).toEqual([
      'metadata',
      'read',
      'write',
    ]);
  });

  it('gains nothing from a new version until an admin agrees, and loses what a version drops at once', async () => {
    const made = await installed({ scopes: ['space:metadata:read'] }, { space_selection: 'all' });
    const space = await aSpace(server, customer.id);
    const token = await installationToken(made);
    const publish = (scopes: readonly string[]) =>
      owner.owner.rest(`POST /v1/integrations/${made.name}`, {
        title: 'Example',
        description: 'x',
        script: 'x',
        organization: owner.id,
        visibility: 'public',
        scopes,
      });
    const statuses = async () => [
      (await token.rest(`GET /v1/spaces/${space.id}`)).status,
      (await token.rest(`GET /v1/spaces/${space.id}/content`)).status,
    ];
    await publish(['space:metadata:read', 'space:content:read']);
    expect(await statuses()).toEqual([200, 403]);
    expect((await token.rest(`PATCH ${made.path}`, { acceptScopes: true })).status).toBe(403);
    await customer.owner.rest(`PATCH ${made.path}`, { acceptScopes: true });
    expect(await statuses()).toEqual([200, 200]);
    await publish(['space:content:read']);
    expect(await statuses()).toEqual([403, 200]);
  });

  it('is refused while the installation is paused, and after it is removed', async () => {
    const made = await installed({ scopes: ['space:metadata:read'] });
    const token = await installationToken(made);
    await customer.owner.rest(`PATCH ${made.path}`, { paused: true });
    expect((await token.rest(`GET ${made.path}`)).status).toBe(401);
    expect((await customer.owner.rest(`POST ${made.path}/tokens`)).status).toBe(409);
    await customer.owner.rest(`PATCH ${made.path}`, { paused: false });
    expect((await token.rest(`GET ${made.path}`)).status).toBe(200);
    await customer.owner.rest(`DELETE ${made.path}`);
    expect((await token.rest('GET /v1/integrations')).status).toBe(401);
  });

  it('an installation with the scope space:content:write edits the content of its spaces as the user of the integration', async () => {
    const made = await installed({ scopes: ['space:content:write'], title: 'Importer' });
    const space = await aSpace(server, customer.id);
    await customer.owner.rest(`POST ${made.path}/spaces`, { space: space.id });
    const token = await installationToken(made);
    const { status, body } = await token.rest(`POST /v1/spaces/${space.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'New' }],
    });
    expect([status, body.error]).toEqual([200, undefined]);
    const { db } = server.platform;
    const revision = await db.prisma.revision.findFirstOrThrow({
      where: { spaceId: space.id },
      orderBy: { seq: 'desc' },
    });
    expect(revision.createdById).toBe(made.userId);
  });
});
