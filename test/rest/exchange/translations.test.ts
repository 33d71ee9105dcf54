import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, someTranslationSettings, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';

let server: Harness;
let organization: AnOrganization;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
});

describe('translation settings', () => {
  it('are created without languages, renamed, and deleted', async () => {
    const { id, owner } = organization;
    const { body } = await owner.rest(`POST /v1/orgs/${id}/translations`, { title: 'Docs', languages: ['de'] });
    expect(body).toMatchObject({ object: 'translation-settings', title: 'Docs', languages: [] });
    const path = `/v1/orgs/${id}/translations/${body.id}`;
    expect((await owner.rest(`PUT ${path}`, { title: 'Manual' })).body.title).toBe('Manual');
    for (const title of ['', 'x'.repeat(101), undefined])
      expect((await owner.rest(`PUT ${path}`, { title })).status).toBe(400);
    expect((await owner.rest(`DELETE ${path}`)).status).toBe(205);
    expect((await owner.rest(`GET ${path}`)).status).toBe(404);
  });

  it('take languages of the list, each once, over GraphQL', async () => {
    const { id, owner } = organization;
    const settings = await someTranslationSettings(server, id);
    const set = (languages: readonly string[]) =>
      owner.graphql(
        'mutation ($o: ID!, $s: ID!, $l: [String!]!) { setTranslationLanguages(organizationId: $o, translationSettingsId: $s, languages: $l) { translation { languages } } }',
        { o: id, s: settings.id, l: languages },
      );
    const { body } = await set(['de', 'pt-br']);
    expect(body.data.setTranslationLanguages.translation.languages).toEqual(['de', 'pt-br']);
    for (const refused of [['xx'], ['de', 'de']])
      expect((await set(refused)).body.errors[0].extensions.type).toBe('validation_failed');
  });

  it('of another organization are not found', async () => {
    const other = await anOrganization(server);
    const { id } = await someTranslationSettings(server, other.id);
    expect((await organization.owner.rest(`GET /v1/orgs/${organization.id}/translations/${id}`)).status).toBe(404);
  });
});
