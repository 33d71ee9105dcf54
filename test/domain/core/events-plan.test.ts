import type { ClientBase } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageQuery, paginate, type KeysetList } from '../../../src/db/keyset.ts';
import { sql, type Fragment, type Sql } from '../../../src/db/sql.ts';
import { maxEventCount } from '../../../src/domain/core/events/fields.ts';
import { ofSpace } from '../../../src/domain/core/events/emit.ts';
import {
  auditList,
  eventsList,
  type AuditFilter,
  type EventFilter,
} from '../../../src/domain/core/events/queries/events.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { genericPlanOf, touchedBy, type Arrange } from '../../plan.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let quiet: { readonly spaceId: string; readonly at: number };

const total = maxEventCount + 200;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  const { id: busyId } = await aSpace(server, organizationId);
  const { id: spaceId } = await aSpace(server, organizationId);
  quiet = { spaceId, at: total / 2 };
  // One event in the middle is of another type, space, site, actor and subject than all others.
  await server.platform.db.sql.rows(sql`with stream as (
      insert into event_streams ("organizationId", position) values (${organizationId}, ${total}::int) returning position
    )
    insert into events (id, "organizationId", position, type, "subjectId", "spaceId", "siteId", "actorId", "requestId", source, data, "createdAt")
    select ${organizationId} || n, ${organizationId}, n,
      case when n = ${quiet.at}::int then 'space.moved' else 'space.updated' end, space.id, space.id,
      case when n = ${quiet.at}::int then 'rare' else 'busy' end, case when n = ${quiet.at}::int then 'rare' else ${owner.userId} end, 'test', 'service', '{}', now()
    from stream cross join generate_series(1, ${total}::int) n
    cross join lateral (select case when n = ${quiet.at}::int then ${spaceId} else ${busyId} end as id) space
    returning id`);
  await server.platform.db.sql.rows(sql`analyze events`);
});

const all = { since: null, types: null, spaceId: null, siteId: null };
const feed = (direction: 'asc' | 'desc', filter: Partial<EventFilter> = {}) =>
  eventsList({ ...all, ...filter, organizationId, actor: owner.context().actor, direction });
const log = (filter: Partial<AuditFilter> = {}) =>
  auditList({
    organizationId,
    actor: owner.context().actor,
    from: null,
    to: null,
    types: null,
    actorId: null,
    subjectId: null,
    ...filter,
  });

/** The number of events that a statement reads, with those that it leaves out. */
async function eventsRead(statement: Fragment, arrange?: Arrange): Promise<number> {
  const nodes = await genericPlanOf(server, statement, arrange);
  return nodes.filter((node) => node['Relation Name'] === 'events').reduce((sum, node) => sum + touchedBy(node), 0);
}

const pageSize = 50;
const readByPage = (list: KeysetList) => eventsRead(pageQuery(list, null, pageSize));

/** Adds thousands of organizations of one event each, as of an instance on which one organization is much larger than all others. */
async function addSmallOrganizations(client: ClientBase) {
  await client.query(`with organization as (
      insert into organizations (id, title, "emailDomains") select 'small' || n, 'Small', '{}' from generate_series(1, 5000) n
      returning id
    )
    insert into events (id, "organizationId", position, type, "subjectId", "requestId", source, data, "createdAt")
    select id, id, 1, 'organization.updated', id, 'test', 'service', '{}', now() from organization`);
  await client.query('analyze events');
}

/** The statement that counts a list. */
async function countOf(list: KeysetList): Promise<Fragment> {
  const sent: Fragment[] = [];
  const reader = { first: (statement: Fragment) => (sent.push(statement), Promise.resolve(null)) };
  const none = { after: null, first: 0, backward: false };
  await (await paginate({ sql: reader as unknown as Sql, cursorKey: Buffer.alloc(32) }, list, none)).count();
  if (!sent[0]) throw new Error('nothing was sent');
  return sent[0];
}

describe('a page of the feed', () => {
  it.each(['asc', 'desc'] as const)('reads the events that it shows, in the order %s', async (direction) => {
    expect(await readByPage(feed(direction))).toBeLessThanOrEqual(pageSize + 2);
  });

  it('compares no event with all spaces', async () => {
    const there = await anOrganization(server);
    const spaces = await Promise.all(Array.from({ length: 100 }, () => aSpace(server, there.id)));
    await transact(there.owner.context(), async (ctx) => {
      for (const { id } of spaces)
        ctx.emit('space.restored', ofSpace({ id, title: 'Space', organizationId: there.id }));
    });
    const { actor } = there.owner.context();
    const list = eventsList({ ...all, organizationId: there.id, actor, direction: 'asc' });
    // Each step reads the spaces or the events once or a few times, but not the one for each of the other.
    for (const node of await genericPlanOf(server, pageQuery(list, null, pageSize)))
      expect(touchedBy(node)).toBeLessThanOrEqual(spaces.length * 5);
  });
});

describe.each([
  ['alone', undefined],
  ['beside many small organizations', addSmallOrganizations],
] as const)('a page that shows one event of many reads no other, %s', (_where, arrange) => {
  const pages: Record<string, () => KeysetList> = {
    'the feed of a space, of a type': () => feed('desc', { spaceId: quiet.spaceId, types: ['space.moved'] }),
    'the feed of a type': () => feed('desc', { types: ['space.moved'] }),
    'the feed of a type, the oldest first': () => feed('asc', { types: ['space.moved'] }),
    'the feed of a space': () => feed('desc', { spaceId: quiet.spaceId }),
    'the feed of a space, the oldest first': () => feed('asc', { spaceId: quiet.spaceId }),
    'the feed of a site': () => feed('desc', { siteId: 'rare' }),
    'the log of an actor': () => log({ actorId: 'rare' }),
    'the log of a type': () => log({ types: ['space.moved'] }),
    'the log of a target': () => log({ subjectId: quiet.spaceId }),
  };
  it.each(Object.keys(pages))('%s', async (name) => {
    const list = pages[name]?.();
    expect(list && (await eventsRead(pageQuery(list, null, pageSize), arrange))).toBe(1);
  });
});

describe('the count', () => {
  it('reads no more events than it counts', async () => {
    for (const list of [feed('asc'), log()])
      expect(await eventsRead(await countOf({ ...list, countUpTo: 100 }))).toBeLessThanOrEqual(100);
  });

  it('ends at its limit in both lists', async () => {
    for (const name of ['events', 'audit-events'])
      expect((await owner.rest(`GET /v1/orgs/${organizationId}/${name}?limit=0`)).body.count).toBe(maxEventCount);
  });
});
