import { beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { sql } from '../../src/db/sql.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { sourceServer } from '../source-server.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;
beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
});

it.each([
  'https://example.org/"><script>alert(1)</script>',
  'https://example.org/a b',
  'https://user:secret@example.org/a.png',
  'javascript:alert(1)',
])('the logo of an organization cannot be %s', async (logo) => {
  const query = `mutation ($id: ID!, $logo: URL!) {
    updateOrganization(organizationId: $id, input: { logoUrl: $logo }) { organization { id } } }`;
  const { body } = await owner.graphql(query, { id: organizationId, logo });
  expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
});

it('a link page cannot lead to a URL with a user name', async () => {
  const change = (url: string) => ({
    changes: [{ operation: 'insert_page', type: 'link', title: 'Link', target: { kind: 'url', url } }],
  });
  const refused = await owner.rest(`POST /v1/spaces/${spaceId}/content`, change('https://admin:secret@example.org/'));
  expect([refused.status, refused.body.error.type]).toEqual([400, 'validation_failed']);
  expect((await owner.rest(`POST /v1/spaces/${spaceId}/content`, change('https://example.org/'))).status).toBe(200);
});

it('the URL of an import is stored encrypted, because it may contain a password', async () => {
  await using source = await sourceServer();
  const url = `${source.serve('/a.md?signature=topsecret', { body: '# A', type: 'text/markdown' })}`;
  const { status } = await owner.rest(`POST /v1/spaces/${spaceId}/content/import`, { url, source: 'markdown' });
  expect(status).toBe(201);
  const rows = await server.platform.db.sql.rows<{ input: string }>(
    sql`select input::text from jobs where kind = 'import' and "spaceId" = ${spaceId}`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('topsecret');
});

it('/.well-known/security.txt has the contact of the operator, and is 404 without one', async () => {
  const { statusCode } = await server.app.inject('/.well-known/security.txt');
  expect(statusCode).toBe(404);
  expect(() => readConfig({ SECURITY_CONTACT: 'nobody' })).toThrow(/SECURITY_CONTACT/);
});
