import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aSite } from '../../site-factories.ts';

let server: Harness;
let owner: Caller;
let org: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: org, owner } = await anOrganization(server));
});

const aSchemaPath = async () => `/v1/orgs/${org}/sites/${(await aSite(server, org)).id}/adaptive-schema`;

const jsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://example.com/visitors.json',
  type: 'object',
  properties: {
    beta: { type: 'boolean', description: 'Is in the beta' },
    plan: { type: 'string', enum: ['free', 'pro'] },
    seats: { type: 'number' },
    unsigned: {
      type: 'object',
      properties: { 'dark-mode': { type: 'boolean', description: 'Likes it dark' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

describe('the adaptive schema of a site', () => {
  it('does not exist until it is written, and suggests no conditions until then', async () => {
    const path = await aSchemaPath();
    const reply = await owner.rest(`GET ${path}`);
    expect([reply.status, reply.body.error.type]).toEqual([404, 'not_found']);
    const conditions = await owner.rest(`GET ${path}/template-conditions`);
    expect([conditions.status, conditions.body]).toEqual([200, { items: [] }]);
  });

  it('is replaced as a whole, and read as it was written', async () => {
    const path = await aSchemaPath();
    const put = await owner.rest(`PUT ${path}`, { jsonSchema });
    expect([put.status, put.body.object, put.body.jsonSchema]).toEqual([200, 'site-adaptive-schema', jsonSchema]);
    const other = { type: 'object', properties: {}, additionalProperties: false };
    const again = await owner.rest(`PUT ${path}`, { jsonSchema: other });
    expect(again.body.jsonSchema).toEqual(other);
    const read = await owner.rest(`GET ${path}`);
    expect(read.body).toEqual(again.body);
  });

  it('suggests a condition for each boolean and each value of an enum, all of which the site accepts', async () => {
    const path = await aSchemaPath();
    await owner.rest(`PUT ${path}`, { jsonSchema });
    const { body } = await owner.rest(`GET ${path}/template-conditions`);
    expect(body).toEqual({
      items: [
        { description: 'Is in the beta', condition: 'visitor.claims.beta === true' },
        { description: 'visitor.claims.plan: free', condition: 'visitor.claims.plan === "free"' },
        { description: 'visitor.claims.plan: pro', condition: 'visitor.claims.plan === "pro"' },
        { description: 'Likes it dark', condition: 'visitor.claims.unsigned["dark-mode"] === true' },
      ],
    });
    const site = path.replace('/adaptive-schema', '');
    const { body: space } = await owner.rest(`POST /v1/orgs/${org}/spaces`, { title: 'Guide' });
    const { body: part } = await owner.rest(`POST ${site}/site-spaces`, { spaceId: space.id });
    for (const { condition } of body.items)
      expect((await owner.rest(`PATCH ${site}/site-spaces/${part.id}`, { condition })).status).toBe(200);
  });

  it('changes the version of the site, because what visitors see may change', async () => {
    const path = await aSchemaPath();
    const site = path.replace('/adaptive-schema', '');
    const before = await owner.rest(`GET ${site}`);
    await owner.rest(`PUT ${path}`, { jsonSchema });
    expect((await owner.rest(`GET ${site}`)).headers['etag']).not.toBe(before.headers['etag']);
  });

  const text = { type: 'string' };
  const of = (properties: object) => ({ type: 'object', properties, additionalProperties: false });
  const nested = (levels: number): object => (levels === 0 ? text : of({ deeper: nested(levels - 1) }));
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['null', null, 'body.jsonSchema'],
    ['a list', [], 'body.jsonSchema'],
    ['a text', 'object', 'body.jsonSchema'],
    ['no properties', { type: 'object', additionalProperties: false }, 'body.jsonSchema.properties'],
    ['open objects', { type: 'object', properties: {} }, 'body.jsonSchema.additionalProperties'],
    ['a reference', of({ a: { $ref: '#/definitions/a' } }), 'body.jsonSchema.properties.a.type'],
    ['a pattern', of({ a: { ...text, pattern: '(a+)+$' } }), 'body.jsonSchema.properties.a'],
    ['a repeated value', of({ a: { ...text, enum: ['x', 'x'] } }), 'body.jsonSchema.properties.a.enum'],
    ['unsigned claims that are no object', of({ unsigned: text }), 'body.jsonSchema.properties.unsigned'],
    ['a name that no expression reaches', of({ constructor: text }), 'body.jsonSchema.properties.constructor'],
    ['claims six levels deep', nested(6), 'body.jsonSchema'],
    ['more than 64 KB', of({ a: { ...text, description: 'x', enum: ['x'.repeat(66_000)] } }), 'body.jsonSchema'],
  ];

  it.each(refused)('is refused with 400 that names the place: %s', async (_name, given, place) => {
    const path = await aSchemaPath();
    const reply = await owner.rest(`PUT ${path}`, { jsonSchema: given });
    expect([reply.status, reply.body.error.type]).toEqual([400, 'validation_failed']);
    const paths = (reply.body.error.details as { path: string }[]).map((detail) => detail.path);
    expect(paths).toContain(place);
    expect((await owner.rest(`GET ${path}`)).status).toBe(404);
  });

  it('is changed by members with create, and read by all members', async () => {
    const path = await aSchemaPath();
    const reader = await aMember(server, org, 'review');
    expect((await reader.rest(`PUT ${path}`, { jsonSchema })).status).toBe(403);
    const writer = await aMember(server, org, 'create');
    expect((await writer.rest(`PUT ${path}`, { jsonSchema })).status).toBe(200);
    expect((await reader.rest(`GET ${path}`)).status).toBe(200);
  });

  it('is the same in GraphQL, where its absence is an error of the field', async () => {
    const siteId = (await aSite(server, org)).id;
    const query = `query ($siteId: ID!) {
      site(id: $siteId) { adaptiveSchema { jsonSchema } templateConditions { condition } }
    }`;
    const none = (await owner.graphql(query, { siteId })).body;
    expect(none.data.site).toEqual({ adaptiveSchema: null, templateConditions: [] });
    expect(none.errors.map((error: any) => error.path)).toEqual([['site', 'adaptiveSchema']]);
    const made = await owner.graphql(
      `mutation ($siteId: ID!, $jsonSchema: JSON!) {
        updateSiteAdaptiveSchema(siteId: $siteId, input: { jsonSchema: $jsonSchema }) { adaptiveSchema { jsonSchema } }
      }`,
      { siteId, jsonSchema },
    );
    expect(made.body.data.updateSiteAdaptiveSchema.adaptiveSchema).toEqual({ jsonSchema });
    const { site } = (await owner.graphql(query, { siteId })).body.data;
    expect([site.adaptiveSchema.jsonSchema, site.templateConditions.length]).toEqual([jsonSchema, 4]);
  });
});
