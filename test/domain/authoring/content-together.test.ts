import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { storedTextOf } from '../../../src/text/content/changes.ts';
import { commitContent } from '../../../src/domain/authoring/content/commit.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { duplicateSpace } from '../../../src/domain/authoring/spaces/duplicate.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

// The embedded database runs one transaction after the other.
describe.skipIf(process.env.TEST_ENGINE === 'embedded')('while another transaction goes on', () => {
  let server: Harness;

  beforeAll(async () => {
    server = await startServer();
  });

  const aPlace = async () => {
    const { id: organizationId, owner } = await anOrganization(server);
    return { owner, spaceId: (await aSpace(server, organizationId)).id };
  };

  const commitPage = (ctx: Context, spaceId: string, id: string, markdown: string) => {
    const document = storedTextOf(markdown);
    return commitContent(ctx, { spaceId }, async () => ({
      put: [
        {
          id,
          kind: 'page',
          parentId: null,
          position: `a${id.length}`,
          type: 'document',
          title: id,
          slug: id.toLowerCase(),
          documentId: document?.id ?? null,
          blobHash: null,
          attributes: {},
        },
      ],
      remove: [],
      texts: document ? [document] : [],
      links: [],
    }));
  };

  test('a transaction that stores a text does not block another organization that stores the same text', async () => {
    const [one, other] = [await aPlace(), await aPlace()];
    const markdown = `# Terms ${one.spaceId}\n\nThe same everywhere.`;
    await commitPage(one.owner.context(), one.spaceId, 'pg_first', markdown);
    await transact(one.owner.context(), async (ctx) => {
      await commitPage(ctx, one.spaceId, 'pg_again', markdown);
      await commitPage(other.owner.context(), other.spaceId, 'pg_theirs', markdown);
    });
    const { body } = await other.owner.rest(`GET /v1/spaces/${other.spaceId}/content/page/pg_theirs`);
    expect(body.markdown).toBe(markdown);
  });

  const page = (revision: number) => ({
    id: 'pg_one',
    markdown: `[Link](https://example.com/${revision}) and text ${revision}`,
  });

  /** A context that does something when its transaction has copied the entries of a space. */
  function afterEntries(caller: Caller, follow: () => Promise<unknown>): Context {
    const ctx = caller.context();
    return {
      ...ctx,
      runTransaction: (run) =>
        ctx.runTransaction((db) =>
          run(
            new Proxy(db, {
              get: (target, key) =>
                key === '$queryRawUnsafe'
                  ? async (text: string, ...values: unknown[]) => {
                      const rows = await target.$queryRawUnsafe(text, ...values);
                      if (text.includes('insert into content_entries (line')) await follow();
                      return rows;
                    }
                  : Reflect.get(target, key),
            }),
          ),
        ),
    };
  }

  test.each([
    ['edited', [page(1)]],
    ['added', [page(0), { id: 'pg_new', markdown: '[New](https://example.com/new)' }]],
  ])('a space that is duplicated while its pages are %s is copied in one consistent state', async (_done, pages) => {
    const { owner, spaceId } = await aPlace();
    await writePages(owner, spaceId, [page(0)]);
    const { id } = await duplicateSpace(
      afterEntries(owner, () => writePages(owner, spaceId, pages)),
      spaceId,
    );
    const [state] = await owner.context().sql.rows(sql`
      select e."documentId" = p."documentId" as found, l.links,
        (select count(*)::int from content_entries where line = ${id}) as entries,
        (select count(*)::int from search_pages where "spaceId" = ${id}) as pages
      from content_entries e
        left join search_pages p on p."spaceId" = e.line and p."pageId" = e."entryId"
        cross join (select count(*)::int as links from content_links where line = ${id}) l
      where e.line = ${id} and e."entryId" = 'pg_one'`);
    expect(state).toEqual({ found: true, links: 1, entries: 1, pages: 1 });
  });
});
