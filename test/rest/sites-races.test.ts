import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let owner: Caller;
let org: string;
let site: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: org, owner } = await anOrganization(server));
  const { body } = await owner.rest(`POST /v1/orgs/${org}/sites`, { title: 'Docs' });
  site = `/v1/orgs/${org}/sites/${body.id}`;
});

const addSection = async (title: string) => {
  const { id: spaceId } = await aSpace(server, org, { title });
  return owner.rest(`POST ${site}/sections`, { spaceId, title });
};

interface Section {
  readonly id: string;
  readonly path: string;
  readonly default: boolean;
  readonly siteSpaces: readonly { readonly default: boolean }[];
}

const sections = async () => (await owner.rest(`GET ${site}/sections`)).body.items as Section[];

describe('concurrent changes of the structure of a site', () => {
  it('concurrent changes of a site lose nothing, place nothing twice, and leave one default', async () => {
    const added = await Promise.all(Array.from({ length: 8 }, () => addSection('Same')));
    expect(added.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    const before = await sections();
    const ids = before.map(({ id }) => id);
    const group = (await owner.rest(`POST ${site}/section-groups`, { title: 'G', sections: ids.slice(0, 3) })).body.id;
    const sort = (id: string, beside: string) =>
      owner.rest(`PATCH ${site}/structure/sort`, {
        item: { type: 'site-section', id },
        position: { after: { type: 'site-section', id: beside } },
      });
    const at = (index: number) => ids[index % ids.length]!;
    const replies = await Promise.all([
      ...ids.map((id, index) => sort(id, at(index + 3))),
      ...ids.slice(1).map((id, index) => sort(id, at(index + 6))),
      owner.rest(`DELETE ${site}/sections/${at(0)}`),
      owner.rest(`DELETE ${site}/section-groups/${group}`),
      addSection('Same'),
    ]);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const after = await sections();
    expect(new Set(after.map(({ id }) => id)).size).toBe(8);
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(1)));
    expect(new Set(after.map(({ path }) => path)).size).toBe(8);
    expect(after.filter((section) => section.default)).toHaveLength(1);
    for (const { siteSpaces } of after) expect(siteSpaces.map((one) => one.default)).toEqual([true]);
    expect((await owner.rest(`GET ${site}`)).body.siteSpaces).toBe(8);
  });

  it('concurrent changes delete a space and add it to the site in one order or the other, never both', async () => {
    const { id: spaceId } = await aSpace(server, org);
    const [deleted, added] = await Promise.all([
      owner.rest(`DELETE /v1/spaces/${spaceId}`),
      owner.rest(`POST ${site}/sections`, { spaceId }),
    ]);
    expect([205, 409]).toContain(deleted.status);
    expect(added.status).toBe(deleted.status === 205 ? 404 : 201);
  });
});
