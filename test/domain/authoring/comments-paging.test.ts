import type { ClientBase } from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { Position } from '../../../src/db/keyset.ts';
import type { Fragment } from '../../../src/db/sql.ts';
import { commentPageLoader, type CommentFilter } from '../../../src/loaders/comments.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { genericPlanOf, touchedBy } from '../../plan.ts';

let server: Harness;
let owner: Caller;
let spaceId: string;
let arrange: (client: ClientBase) => Promise<void>;

const total = 5_000;
const filter: CommentFilter = { order: 'desc', status: null, targetPage: null, authors: null };

beforeAll(async () => {
  server = await startServer();
  const { id: organizationId, owner: admin } = await anOrganization(server);
  const author = await aMember(server, organizationId, 'comment');
  const space = await aSpace(server, organizationId);
  [owner, spaceId] = [admin, space.id];
  arrange = async (client) => {
    await client.query(
      `insert into comments (id, "spaceId", "authorId", markdown, "revisionId", "postedAt")
       select $1 || '_' || n, $1, $2, 'a', $3, timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series(1, $4::int) n`,
      [spaceId, author.userId, space.revisionId, total],
    );
    // Many spaces with few comments each, so that by the average a full sort of a space looks cheap to the planner.
    await client.query(
      `insert into spaces (id, "organizationId", title, position, "revisionId")
       select $1 || '_' || n, $2, 'Small', 'small' || n, 'rev_none' from generate_series(1, 500) n`,
      [spaceId, organizationId],
    );
    await client.query(
      `insert into comments (id, "spaceId", "authorId", markdown, "revisionId")
       select $1 || '_' || n || '_' || m, $1 || '_' || n, $2, 'a', 'rev_none'
       from generate_series(1, 500) n, generate_series(1, 3) m`,
      [spaceId, author.userId],
    );
    await client.query(
      `insert into reactions ("commentId", emoji, "userId") select id, '1f389', "authorId" from comments where "spaceId" = $1`,
      [spaceId],
    );
    await client.query('analyze comments, reactions');
  };
});

/** The statement that reads a page of the list. */
async function pageAfter(after: Position | null): Promise<Fragment> {
  const sent: Fragment[] = [];
  const reader = {
    rows: (fragment: Fragment) => (sent.push(fragment), Promise.resolve([])),
    first: () => Promise.resolve(null),
  };
  await commentPageLoader(reader, owner.context().actor, 'threads').load({
    parentId: spaceId,
    filter,
    after,
    first: 50,
  });
  if (!sent[0]) throw new Error('nothing was sent');
  return sent[0];
}

it('a page 90 % deep in a list of comments reads no more rows than the first page, and none that it does not return', async () => {
  const deep = new Date(Date.UTC(2026, 0, 1) + total * 100).toISOString();
  for (const after of [null, [deep, spaceId]] as const) {
    const nodes = await genericPlanOf(server, await pageAfter(after), arrange);
    const readFrom = (table: string) =>
      nodes.filter((node) => node['Relation Name'] === table).reduce((sum, node) => sum + touchedBy(node), 0);
    expect([readFrom('comments'), readFrom('reactions')]).toEqual([51, 51]);
  }
});
