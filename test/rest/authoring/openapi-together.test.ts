import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

/** A specification with one operation of a tag. */
const specification = (tag: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Zoo', version: tag },
    paths: { '/animals': { get: { tags: [tag], summary: `List ${tag}`, responses: {} } } },
  });

const computed = (spec: string) => ({
  operation: 'insert_page',
  type: 'computed',
  title: 'API',
  computed: { type: 'builtin:openapi', dependencies: { spec: { ref: { kind: 'openapi', spec } } } },
});

// The embedded database runs one transaction after the other.
describe.skipIf(process.env.TEST_ENGINE === 'embedded')('new versions at the same time', () => {
  let server: Harness;
  let owner: Caller;
  let base: string;
  let spaceId: string;
  beforeAll(async () => {
    server = await startServer();
    const organization = await anOrganization(server);
    ({ owner } = organization);
    base = `/v1/orgs/${organization.id}/openapi`;
    ({ id: spaceId } = await aSpace(server, organization.id));
  });

  const put = (slug: string, tag: string) =>
    owner.rest(`PUT ${base}/${slug}`, { source: { text: specification(tag) } });
  const isComplete = async (slug: string) =>
    (await owner.rest(`GET ${base}/${slug}`)).body.processingState === 'complete';
  async function complete(slug: string): Promise<void> {
    await expect.poll(() => isComplete(slug)).toBe(true);
  }

  /** The titles of the pages below each computed page, and the versions that they were written from. */
  async function shown() {
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`);
    return body.pages.map(({ pages, computedSeed }: { pages: { title: string }[]; computedSeed: string }) => ({
      titles: pages.map(({ title }) => title),
      seed: computedSeed,
    }));
  }

  it('concurrent versions of one specification leave the last one, in its version and in every page', async () => {
    await put('zoo', 'First');
    await complete('zoo');
    expect((await owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes: [computed('zoo')] })).status).toBe(200);
    const tags = ['Cats', 'Dogs', 'Birds', 'Fish', 'Bees'];
    const replies = await Promise.all(tags.map((tag) => put('zoo', tag)));
    expect(replies.map(({ status }) => status)).toEqual(tags.map(() => 200));
    await complete('zoo');
    const { body } = await owner.rest(`GET ${base}/zoo/versions/latest/content`);
    const { lastVersion } = (await owner.rest(`GET ${base}/zoo`)).body;
    const [{ titles, seed }] = await shown();
    expect([titles, seed]).toEqual([[body.filesystem[0].specification.info.version], lastVersion]);
  });

  it('concurrent versions of two specifications in one space both reach their pages', async () => {
    await Promise.all([put('one', 'Old'), put('two', 'Old')]);
    await Promise.all([complete('one'), complete('two')]);
    const changes = [computed('one'), computed('two')];
    expect((await owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes })).status).toBe(200);
    await Promise.all([put('one', 'Apples'), put('two', 'Pears')]);
    await Promise.all([complete('one'), complete('two')]);
    expect((await shown()).map(({ titles }: { titles: string[] }) => titles)).toEqual([
      expect.any(Array),
      ['Apples'],
      ['Pears'],
    ]);
  });

  it('a computed page that is added while a new version is made shows the latest', async () => {
    await put('late', 'Old');
    await complete('late');
    const [added] = await Promise.all([
      owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes: [computed('late')] }),
      put('late', 'New'),
    ]);
    expect(added.status).toBe(200);
    await complete('late');
    expect((await shown()).at(-1)?.titles).toEqual(['New']);
  });
});
