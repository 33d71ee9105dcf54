import { expect } from 'vitest';
import { aDomain } from './corporations.ts';
import { anOidcProvider, anOrganization, type AnOrganization } from './factories.ts';
import type { Harness } from './harness.ts';

/** The schemas of users and groups begin with it. */
export const core = 'urn:ietf:params:scim:schemas:core:2.0';
const patchOp = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] };
/** A request of operations. */
export const patch = (...Operations: object[]) => ({ ...patchOp, Operations });

type Send = (signature: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<any>;

/** Sends what a provider would, with its media type. */
export const withToken =
  (server: Harness, providerId: string, token: string): Send =>
  async (signature, body, headers = {}) => {
    const [method = '', path = ''] = signature.split(/ (.*)/);
    const reply = await server.app.inject({
      method: method as 'GET',
      url: `/scim/v2/${providerId}/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    if (reply.body !== '') expect(reply.headers['content-type']).toContain('application/scim+json');
    return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? null : reply.json() };
  };

interface Provisioning {
  readonly scim: Send;
  readonly token: string;
  readonly providerId: string;
}

/** Makes a token for a provider of an organization. */
export async function provisioning(
  server: Harness,
  { id, owner }: AnOrganization,
  given?: string,
): Promise<Provisioning> {
  const providerId = given ?? (await anOidcProvider(server, id)).id;
  const { status, body } = await owner.rest(`POST /v1/orgs/${id}/providers/${providerId}/scim`);
  expect(status).toBe(201);
  return { scim: withToken(server, providerId, body.token), token: body.token, providerId };
}

/** An organization with a provider that provisions people. */
export async function aCompany(server: Harness) {
  const organization = await anOrganization(server);
  return { ...organization, ...(await provisioning(server, organization)), domain: aDomain() };
}

/** A user as providers send one. */
export const person = (name: string, domain: string, more = {}) => ({
  schemas: [`${core}:User`],
  userName: `${name}@${domain}`,
  emails: [{ value: `${name}@${domain}`, type: 'work', primary: true }],
  ...more,
});
