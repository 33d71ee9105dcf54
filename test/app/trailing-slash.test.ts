import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const located = async (method: 'GET' | 'POST' | 'DELETE', url: string) => {
  const { statusCode, headers } = await server.app.inject({ method, url });
  return [statusCode, headers['location']];
};

describe('a path of the API with a slash at its end', () => {
  it.each([
    ['GET', '/v1/user/', '/v1/user'],
    ['POST', '/v1/orgs/x/spaces/', '/v1/orgs/x/spaces'],
    ['DELETE', '/v1/spaces/x/?a=1&b=%2F', '/v1/spaces/x?a=1&b=%2F'],
    ['GET', '/v1/spaces/x/content///', '/v1/spaces/x/content'],
    ['GET', '/v1/spaces/', '/v1/spaces'],
    ['GET', '/v1/?next=/x/', '/v1?next=/x/'],
    ['GET', '/v1//evil.example/', '/v1//evil.example'],
  ] as const)('is redirected: %s %s', async (method, url, location) => {
    expect(await located(method, url)).toEqual([308, location]);
  });

  it.each(['//evil.example/v1/user/', '/\\evil.example/', '/v1/user?x=/'])(
    'is not redirected elsewhere: %s',
    async (url) => {
      expect(await located('GET', url)).toEqual([
        expect.not.toSatisfy((status) => status >= 300 && status < 400),
        undefined,
      ]);
    },
  );

  it('is redirected for a page by its path, if there is such a page', async () => {
    const { id, owner } = await anOrganization(server);
    const { id: space } = await aSpace(server, id);
    await owner.rest(`POST /v1/spaces/${space}/content`, { changes: [{ operation: 'insert_page', title: 'Guide' }] });
    const reply = await owner.rest(`GET /v1/spaces/${space}/content/path/guide//?format=markdown`);
    const found = `/v1/spaces/${space}/content/path/guide?format=markdown`;
    expect([reply.status, reply.headers['location']]).toEqual([308, found]);
    expect((await owner.rest(`GET ${found}`)).status).toBe(200);
    expect((await owner.rest(`GET /v1/spaces/${space}/content/path/nowhere/`)).status).toBe(404);
  });
});
