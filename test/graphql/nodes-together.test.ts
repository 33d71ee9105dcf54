import { beforeAll, describe, expect, test } from 'vitest';
import { idPrefixes, newId, pairId, type IdPrefix } from '../../src/lib/ids.ts';
import { anOrganization, type AnOrganization } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';

let server: Harness;
let organization: AnOrganization;

beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
});

const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';

describe('nodes(ids:)', () => {
  test('a list of more than a hundred ids is refused', async () => {
    const ids = Array.from({ length: 101 }, () => newId('spc'));
    const { body } = await organization.owner.graphql(query, { ids });
    expect(body.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    const { body: most } = await organization.owner.graphql(query, { ids: ids.slice(1) });
    expect(most.data.nodes).toEqual(Array.from({ length: 100 }, () => null));
  });

  test.each(Object.keys(idPrefixes) as IdPrefix[])('ids of the prefix %s are looked up together', async (prefix) => {
    const statementsFor = async (length: number) => {
      const ids = Array.from({ length }, () =>
        prefix === 'mbr' || prefix === 'tmb' ? pairId(prefix, newId('org'), newId('usr')) : newId(prefix),
      );
      await server.statements.reset();
      const { body } = await organization.owner.graphql(query, { ids });
      expect(body.data.nodes).toEqual(ids.map(() => null));
      return server.statements.texts.length;
    };
    await statementsFor(1);
    await server.statements.settled();
    expect(await statementsFor(30)).toBeLessThanOrEqual((await statementsFor(1)) + 2);
  });
});
