import { expect } from 'vitest';
import { anOrganization, type AnOrganization } from './factories.ts';
import type { Caller, Harness } from './harness.ts';
import { aResponse, begin, codeOf, exchange, idpValues, post, type KeyPair } from './saml-idp.ts';

/** An organization with an email domain of its own and an active SAML provider. */
export interface Corporation extends AnOrganization {
  readonly domain: string;
  readonly providerId: string;
  /** Path of its SAML providers. */
  readonly saml: string;
}

let counter = 0;
export const aDomain = () => `c${(counter += 1)}-${process.pid}.test`;

/** Publishes the TXT record that proves an email domain of an organization. */
export const publishRecord = (server: Harness, organizationId: string, domain: string): void => {
  const name = `_octavo.${domain}`;
  const value = `octavo-organization=${organizationId}`;
  server.txtRecords.set(name, [...(server.txtRecords.get(name) ?? []), value]);
};

/** Proves an email domain of an organization by its DNS record. */
export async function proveDomain(
  server: Harness,
  { id, owner }: { readonly id: string; readonly owner: Pick<Caller, 'rest'> },
  domain: string,
): Promise<void> {
  publishRecord(server, id, domain);
  const { status, body } = await owner.rest(`POST /v1/orgs/${id}/email-domains/${domain}/verify`);
  expect([status, body.error]).toEqual([200, undefined]);
}

/** Creates an organization whose domain is proved, with a provider that trusts the key. */
export async function aCorporation(
  server: Harness,
  pair: KeyPair,
  { domain = aDomain(), ...values }: Readonly<Record<string, unknown>> & { readonly domain?: string } = {},
): Promise<Corporation> {
  const organization = await anOrganization(server, { emailDomains: [domain] });
  await proveDomain(server, organization, domain);
  return aProviderOf(organization, { domain, pair, ...values });
}

/** Adds a provider to an organization. */
export async function aProviderOf(
  organization: AnOrganization,
  { domain, pair, ...values }: { readonly domain: string; readonly pair: KeyPair },
): Promise<Corporation> {
  const saml = `/v1/orgs/${organization.id}/saml`;
  const { status, body } = await organization.owner.rest(`POST ${saml}`, {
    label: 'Example',
    ...idpValues(pair),
    ...values,
  });
  expect(status).toBe(201);
  return { ...organization, domain, providerId: body.id, saml };
}

/** Signs a person in over HTTP and returns the answer with the session. Throws when the sign-in is refused. */
export async function signIn(server: Harness, providerId: string, { email, pair }: { email: string; pair: KeyPair }) {
  const begun = await begin(server, providerId);
  const code = codeOf(await post(server, begun, await aResponse(begun, { pair, email })));
  const { status, body } = await exchange(server, code, begun.verifier);
  expect(status).toBe(201);
  const headers = { authorization: `Bearer ${body.token}` };
  const rest = (signature: string, payload?: unknown) => server.call(signature, payload, { headers });
  const graphql = (query: string, variables = {}) => rest('POST /graphql', { query, variables });
  return { ...(body as { token: string; user: string; id: string; expiresAt: string }), rest, graphql };
}

/** Lets the owner sign in by the provider, without which an organization cannot require SSO. Returns the session. */
export async function signInOwner(
  server: Harness,
  { owner, domain, providerId }: Pick<Corporation, 'domain' | 'owner' | 'providerId'>,
  pair: KeyPair,
) {
  const email = `own@${domain}`;
  await server.platform.db.prisma.user.update({ where: { id: owner.userId }, data: { email } });
  return signIn(server, providerId, { email, pair });
}
