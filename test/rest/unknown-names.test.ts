import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/lib/program.ts';
import { openapi } from '../../src/rest/openapi.ts';
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

const strictly = { headers: { prefer: 'handling=strict' } };

describe('names that an operation does not know', () => {
  it('are ignored in a body, and listed in the header Warnings with the name that is meant', async () => {
    const reply = await ada.rest(`POST /v1/orgs/${organizationId}/spaces`, { titel: 'Handbook', emoji: '1f4d8' });
    expect([reply.status, reply.headers['warnings'], reply.headers['preference-applied']]).toEqual([
      201,
      '"body.titel is not known here; did you mean `title`?"',
      undefined,
    ]);
  });

  it('are refused in a body where the caller prefers strict handling, and nothing is done', async () => {
    const reply = await ada.rest(`PATCH /v1/spaces/${spaceId}`, { titel: 'Handbook', title: 'Other' }, strictly);
    expect([reply.status, reply.headers['preference-applied'], reply.headers['warnings']]).toEqual([
      400,
      'handling=strict',
      undefined,
    ]);
    expect(reply.body.error).toMatchObject({
      type: 'validation_failed',
      message: 'body.titel: is not known here; did you mean `title`?',
      details: [{ path: 'body.titel', rule: 'unknown', message: 'is not known here; did you mean `title`?' }],
    });
    expect((await ada.rest(`GET /v1/spaces/${spaceId}`)).body.title).not.toBe('Other');
  });

  it('are named at any depth, in lists and maps as well', async () => {
    const paths = async (signature: string, body: unknown) =>
      (await ada.rest(signature, body, strictly)).body.error.details.map((detail: any) => detail.path);
    expect(await paths(`POST /v1/spaces/${spaceId}/comments`, { body: { markdwon: 'x', markdown: 'x' } })).toEqual([
      'body.body.markdwon',
    ]);
    expect(
      await paths(`POST /v1/orgs/${organizationId}/invites`, { emails: [{ email: 'a@b.example', rolle: 1 }] }),
    ).toEqual(['body.emails.0.rolle']);
    expect(await paths(`POST /v1/spaces/${spaceId}/move`, { position: { befor: {} } })).toEqual([
      'body.position.befor',
    ]);
    expect(
      await paths('PUT /v1/orgs/x/teams/y/members', { memberships: { 'a@b.example': { roel: 'owner' } } }),
    ).toEqual(['body.memberships.a@b.example.roel']);
  });

  it('are named in the query', async () => {
    const path = `GET /v1/spaces/${spaceId}/comments?limti=5`;
    const lenient = await ada.rest(path);
    expect([lenient.status, lenient.headers['warnings']]).toEqual([
      200,
      '"query.limti is not known here; did you mean `limit`?"',
    ]);
    const strict = await ada.rest(path, undefined, strictly);
    expect([strict.status, strict.body.error.details[0].path]).toEqual([400, 'query.limti']);
  });

  it('are no members of the resource: a client may send back what it read', async () => {
    const read = await ada.rest(`GET /v1/spaces/${spaceId}`);
    const { language: _, ...body } = read.body;
    const reply = await ada.rest(`PATCH /v1/spaces/${spaceId}`, body, strictly);
    expect([reply.status, reply.headers['preference-applied']]).toEqual([200, 'handling=strict']);
  });

  it('are no members that authors name', async () => {
    const variables = { whatever: 'x' };
    const changes = [{ operation: 'set_variables', variables }];
    const reply = await ada.rest(`POST /v1/spaces/${spaceId}/content`, { changes }, strictly);
    expect(reply.status).toBe(200);
  });

  it('make a short header in printable ASCII, whatever they are', async () => {
    const names = ['"quoted\\', 'ünï', '😀'.repeat(2_000), ...Array.from({ length: 500 }, (_, index) => `n${index}`)];
    const body = Object.fromEntries(names.map((name) => [name, 1]));
    const reply = await ada.rest(`PATCH /v1/spaces/${spaceId}`, body);
    expect(reply.status).toBe(200);
    expect(reply.headers['warnings']).toMatch(/^"body\.\\"quoted\\\\ is not known here", "body\.%C3%BCn/);
    expect(String(reply.headers['warnings']).length).toBeLessThan(2_000);
    expect(String(reply.headers['warnings'])).toMatch(/^[\x20-\x7e]+$/);
  });

  it.each([
    ['respond-async, handling=strict', 400],
    ['Handling = "strict"; x=1', 400],
    ['handling=lenient, handling=strict', 200],
    ['xhandling=strict', 200],
    ['handling', 200],
  ])('are handled as "%s" prefers: %i', async (prefer, status) => {
    const reply = await ada.rest(`PATCH /v1/spaces/${spaceId}`, { titel: 'x' }, { headers: { prefer } });
    expect(reply.status).toBe(status);
  });
});

const operations = Object.entries(openapi(version)['paths'] as Record<string, Record<string, any>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => {
      const json = requestBody?.content['application/json'] !== undefined;
      return { signature: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'x')}`, json };
    }),
);

it.each(operations.filter(({ signature }) => signature !== 'POST /uploads'))(
  'a name that $signature does not know is refused in strict handling, in its query and its body',
  async ({ signature, json }) => {
    const reply = await ada.rest(`${signature}?nobodyKnows=1`, json ? { nobodyKnows: 1 } : undefined, strictly);
    const paths = (reply.body?.error?.details ?? []).map((detail: any) => detail.path);
    expect([reply.status, paths]).toEqual([400, [...(json ? ['body.nobodyKnows'] : []), 'query.nobodyKnows']]);
  },
);
