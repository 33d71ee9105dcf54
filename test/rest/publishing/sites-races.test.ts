import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

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

  it('concurrent changes of site spaces lose none, show none twice in a section, and leave each section one default', async () => {
    const { body: made } = await owner.rest(`POST /v1/orgs/${org}/sites`, { title: 'Races' });
    const at = `/v1/orgs/${org}/sites/${made.id}`;
    const titles = ['S1', 'S2', 'S3'];
    const sectionIds: string[] = [];
    for (const title of titles) {
      const { id: spaceId } = await aSpace(server, org, { title });
      sectionIds.push((await owner.rest(`POST ${at}/sections`, { spaceId, title })).body.id);
    }
    const spaces = await Promise.all(Array.from({ length: 4 }, async () => (await aSpace(server, org)).id));
    // Each space is added twice to each section. One of the two requests is refused.
    const adding = sectionIds.flatMap((sectionId) =>
      spaces.flatMap((spaceId) => [
        { sectionId, spaceId },
        { sectionId, spaceId },
      ]),
    );
    const added = await Promise.all(adding.map((body) => owner.rest(`POST ${at}/site-spaces`, body)));
    expect(added.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 12 }, () => 201),
      ...Array.from({ length: 12 }, () => 409),
    ]);
    const listed = async () => (await owner.rest(`GET ${at}/site-spaces?limit=100`)).body.items as any[];
    const before = await listed();
    expect(new Set(before.map(({ id }) => id)).size).toBe(15);
    const gone = before.filter((_, index) => index % 5 === 0).map(({ id }) => id);
    const beside = (index: number) => before[index % before.length].id;
    const replies = await Promise.all([
      ...before.map(({ id }, index) =>
        owner.rest(`PATCH ${at}/structure/sort`, {
          item: { type: 'site-space', id },
          position: { before: { type: 'site-space', id: beside(index * 7 + 3) } },
        }),
      ),
      ...gone.map((id) => owner.rest(`DELETE ${at}/site-spaces/${id}`)),
      ...before.slice(0, 6).map(({ id }, index) =>
        owner.rest(`POST ${at}/site-spaces/${id}/move`, {
          position: { after: { type: 'site-space', siteSpace: beside(index + 8) } },
        }),
      ),
      owner.rest(`PATCH ${at}`, { defaultSiteSection: sectionIds[2] }),
    ]);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const deleted = gone.filter((_, index) => replies[before.length + index]?.status === 205);
    const after = await listed();
    expect(after.map(({ id }) => id).toSorted()).toEqual(
      before
        .map(({ id }) => id)
        .filter((id) => !deleted.includes(id))
        .toSorted(),
    );
    expect((await owner.rest(`GET ${at}`)).body.siteSpaces).toBe(after.length);
    const { items } = (await owner.rest(`GET ${at}/sections`)).body;
    expect(items.filter((section: Section) => section.default)).toHaveLength(1);
    for (const { siteSpaces } of items) {
      expect(siteSpaces.filter((one: any) => one.default)).toHaveLength(1);
      expect(new Set(siteSpaces.map((one: any) => one.space.id)).size).toBe(siteSpaces.length);
      expect(new Set(siteSpaces.map((one: any) => one.path)).size).toBe(siteSpaces.length);
    }
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
