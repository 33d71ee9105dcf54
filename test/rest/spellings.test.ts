import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let ada: Caller;
let organizationId: string;
let spaceId: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner: ada } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
});

const failure = async (signature: string, body?: unknown) => {
  const reply = await ada.rest(signature, body);
  return [reply.status, reply.body.error?.details];
};

describe('values over REST', () => {
  it('have the spelling of the contract, not that of GraphQL', async () => {
    const refused = (path: string, value: string) => [
      400,
      [{ path, rule: 'type', message: expect.stringContaining(`"${value}" is not one of the values: `) }],
    ];
    expect(await failure(`PATCH /v1/spaces/${spaceId}`, { editMode: 'LIVE' })).toEqual(
      refused('body.editMode', 'LIVE'),
    );
    expect(await failure(`PATCH /v1/orgs/${organizationId}`, { defaultRole: 'READ' })).toEqual(
      refused('body.defaultRole', 'READ'),
    );
    const before = { type: 'SPACE', space: spaceId };
    expect(await failure(`POST /v1/spaces/${spaceId}/move`, { position: { before } })).toEqual(
      refused('body.position.before.type', 'SPACE'),
    );
    expect(await failure(`GET /v1/spaces/${spaceId}/comments?order=DESC`)).toEqual(refused('query.order', 'DESC'));
    expect(await failure(`GET /v1/orgs/${organizationId}/members?sort=LAST_SEEN_AT`)).toEqual(
      refused('query.sort', 'LAST_SEEN_AT'),
    );
  });

  it('values of another type are refused over REST without a word of GraphQL', async () => {
    expect(await failure(`PATCH /v1/spaces/${spaceId}`, { editMode: 5 })).toEqual([
      400,
      [{ path: 'body.editMode', rule: 'type', message: '5 is not one of the values: live, locked' }],
    ]);
  });

  it('values that are required are named over REST when they are missing', async () => {
    expect(await failure(`POST /v1/spaces/${spaceId}/transfer`, {})).toEqual([
      400,
      [{ path: 'body.organization', rule: 'required', message: '"organization" is required' }],
    ]);
    const { body } = await ada.rest(`POST /v1/orgs/${organizationId}/link-invites`, {});
    expect(body.error.message).toBe(body.error.details[0].message);
    expect(body.error.details[0].message).toMatch(/^body: /);
  });

  it('booleans may be 1 and 0 over REST, also where there is a third value', async () => {
    const path = `GET /v1/spaces/${spaceId}/content/page/pg_none`;
    for (const value of ['1', '0', 'true', 'false', 'deterministic-only'])
      expect((await ada.rest(`${path}?evaluated=${value}&metadata=${value.replace(/^d.*/, '1')}`)).status).toBe(404);
    expect((await ada.rest(`${path}?evaluated=2`)).status).toBe(400);
  });
});
