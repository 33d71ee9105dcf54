import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const set = ({ graphql }: Caller, language: string | null) =>
  graphql('mutation ($input: SetLanguageInput!) { setLanguage(input: $input) { user { id language } } }', {
    input: { language },
  });

describe('the language of a person', () => {
  it('is set, seen by them alone, and taken back', async () => {
    const { id, owner } = await anOrganization(server);
    expect((await set(owner, 'de')).body.data.setLanguage.user).toEqual({ id: owner.userId, language: 'de' });
    const admin = await server.aUser({ isInstanceAdmin: true });
    const { body } = await admin.graphql('query ($id: ID!) { user(id: $id) { language } }', { id: owner.userId });
    expect(body.data.user.language).toBeNull();
    expect((await set(owner, null)).body.data.setLanguage.user.language).toBeNull();
    const log = await owner.graphql('{ viewer { accountEvents { edges { node { type } } } } }');
    expect(log.body.data.viewer.accountEvents.edges.map(({ node }: any) => node.type)).toEqual([
      'USER_UPDATED',
      'USER_UPDATED',
    ]);
    const limited = await server.as(owner.userId, { organizationId: id });
    expect((await set(limited, 'de')).body.errors[0].extensions.type).toBe('forbidden');
  });

  it.each(['', 'xx', 'DE', 'klingon'])('is none of these: %s', async (language) => {
    const { owner } = await anOrganization(server);
    expect((await set(owner, language)).body.errors[0].extensions.type).toBe('validation_failed');
  });
});
