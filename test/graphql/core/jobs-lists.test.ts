import { beforeAll, describe, expect, it } from 'vitest';
import { aJob, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const query = `query ($id: ID!, $space: ID!, $after: String) {
  organization(id: $id) { jobs(first: 1, after: $after) { count pageInfo { hasNextPage endCursor } edges { node { id } } } }
  space(id: $space) { jobs { edges { node { id } } } } }`;

describe('the jobs of an organization', () => {
  it('are all those of people for admins, and for others their own, page by page', async () => {
    const { id, owner } = await anOrganization(server);
    const { id: space } = await aSpace(server, id);
    const writer = await aMember(server, id, 'edit');
    const ofWriter = (await aJob(server, id, { createdById: writer.userId, spaceId: space })).id;
    const ofOwner = (await aJob(server, id, { createdById: owner.userId })).id;
    // Work of the service itself, and of another organization.
    await aJob(server, id);
    await aJob(server, (await anOrganization(server)).id, { createdById: owner.userId });
    const listed = async ({ graphql }: Caller, after: string | null = null) => {
      const { data } = (await graphql(query, { id, space, after })).body;
      const { count, pageInfo, edges } = data.organization.jobs;
      const ids = (all: any[]): string[] => all.map(({ node }) => node.id);
      return {
        count,
        end: pageInfo.hasNextPage ? pageInfo.endCursor : null,
        ids: ids(edges),
        there: ids(data.space.jobs.edges),
      };
    };
    const first = await listed(owner);
    const next = await listed(owner, first.end);
    expect([first.count, next.end, first.there]).toEqual([2, null, [ofWriter]]);
    expect([...first.ids, ...next.ids].toSorted()).toEqual([ofOwner, ofWriter].toSorted());
    expect(await listed(writer)).toEqual({ count: 1, end: null, ids: [ofWriter], there: [ofWriter] });
    const reader = await aMember(server, id, 'read');
    expect(await listed(reader)).toEqual({ count: 0, end: null, ids: [], there: [] });
    const limited = await server.as(owner.userId, { scopes: ['org:read', 'space:read'] });
    expect((await limited.graphql(query, { id, space })).body.errors[0].extensions.type).toBe('insufficient_scope');
  });
});
