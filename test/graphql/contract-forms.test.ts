import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization, aSpace, aTeam, type AnOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { aReviewWorld } from '../rest/authoring/reviews-world.ts';

// Tests values that REST represents as objects by name or in one of several forms, and the graph as typed lists and
// objects.

let server: Harness;
let organization: AnOrganization;
let owner: Caller;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ owner } = organization);
});

/** Returns the path and reason of the first error, which must be a validation error. */
async function refusalOf(query: string, variables: Record<string, unknown>) {
  const { body } = await owner.graphql(query, variables);
  const { message, extensions } = body.errors[0];
  expect([extensions.status, extensions.type]).toEqual([400, 'validation_failed']);
  return message as string;
}

describe('memberships', () => {
  const query = `mutation ($id: ID!, $team: ID!, $memberships: [TeamMembershipInput!]) {
    updateTeamMembers(organizationId: $id, teamId: $team, input: { memberships: $memberships }) {
      team { members { edges { node { role member { userId } } } } } } }`;

  it('set roles by user, and name each user once', async () => {
    const { id } = organization;
    const { userId: user } = await aMember(server, id, 'read');
    const team = (await aTeam(server, id)).id;
    const set = (memberships: unknown) => owner.graphql(query, { id, team, memberships });
    const { body } = await set([{ user, role: 'OWNER' }]);
    expect(body.data.updateTeamMembers.team.members.edges).toEqual([
      { node: { role: 'OWNER', member: { userId: user } } },
    ]);
    expect((await set(null)).body.errors).toBeUndefined();
    const refused = (memberships: unknown) => refusalOf(query, { id, team, memberships });
    const twice = [
      { user, role: 'OWNER' },
      { user, role: 'MEMBER' },
    ];
    expect(await refused(twice)).toBe(`input.memberships: must not have the user "${user}" twice`);
    expect(await refused([{ user: 'nobody', role: 'MEMBER' }])).toMatch(/^input\.memberships\.nobody: "nobody" is not/);
    expect(await refused([{ user, role: 'BOSS' }])).toContain('memberships[0].role');
  });
});

describe('translations', () => {
  it('of a glossary entry are terms by language, and name each language once', async () => {
    const { id } = organization;
    const query = `mutation ($id: ID!, $translations: [GlossaryTranslationInput!]) {
      updateGlossary(organizationId: $id, input: { operations: [{ type: INSERT, translations: $translations }] }) {
        entries { id translations { language term } } } }`;
    const translations = [
      { language: 'de', term: 'Seite' },
      { language: 'en', term: 'page' },
    ];
    const { body } = await owner.graphql(query, { id, translations });
    const [entry] = body.data.updateGlossary.entries;
    expect(entry.translations).toEqual(translations);
    const read = await owner.rest(`GET /v1/orgs/${id}/translations-glossary/${entry.id}`);
    expect(read.body.translations).toEqual({ en: 'page', de: 'Seite' });
    const refused = (given: unknown) => refusalOf(query, { id, translations: given });
    const place = 'input.operations.0.translations';
    expect(await refused([])).toBe(`${place}: must have a language`);
    expect(await refused([{ language: 'en', term: '' }])).toBe(`${place}.en: must not be empty`);
    expect(await refused([...translations, { language: 'en', term: 'x' }])).toBe(
      `${place}: must not have the language "en" twice`,
    );
  });
});

describe('the spaces of a new site', () => {
  const query = `mutation ($id: ID!, $input: CreateSiteInput!) { createSite(organizationId: $id, input: $input) {
    site { siteSpaces { edges { node { space { id } } } } } } }`;

  it('are existing ones or one with or without sample pages, and not both', async () => {
    const { id } = organization;
    const space = (await aSpace(server, id)).id;
    const create = async (spaces?: unknown) => {
      const { body } = await owner.graphql(query, { id, input: { title: 'Site', spaces } });
      return body.data.createSite.site.siteSpaces.edges.map(({ node }: any) => node.space.id);
    };
    expect(await create({ ids: [space] })).toEqual([space]);
    expect(await create({ start: 'EMPTY' })).toHaveLength(1);
    expect(await create(null)).toEqual([]);
    expect(await create()).toEqual([]);
    // A document is compiled when it is used often. The compiled document must return the same error.
    for (const spaces of [{}, { ids: [], start: 'EMPTY' }, { ids: null }, { start: 'EMPTY', ids: null }])
      expect(await refusalOf(query, { id, input: { title: 'Site', spaces } })).toContain('input.spaces');
  });
});

describe('publishIntegration', () => {
  const query = `mutation ($name: String!, $input: PublishIntegrationInput!) {
    publishIntegration(integrationName: $name, input: $input) { integration { contentSecurityPolicy
      configurations { account { required properties { name type title description enum completionUrl callbackUrl
        buttonText default { text number flag } } } space { componentId properties { name } } } } } }`;
  const input = () => ({ title: 'Example', description: 'What', script: 'x', organization: organization.id });
  let names = 0;
  const newName = () => `typed-${process.pid}-${(names += 1)}`;

  it('takes the properties of configurations, which REST has by name', async () => {
    const name = newName();
    const property = { title: 'T', description: 'D', enum: ['a', 'b'] };
    const properties = [
      { ...property, name: 'key', type: 'STRING', default: { text: 'a' } },
      { name: 'rate', type: 'NUMBER', default: { number: 1.5 } },
      { name: 'on', type: 'BOOLEAN', default: { flag: false } },
      { name: 'go', type: 'BUTTON', callbackUrl: 'c', buttonText: 'b', completionUrl: 'u' },
    ];
    const configurations = { account: { properties, required: ['key'] }, space: { componentId: 'c' } };
    const { body } = await owner.graphql(query, { name, input: { ...input(), configurations } });
    const { account, space } = body.data.publishIntegration.integration.configurations;
    expect([account.required, space]).toEqual([['key'], { componentId: 'c', properties: null }]);
    const given = (member: string) => Object.fromEntries(account.properties.map((one: any) => [one.name, one[member]]));
    expect(given('type')).toEqual({ key: 'STRING', rate: 'NUMBER', on: 'BOOLEAN', go: 'BUTTON' });
    const none = { text: null, number: null, flag: null };
    expect(given('default')).toEqual({
      key: { ...none, text: 'a' },
      rate: { ...none, number: 1.5 },
      on: { ...none, flag: false },
      go: null,
    });
    expect(given('buttonText')).toEqual({ key: null, rate: null, on: null, go: 'b' });
    expect((await owner.rest(`GET /v1/integrations/${name}`)).body.configurations).toEqual({
      account: {
        properties: {
          key: { ...property, type: 'string', default: 'a' },
          rate: { type: 'number', default: 1.5 },
          on: { type: 'boolean', default: false },
          go: { type: 'button', callback_url: 'c', button_text: 'b', completion_url: 'u' },
        },
        required: ['key'],
      },
      space: { componentId: 'c' },
    });
  });

  it('takes a policy as a header or as directives, and secrets by name', async () => {
    const policyOf = async (changes: object) => {
      const { body } = await owner.graphql(query, { name: newName(), input: { ...input(), ...changes } });
      return body.data.publishIntegration.integration.contentSecurityPolicy;
    };
    const directives = [
      { name: 'default-src', value: "'self'" },
      { name: 'img-src', value: '*' },
    ];
    expect(await policyOf({ contentSecurityPolicy: { directives } })).toBe("default-src 'self'; img-src *");
    expect(await policyOf({ contentSecurityPolicy: { header: 'img-src *' } })).toBe('img-src *');
    expect(await policyOf({ contentSecurityPolicy: null, secrets: [{ name: 'KEY', value: 'x' }] })).toBeNull();
  });

  it.each([
    [{ contentSecurityPolicy: {} }, 'input.contentSecurityPolicy'],
    [{ contentSecurityPolicy: { header: 'ä' } }, 'input.contentSecurityPolicy'],
    [{ contentSecurityPolicy: { directives: [{ name: 'Img', value: 'x' }] } }, 'input.contentSecurityPolicy'],
    [{ secrets: [{ name: 'a b', value: 'x' }] }, 'input.secrets.a b'],
    [{ secrets: Array.from({ length: 2 }, () => ({ name: 'KEY', value: 'x' })) }, 'input.secrets'],
    [
      { configurations: { account: { properties: [{ name: 'a', type: 'STRING', default: { number: 1 } }] } } },
      'input.configurations.account.properties.a',
    ],
    [
      { configurations: { account: { properties: [{ name: 'a', type: 'STRING', default: {} }] } } },
      'input.configurations.account.properties.a.default',
    ],
    [
      { configurations: { account: { properties: Array.from({ length: 2 }, () => ({ name: 'a', type: 'BUTTON' })) } } },
      'input.configurations.account.properties',
    ],
  ])('refuses %j, naming %s', async (changes, place) => {
    const name = newName();
    for (let round = 1; round <= 4; round += 1) {
      const message = await refusalOf(query, { name, input: { ...input(), ...changes } });
      expect(message.replaceAll(/\[(\d+)\]/g, '.$1')).toMatch(new RegExp(`(^|")${place.replaceAll('.', '[.]')}(:|")`));
    }
  });
});

describe('the description of a change request', () => {
  it('is Markdown or a document in GraphQL, where REST takes a bare document too', async () => {
    const { author, ada, at, id } = await aReviewWorld(server);
    const update = `mutation ($id: ID!, $description: ChangeRequestDescriptionInput) {
      updateChangeRequest(changeRequestId: $id, input: { description: $description }) {
        changeRequest { description descriptionDocument } } }`;
    const set = async (description: unknown) =>
      (await author.graphql(update, { id, description })).body.data.updateChangeRequest.changeRequest;
    const { descriptionDocument: document } = await set({ markdown: 'Why' });
    expect((await set({ document })).description).toBe('Why');
    expect((await set({})).description).toBe('Why');
    expect(await set(null)).toEqual({ description: '', descriptionDocument: null });
    await author.rest(`PATCH ${at}`, { description: document });
    expect((await set({})).description).toBe('Why');
    const request = `mutation ($id: ID!, $input: RequestReviewInput!) {
      requestReview(changeRequestId: $id, input: $input) { changeRequest { description } } }`;
    const input = { userIds: [ada.userId], description: { markdown: 'Please' } };
    const { body } = await author.graphql(request, { id, input });
    expect(body.data.requestReview.changeRequest.description).toBe('Please');
    const wrong = await author.graphql(update, { id, description: { markdown: 'x'.repeat(10_001) } });
    expect(wrong.body.errors[0].extensions.details[0].path).toBe('input.description.markdown');
  });
});
