import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Harness } from '../../harness.ts';
import { aCompany, core, patch, person } from '../../scim-provider.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('what Entra sends', () => {
  it('finds, creates, changes, disables and deletes a user', async () => {
    const { id, owner, scim, domain } = await aCompany(server);
    const find = `GET Users?filter=userName+eq+%22ADA%40${domain}%22`;
    expect((await scim(find)).body).toMatchObject({ totalResults: 0, Resources: [], startIndex: 1, itemsPerPage: 0 });
    const created = await scim('POST Users', {
      schemas: [`${core}:User`, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: '0a21f0f2',
      userName: `ada@${domain}`,
      active: true,
      displayName: 'Ada Lovelace',
      emails: [{ primary: true, type: 'work', value: `Ada@${domain}` }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
      roles: [],
      title: 'Countess',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Engines' },
    });
    const userId = created.body.id;
    expect(created).toMatchObject({
      status: 201,
      headers: { location: created.body.meta.location, etag: created.body.meta.version },
      body: { userName: `ada@${domain}`, externalId: '0a21f0f2', active: true, meta: { resourceType: 'User' } },
    });
    expect((await scim(find)).body.Resources).toEqual([created.body]);
    expect((await scim(`GET Users?filter=externalId eq "0a21f0f2"`)).body.totalResults).toBe(1);
    expect((await scim(`GET Users?filter=emails[type eq "work"].value eq "ada@${domain}"`)).body.totalResults).toBe(1);
    const member = (await owner.rest(`GET /v1/orgs/${id}/members/${userId}`)).body;
    expect(member).toMatchObject({ user: { displayName: 'Ada Lovelace', email: `ada@${domain}` } });

    const changed = await scim(
      `PATCH Users/${userId}`,
      patch(
        { op: 'Replace', path: 'displayName', value: 'Ada King' },
        { op: 'Add', path: 'name.familyName', value: 'King' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: `king@${domain}` },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Poetry' },
        { op: 'Replace', value: { 'name.givenName': 'Augusta', 'emails[type eq "other"].value': `old@${domain}` } },
      ),
    );
    expect(changed).toMatchObject({
      status: 200,
      body: {
        displayName: 'Ada King',
        name: { givenName: 'Augusta', familyName: 'King' },
        emails: [
          { type: 'work', value: `king@${domain}` },
          { type: 'other', value: `old@${domain}` },
        ],
      },
    });
    const renamed = (await owner.rest(`GET /v1/orgs/${id}/members/${userId}`)).body;
    expect(renamed.user).toMatchObject({ displayName: 'Ada King', email: `king@${domain}` });

    const disabled = await scim(`PATCH Users/${userId}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect(disabled.body.active).toBe(false);
    expect((await owner.rest(`GET /v1/orgs/${id}/members/${userId}`)).body.disabled).toBe(true);
    expect((await scim(`GET Users/${userId}`)).body.active).toBe(false);
    await scim(
      `PATCH Users/${userId}`,
      patch({ op: 'Replace', path: 'active', value: [{ $ref: null, value: 'True' }] }),
    );
    expect((await scim(`GET Users/${userId}`)).body.active).toBe(true);
    expect((await scim(`DELETE Users/${userId}`)).status).toBe(204);
    expect((await scim(`GET Users/${userId}`)).body).toMatchObject({ status: '404' });
    expect((await owner.rest(`GET /v1/orgs/${id}/members/${userId}`)).status).toBe(404);
    // The provider assigns the person again.
    const again = await scim('POST Users', person('king', domain));
    expect([again.status, again.body.id]).toEqual([201, userId]);
  });

  it('fills a group, which is a team', async () => {
    const { id, owner, scim, domain } = await aCompany(server);
    const one = (await scim('POST Users', person('one', domain))).body.id;
    const two = (await scim('POST Users', person('two', domain))).body.id;
    const created = await scim('POST Groups', {
      schemas: [`${core}:Group`, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0',
      displayName: 'Writers',
      meta: { resourceType: 'Group' },
    });
    expect(created).toMatchObject({ status: 201, body: { displayName: 'Writers', members: [] } });
    const group = created.body.id;
    const find = 'GET Groups?excludedAttributes=members&filter=displayName+eq+%22writers%22';
    expect((await scim(find)).body.Resources).toMatchObject([{ id: group, externalId: '8aa1a0c0' }]);
    const add = patch({ op: 'Add', path: 'members', value: [{ value: one }, { value: two }] });
    expect((await scim(`PATCH Groups/${group}`, add)).status).toBe(204);
    expect((await scim(`PATCH Groups/${group}`, add)).status).toBe(204);
    const members = async () => (await owner.rest(`GET /v1/orgs/${id}/teams/${group}/members`)).body.items.length;
    expect(await members()).toBe(2);
    expect((await scim(`GET Groups/${group}?excludedAttributes=members`)).body.members).toBeUndefined();
    expect((await scim(`GET Groups?filter=id eq "${group}" and members eq "${two}"`)).body.totalResults).toBe(1);
    await scim(`PATCH Groups/${group}`, patch({ op: 'Remove', path: 'members', value: [{ value: one }] }));
    expect((await scim(`GET Groups/${group}`)).body.members).toMatchObject([{ value: two, display: `two@${domain}` }]);
    await scim(`PATCH Groups/${group}`, patch({ op: 'Replace', path: 'displayName', value: 'Editors' }));
    expect((await owner.rest(`GET /v1/orgs/${id}/teams/${group}`)).body.title).toBe('Editors');
    expect((await scim(`DELETE Groups/${group}`)).status).toBe(204);
    expect((await owner.rest(`GET /v1/orgs/${id}/teams/${group}`)).status).toBe(404);
  });
});

describe('what Okta sends', () => {
  it('tests the connection, creates, replaces, disables and enables a user', async () => {
    const { scim, domain } = await aCompany(server);
    expect((await scim('GET Users?startIndex=1&count=2')).status).toBe(200);
    const okta = {
      schemas: [`${core}:User`],
      userName: `grace@${domain}`,
      name: { givenName: 'Grace', familyName: 'Hopper' },
      emails: [{ primary: true, value: `grace@${domain}`, type: 'work' }],
      displayName: 'Grace Hopper',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const created = await scim('POST Users', okta);
    expect(created.status).toBe(201);
    expect(JSON.stringify(created.body)).not.toContain('1mz050nq');
    const { id } = created.body;
    const replaced = await scim(`PUT Users/${id}`, { ...okta, id, displayName: 'Rear Admiral' });
    expect(replaced).toMatchObject({ status: 200, body: { displayName: 'Rear Admiral', active: true } });
    const off = await scim(`PATCH Users/${id}`, patch({ op: 'replace', value: { active: false } }));
    expect(off.body.active).toBe(false);
    expect((await scim(`PUT Users/${id}`, { ...okta, id, active: true })).body.active).toBe(true);
    expect((await scim(`PUT Users/${id}`, { ...okta, id, active: false })).body.active).toBe(false);
  });

  it('pushes a group, with members that it takes out by a filter in the path', async () => {
    const { scim, domain } = await aCompany(server);
    const [one, two] = [
      (await scim('POST Users', person('one', domain))).body.id,
      (await scim('POST Users', person('two', domain))).body.id,
    ];
    const group = (
      await scim('POST Groups', {
        schemas: [`${core}:Group`],
        displayName: 'Test',
        members: [
          { value: one, display: `one@${domain}` },
          { value: two, display: `two@${domain}` },
        ],
      })
    ).body.id;
    await scim(`PATCH Groups/${group}`, patch({ op: 'remove', path: `members[value eq "${one}"]` }));
    expect((await scim(`GET Groups/${group}`)).body.members).toMatchObject([{ value: two }]);
    await scim(`PATCH Groups/${group}`, patch({ op: 'replace', value: { id: group, displayName: 'Tests' } }));
    expect((await scim(`GET Groups/${group}`)).body).toMatchObject({ displayName: 'Tests', members: [{ value: two }] });
    await scim(
      `PATCH Groups/${group}`,
      patch({ op: 'remove', path: 'members' }, { op: 'add', path: 'members', value: [{ value: one }] }),
    );
    expect((await scim(`GET Groups/${group}`)).body.members).toMatchObject([{ value: one }]);
    const put = await scim(`PUT Groups/${group}`, { displayName: 'Tests', members: [{ value: two }] });
    expect(put.body.members).toMatchObject([{ value: two }]);
  });
});
