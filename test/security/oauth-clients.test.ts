import { beforeAll, describe, expect, it } from 'vitest';
import { readRedirect } from '../../src/domain/people/oauth/redirects.ts';
import { anOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { aClient, askedBy, documentCalls, openConsent } from '../oauth-clients.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
});

describe('the document of a client', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://127.0.0.2/client.json',
    'https://0x7f000002/client.json',
    'https://localhost.localdomain/client.json',
    'https://user:pw@assistant.example.org/client.json',
    'https://assistant.example.org/client.json#x',
    'https://assistant.example.org/',
    'https://assistant.example.org',
    'https://assistant.example.org/a/../client.json',
    'http://assistant.example.org/client.json',
    'file:///etc/passwd',
    'client',
    '',
  ])('at %s is not fetched, or refused', async (id) => {
    const client = await aClient();
    const before = documentCalls.length;
    const { status, headers } = await openConsent(server, { ...askedBy(client), client_id: id });
    expect([status, headers['location']]).toEqual([400, undefined]);
    expect(documentCalls).toHaveLength(before);
    const body = { ...client.asked, clientId: id, organization: organizationId };
    expect((await owner.rest('POST /v1/user/grants', body)).status).toBe(400);
  });

  it.each([
    ['names another id', { client_id: 'https://assistant.example.org/client.json' }, {}],
    ['has a secret', { token_endpoint_auth_method: 'client_secret_post' }, {}],
    ['has no redirects', { redirect_uris: [] }, {}],
    ['has only redirects that run scripts', { redirect_uris: ['javascript:alert(1)'] }, {}],
    ['is too large', { client_name: 'x'.repeat(9_000) }, {}],
    ['is no JSON', {}, { body: 'not json' }],
    ['is a page', {}, { type: 'text/html' }],
    ['is absent', {}, { status: 404 }],
    ['lies elsewhere', {}, { status: 302, location: 'https://assistant.example.org/client.json' }],
  ])('that %s is refused', async (_what, document, answer) => {
    const client = await aClient(document, answer);
    const { status, headers } = await openConsent(server, askedBy(client));
    expect([status, headers['location']]).toEqual([400, undefined]);
  });

  it('is fetched once an hour', async () => {
    const client = await aClient();
    await openConsent(server, askedBy(client));
    await openConsent(server, askedBy(client));
    expect(documentCalls.filter((path) => path === client.path)).toHaveLength(1);
  });
});

describe('a redirect', () => {
  it('of a program on the device goes to any port of it', async () => {
    const client = await aClient({
      redirect_uris: ['http://localhost:1/cb', 'http://127.0.0.1/cb', 'com.example.app:/cb'],
    });
    const statusOf = async (redirect: string) =>
      (await openConsent(server, { ...askedBy(client), redirect_uri: redirect })).status;
    const allowed = [
      'http://localhost:4711/cb',
      'http://127.0.0.1:61000/cb',
      'http://127.0.0.1/cb',
      'com.example.app:/cb',
    ];
    for (const redirect of allowed) expect([redirect, await statusOf(redirect)]).toEqual([redirect, 200]);
    const refused = [
      'http://127.0.0.1:61000/other',
      'https://127.0.0.1:61000/cb',
      'http://[::1]:61000/cb',
      'com.example.app:/x',
    ];
    for (const redirect of refused) expect([redirect, await statusOf(redirect)]).toEqual([redirect, 400]);
  });

  it('has no scheme that a browser runs', () => {
    const schemes = ['javascript', 'data', 'vbscript', 'file', 'blob', 'about', 'view-source', 'ftp', 'ws', 'cursor'];
    expect(schemes.filter((scheme) => readRedirect(`${scheme}:x`) !== null)).toEqual([]);
  });
});
