import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aTeam } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';
import { aKeyPair, idpMetadata, idpValues, type KeyPair } from '../../saml-idp.ts';

let server: Harness;
let pair: KeyPair;
let next: KeyPair;

beforeAll(async () => {
  server = await startServer();
  [pair, next] = [aKeyPair(), aKeyPair()];
});

describe('POST /v1/orgs/{organizationId}/saml', () => {
  it('creates a provider that is pending until entity id, sign-in URL and certificate are set', async () => {
    const { id, owner } = await anOrganization(server, { defaultRole: 'edit' });
    const { body } = await owner.rest(`POST /v1/orgs/${id}/saml`, { label: 'Example' });
    const own = `${baseUrl}/saml/${body.id}`;
    expect(body).toEqual({
      object: 'saml-provider',
      id: expect.stringMatching(/^saml_/),
      label: 'Example',
      certificates: [],
      defaultRole: 'edit',
      signRequests: false,
      createdAt: expect.any(String),
      status: 'pending',
      service: { acsURL: `${own}/acs`, startURL: `${own}/start`, entityID: own },
      urls: { location: `${baseUrl}/v1/orgs/${id}/saml/${body.id}` },
    });
    const { certificate, entityID, ssoURL } = idpValues(pair);
    const patch = `PATCH /v1/orgs/${id}/saml/${body.id}`;
    expect((await owner.rest(patch, { certificate, entityID })).body.status).toBe('pending');
    expect((await owner.rest(`GET /v1/orgs/${id}/sso`)).body).toEqual({ items: [] });
    expect((await owner.rest(patch, { ssoURL, defaultRole: null })).body).toMatchObject({
      status: 'active',
      defaultRole: null,
    });
    const login = { id: body.id, label: 'Example', startURL: `${own}/start` };
    expect((await owner.rest(`GET /v1/orgs/${id}/sso`)).body).toEqual({ items: [login] });
    expect((await owner.rest(patch, { certificate: null })).body.status).toBe('pending');
  });

  it('reads certificates as PEM and as base64, and shows when each expires', async () => {
    const { id, owner } = await anOrganization(server);
    const bare = (text: string) => text.replaceAll(/-----[A-Z ]+-----/g, '').trim();
    for (const certificate of [`${pair.cert}\n${next.cert}`, `${bare(pair.cert)}\n\n${bare(next.cert)}`]) {
      const { body } = await owner.rest(`POST /v1/orgs/${id}/saml`, { label: 'Example', certificate });
      expect(body.certificates).toEqual([
        expect.objectContaining({
          subject: 'CN=Example IdP',
          fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/),
        }),
        expect.objectContaining({ expiresAt: expect.stringMatching(/^20/) }),
      ]);
    }
  });

  it.each([
    ['certificate', 'not a certificate'],
    ['certificate', ''],
    ['certificate', ' \n '],
    ['certificate', 'AAAA'],
    ['certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ['certificate', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    ['ssoURL', 'javascript:alert(1)'],
    ['ssoURL', 'http://idp.example.org/sso'],
    ['ssoURL', 'https://user:secret@idp.example.org/sso'],
    ['entityID', 'with space'],
    ['label', ''],
    ['label', 'x'.repeat(31)],
    ['metadata', '<EntityDescriptor/>'],
    ['metadata', '<!DOCTYPE x><x/>'],
    ['metadata', 'nothing'],
  ])('refuses %s %j', async (field, value) => {
    const { id, owner } = await anOrganization(server);
    const { status, body } = await owner.rest(`POST /v1/orgs/${id}/saml`, { label: 'Example', [field]: value });
    expect([status, body.error.type, body.error.details[0].path]).toEqual([400, 'validation_failed', `body.${field}`]);
  });

  it('refuses a team of another organization', async () => {
    const [{ id, owner }, other] = [await anOrganization(server), await anOrganization(server)];
    const team = await aTeam(server, other.id);
    const { status, body } = await owner.rest(`POST /v1/orgs/${id}/saml`, { label: 'Example', defaultTeam: team.id });
    expect([status, body.error.type]).toEqual([404, 'reference_not_found']);
  });

  it('reads metadata of a megabyte, and no longer ones', async () => {
    const { id, owner } = await anOrganization(server);
    const known = idpMetadata([pair], pair);
    const ofLength = (length: number) => `${known}<!--${'x'.repeat(length - known.length - 7)}-->`;
    const create = (length: number) =>
      owner.rest(`POST /v1/orgs/${id}/saml`, { label: 'Example', metadata: ofLength(length) });
    expect((await create(1_000_000)).body.status).toBe('active');
    expect((await create(1_000_001)).body.error.details[0].path).toBe('body.metadata');
  });

  it('takes its settings from the metadata of an identity provider', async () => {
    const { id, owner } = await anOrganization(server);
    const metadata = idpMetadata([pair, next], pair);
    const { status, body } = await owner.rest(`POST /v1/orgs/${id}/saml`, { label: 'Example', metadata });
    expect([status, body]).toMatchObject([
      201,
      { entityID: 'urn:idp', ssoURL: 'https://idp.test/go', signRequests: true, status: 'active' },
    ]);
    expect(body.certificates).toHaveLength(2);
    const at = `/v1/orgs/${id}/saml`;
    const { body: own } = await owner.rest(`POST ${at}`, { label: 'Own', metadata, signRequests: false });
    expect(own.signRequests).toBe(false);
    const { body: renewed } = await owner.rest(`PATCH ${at}/${own.id}`, { metadata: idpMetadata([pair], pair) });
    expect(renewed.certificates).toHaveLength(1);
  });
});
