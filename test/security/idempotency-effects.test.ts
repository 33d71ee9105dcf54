import { beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/db/sql.ts';
import { updateContent } from '../../src/domain/authoring/content/edits/update-content.ts';
import { runOutside, type KeyedWork } from '../../src/domain/core/idempotency/run-once.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { sourceServer } from '../source-server.ts';
import { clock } from '../setup/clock.ts';

let server: Harness;
let owner: Caller;
let spaceId: string;
let otherId: string;
beforeAll(async () => {
  server = await startServer();
  const { owner: admin, id } = await anOrganization(server);
  owner = admin;
  [{ id: spaceId }, { id: otherId }] = [await aSpace(server, id), await aSpace(server, id)];
});

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const insert = (title: string) => ({
  changes: [{ operation: 'insert_page', title, ref: 'a', document: { markdown: 'Text' } }],
});
const write = (title: string, key: string) =>
  owner.rest(`POST /v1/spaces/${spaceId}/content`, insert(title), keyed(key));

/** Simulates a process that ended after the effect of the request and before its response was stored. */
const forgetResponse = (key: string) =>
  server.platform.db.sql.rows(sql`
    update idempotency_keys set status = null, body = null, "seenAt" = '-infinity' where key = ${key} returning key`);

const pagesCalled = async (title: string) => {
  const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`);
  return (body.pages as { title: string }[]).filter((page) => page.title === title).length;
};

it('a content edit whose process ended before it answered is answered by its effect and not made again', async () => {
  const first = await write('Once', 'key-edit');
  await forgetResponse('key-edit');
  const second = await write('Once', 'key-edit');
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect(await pagesCalled('Once')).toBe(1);
});

it.each(['copy', 'move'])('a %s of a page whose process ended before it answered is not made again', async (kind) => {
  const { body } = await write(`To ${kind}`, `key-before-${kind}`);
  const page = body.changes[0].page.id as string;
  const send = () =>
    owner.rest(`POST /v1/spaces/${spaceId}/content/page/${page}/${kind}`, { space: otherId }, keyed(`key-${kind}`));
  const first = await send();
  expect(first.status).toBe(200);
  await forgetResponse(`key-${kind}`);
  const second = await send();
  expect([second.status, second.body]).toEqual([200, first.body]);
  const { body: there } = await owner.rest(`GET /v1/spaces/${otherId}/content/pages`);
  expect(there.pages.filter(({ title }: { title: string }) => title === `To ${kind}`)).toHaveLength(1);
});

it('a mutation of GraphQL whose process ended before it answered is not made again', async () => {
  const query = `mutation ($spaceId: ID!, $input: UpdateContentInput!) {
    updateContent(spaceId: $spaceId, input: $input) { revisionId changes { pageId type } }
  }`;
  const input = { changes: [{ operation: 'INSERT_PAGE', title: 'By graph' }] };
  const send = () => owner.graphql(query, { spaceId, input }, keyed('key-graph'));
  const first = await send();
  expect(first.body.data.updateContent.changes[0].pageId).toEqual(expect.any(String));
  await forgetResponse('key-graph');
  expect((await send()).body).toEqual(first.body);
  expect(await pagesCalled('By graph')).toBe(1);
});

it('a key that a live request holds is 409, and is free when its holder has given no sign of life', async () => {
  const hold = (seenAt: string) =>
    server.platform.db.sql.rows(sql`
      update idempotency_keys set status = null, body = null, effect = null, holder = 'another', "seenAt" = ${seenAt}::timestamptz
      where key = 'key-held' returning key`);
  await write('Held', 'key-held');
  await hold(clock.now().toISOString());
  const refused = await write('Held', 'key-held');
  expect([refused.status, refused.body.error.type]).toEqual([409, 'idempotency_in_progress']);
  await hold(new Date(clock.now().getTime() - 60_000).toISOString());
  expect((await write('Held', 'key-held')).status).toBe(200);
});

it('a run whose key was taken over by another changes nothing', async () => {
  const claim = { scope: 'test', key: 'key-slow', fingerprint: 'same' };
  const edit = (ctx: Parameters<KeyedWork<string>['run']>[0]) =>
    updateContent(ctx, {
      spaceId,
      operations: [{ input: { operation: 'insert_page', title: 'Slow' }, path: 'input' }],
    });
  const work: KeyedWork<string> = {
    run: async (ctx) => {
      await server.platform.db.sql.rows(sql`
        update idempotency_keys set holder = 'another' where key = 'key-slow' returning key`);
      await edit(ctx);
      return 'made';
    },
    replay: async () => 'replayed',
    responseOf: () => ({ status: 200, body: '' }),
  };
  await expect(runOutside(owner.context(), claim, work)).rejects.toMatchObject({ type: 'idempotency_in_progress' });
  expect(await pagesCalled('Slow')).toBe(0);
});

it('an import whose process ended before it answered waits for its job and is not made again', async () => {
  await using source = await sourceServer();
  const url = source.serve('/once.md', { body: '# Imported once\n\nText', type: 'text/markdown' });
  const send = () =>
    owner.rest(`POST /v1/spaces/${spaceId}/content/import`, { url, source: 'markdown' }, keyed('key-import'));
  const first = await send();
  expect(first.status).toBe(201);
  await forgetResponse('key-import');
  expect((await send()).body).toEqual(first.body);
  expect(await pagesCalled('Imported once')).toBe(1);
});
