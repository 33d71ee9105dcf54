import { beforeAll, describe, expect, it } from 'vitest';
import { confirmEmailDomain } from '../../../src/domain/people/organizations/email-domains.ts';
import { aDomain, proveDomain, publishRecord } from '../../corporations.ts';
import { aMember, anOrganization, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const base = ({ id }: { readonly id: string }) => `/v1/orgs/${id}/email-domains`;
const verify = (organization: AnOrganization, domain: string) =>
  organization.owner.rest(`POST ${base(organization)}/${domain}/verify`);
const problem = ({ status, body }: { readonly status: number; readonly body: any }) => [status, body.error?.type];
const verifiedOf = async ({ id, owner }: AnOrganization) =>
  (await owner.rest(`GET /v1/orgs/${id}`)).body.verifiedEmailDomains as string[];

describe('the email domains of an organization', () => {
  it('are claims until DNS has the record that the admin can read', async () => {
    const [mine, other] = [aDomain(), aDomain()];
    const organization = await anOrganization(server, { emailDomains: [mine, other] });
    const { id, owner } = organization;
    const { status, body } = await owner.rest(`GET ${base(organization)}`);
    const claim = (domain: string) => ({
      object: 'email-domain',
      domain,
      isVerified: false,
      record: { type: 'TXT', name: `_octavo.${domain}`, value: `octavo-organization=${id}` },
    });
    expect([status, body]).toEqual([200, { items: [claim(mine), claim(other)] }]);
    const missing = await verify(organization, mine);
    expect(problem(missing)).toEqual([412, 'precondition_failed']);
    expect(missing.body.error.message).toContain(`"_octavo.${mine}" must have a TXT record with the value`);
    server.txtRecords.set(`_octavo.${mine}`, ['octavo-organization=org_other', 'something else']);
    expect(problem(await verify(organization, mine))).toEqual([412, 'precondition_failed']);
    expect(await verifiedOf(organization)).toEqual([]);
    publishRecord(server, id, mine);
    const { headers } = await owner.rest(`GET /v1/orgs/${id}`);
    const proved = await verify(organization, mine.toUpperCase());
    expect([proved.status, proved.body]).toEqual([
      200,
      { ...claim(mine), isVerified: true, verifiedAt: expect.any(String), verifiedBy: 'dns' },
    ]);
    expect(await verifiedOf(organization)).toEqual([mine]);
    // The tag names the version, so a remembered answer must not stand.
    expect((await owner.rest(`GET /v1/orgs/${id}`)).headers['etag']).not.toBe(headers['etag']);
    const again = await verify(organization, mine);
    expect(again.body).toEqual(proved.body);
  });

  it('are proved and read in GraphQL', async () => {
    const domain = aDomain();
    const { id, owner } = await anOrganization(server, { emailDomains: [domain] });
    publishRecord(server, id, domain);
    const fields = 'domain verified verifiedBy recordName recordValue organizationId';
    const text = `mutation ($id: ID!, $domain: String!) { verifyEmailDomain(organizationId: $id, emailDomain: $domain) { emailDomain { ${fields} } } }`;
    const done = await owner.graphql(text, { id, domain });
    const emailDomain = {
      domain,
      verified: true,
      verifiedBy: 'DNS',
      recordName: `_octavo.${domain}`,
      recordValue: `octavo-organization=${id}`,
      organizationId: id,
    };
    expect(done.body.data.verifyEmailDomain).toEqual({ emailDomain });
    const query = `query ($id: ID!) { organization(id: $id) { verifiedEmailDomains emailDomainProofs { ${fields} } } }`;
    const read = await owner.graphql(query, { id });
    expect(read.body.data.organization).toEqual({ verifiedEmailDomains: [domain], emailDomainProofs: [emailDomain] });
    const reader = await aMember(server, id, 'create');
    const refused = await reader.graphql(query, { id });
    expect(refused.body.errors[0].extensions.status).toBe(403);
  });

  it('lose their proof when an admin no longer lists them', async () => {
    const domain = aDomain();
    const organization = await anOrganization(server, { emailDomains: [domain] });
    await proveDomain(server, organization, domain);
    const { id, owner } = organization;
    await owner.rest(`PATCH /v1/orgs/${id}`, { emailDomains: [] });
    await owner.rest(`PATCH /v1/orgs/${id}`, { emailDomains: [domain] });
    expect(await verifiedOf(organization)).toEqual([]);
    expect((await verify(organization, domain)).status).toBe(200);
    expect((await owner.rest(`PATCH /v1/orgs/${id}`, { emailDomains: [domain, aDomain()] })).status).toBe(200);
    expect(await verifiedOf(organization)).toEqual([domain]);
  });

  it('are not proved while DNS does not answer, nor when they are not listed', async () => {
    const domain = aDomain();
    const organization = await anOrganization(server, { emailDomains: [domain] });
    expect(problem(await verify(organization, aDomain()))).toEqual([404, 'not_found']);
    expect((await verify(organization, 'no domain')).status).toBe(400);
    const { get } = server.txtRecords;
    server.txtRecords.get = (name) => {
      if (name === `_octavo.${domain}`) throw new Error('queryTxt ESERVFAIL');
      return get.call(server.txtRecords, name);
    };
    try {
      const reply = await verify(organization, domain);
      expect([...problem(reply), reply.body.error.message]).toEqual([
        412,
        'precondition_failed',
        expect.stringContaining('DNS does not answer'),
      ]);
    } finally {
      server.txtRecords.get = get;
    }
  });
});

describe('an email domain that two organizations claim', () => {
  it('stays with the first that proves it while its record is there', async () => {
    const domain = aDomain();
    const [first, second] = [
      await anOrganization(server, { emailDomains: [domain] }),
      await anOrganization(server, { emailDomains: [domain] }),
    ];
    await proveDomain(server, first, domain);
    publishRecord(server, second.id, domain);
    expect(problem(await verify(second, domain))).toEqual([409, 'already_exists']);
    server.txtRecords.set(`_octavo.${domain}`, [`octavo-organization=${second.id}`]);
    expect((await verify(second, domain)).status).toBe(200);
    expect([await verifiedOf(first), await verifiedOf(second)]).toEqual([[], [domain]]);
    expect(problem(await verify(first, domain))).toEqual([412, 'precondition_failed']);
  });

  it('an email domain that two organizations prove at once is that of one of them', async () => {
    const domain = aDomain();
    const both = [
      await anOrganization(server, { emailDomains: [domain] }),
      await anOrganization(server, { emailDomains: [domain] }),
    ];
    for (const { id } of both) publishRecord(server, id, domain);
    const replies = await Promise.all(both.map((organization) => verify(organization, domain)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('an email domain that an operator confirmed passes to another organization by an operator only', async () => {
    const domain = aDomain();
    const [first, second] = [
      await anOrganization(server, { emailDomains: [domain] }),
      await anOrganization(server, { emailDomains: [domain] }),
    ];
    const confirm = (organization: string) =>
      confirmEmailDomain(first.owner.context(), { organization, emailDomain: domain });
    await confirm(first.id);
    const { body } = await first.owner.rest(`GET ${base(first)}`);
    expect(body.items[0]).toMatchObject({ isVerified: true, verifiedBy: 'operator' });
    publishRecord(server, second.id, domain);
    expect(problem(await verify(second, domain))).toEqual([409, 'already_exists']);
    await confirm(second.id);
    expect([await verifiedOf(first), await verifiedOf(second)]).toEqual([[], [domain]]);
  });
});
