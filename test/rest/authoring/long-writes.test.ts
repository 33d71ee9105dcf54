import { beforeAll, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const titles = 50;
const callers = 20;

async function aSpaceWithPages(): Promise<{ id: string; pages: string[] }> {
  const { id } = await aSpace(server, organizationId);
  const made = await owner.rest(`POST /v1/spaces/${id}/content`, {
    changes: Array.from({ length: titles }, (_, page) => ({ operation: 'insert_page', title: `Page ${page}` })),
  });
  return { id, pages: made.body.changes.map(({ page }: { page: { id: string } }) => page.id) };
}

test('a small read and a small write wait for a few of many long writes, and all succeed', async () => {
  const spaces = await Promise.all(Array.from({ length: callers }, aSpaceWithPages));
  const [small] = spaces;
  const done: string[] = [];
  const note =
    (name: string) =>
    <Answer extends { readonly status: number }>(answer: Answer) => {
      done.push(name);
      return answer.status;
    };
  const long = spaces.slice(1).map(({ id, pages }) =>
    owner
      .rest(`POST /v1/spaces/${id}/content`, {
        changes: pages.map((page, at) => ({ operation: 'update_page', page, title: `Title ${at}` })),
      })
      .then(note('long')),
  );
  await Promise.race(long);
  const before = done.length;
  const short = [
    owner.rest(`GET /v1/spaces/${small?.id}`).then(note('read')),
    owner.rest(`PATCH /v1/spaces/${small?.id}`, { title: 'New' }).then(note('write')),
  ];
  expect(await Promise.all([...short, ...long])).toEqual(Array(callers + 1).fill(200));
  // Each statement of a small request waits for at most one long transaction: the one before it.
  expect(done.indexOf('read') - before).toBeLessThanOrEqual(4);
  expect(done.indexOf('write') - before).toBeLessThanOrEqual(8);
});
