import { beforeAll, describe, expect, test } from 'vitest';
import { documentText } from '../../src/domain/content/changes.ts';
import { commitContent } from '../../src/domain/content/commit.ts';
import type { Context } from '../../src/domain/context.ts';
import { transact } from '../../src/domain/transact.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';

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
    const document = documentText(markdown);
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
      documents: document ? [document] : [],
      links: [],
    }));
  };

  test('another organization writes a text that is there already', async () => {
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
});
