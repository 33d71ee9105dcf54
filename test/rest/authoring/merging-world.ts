import { updateContent } from '../../../src/domain/authoring/content/edits/update-content.ts';
import type { ContentOperation } from '../../../src/domain/authoring/content/edits/operation.ts';
import { aSpace } from '../../factories.ts';
import type { Caller, Harness } from '../../harness.ts';

export const text = 'one\ntwo\nthree\nfour\nfive\n';

/** Creates a space with the pages a, b and c, and a change request. */
export async function aMergingWorld(server: Harness, organizationId: string, owner: Caller) {
  const { id: spaceId } = await aSpace(server, organizationId);
  const write = (changeRequestId: string | null, ...operations: ContentOperation[]) =>
    updateContent(owner.context(), {
      spaceId,
      changeRequestId,
      operations: operations.map((input, index) => ({ input, path: `changes.${index}` })),
    });
  const insert = (title: string): ContentOperation => ({
    operation: 'insert_page',
    title,
    slug: title,
    document: { markdown: text },
  });
  const { pages } = await write(null, insert('a'), insert('b'), insert('c'));
  const [a = '', b = '', c = ''] = pages.map(({ id }) => id);
  const { body: changeRequest } = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, {});
  const at = `/v1/spaces/${spaceId}/change-requests/${changeRequest.id}`;
  return {
    spaceId,
    id: changeRequest.id as string,
    at,
    pages: { a, b, c },
    onMain: (...operations: ContentOperation[]) => write(null, ...operations),
    inRequest: (...operations: ContentOperation[]) => write(changeRequest.id, ...operations),
    merge: () => owner.rest(`POST ${at}/merge`),
    update: () => owner.rest(`POST ${at}/update`),
    conflicts: async () => (await owner.rest(`GET ${at}/conflicts`)).body.items,
    request: async () => (await owner.rest(`GET ${at}`)).body,
    paths: async (base = `/v1/spaces/${spaceId}`) =>
      listPaths((await owner.rest(`GET ${base}/content/pages`)).body.pages),
    textOf: async (page: string, base = `/v1/spaces/${spaceId}`) =>
      (await owner.rest(`GET ${base}/content/page/${page}`)).body.markdown as string,
    history: () => server.platform.db.prisma.revision.findMany({ where: { line: spaceId }, orderBy: { seq: 'asc' } }),
  };
}

interface PageNode {
  readonly path?: string;
  readonly title: string;
  readonly pages?: readonly PageNode[];
}
const listPaths = (pages: readonly PageNode[]): string[] =>
  pages.flatMap(({ path, title, pages: below = [] }) => [path ?? title, ...listPaths(below)]);

export const edit = (page: string, markdown: string): ContentOperation => ({
  operation: 'update_page',
  page,
  document: { markdown },
});
export const changed = (line: string, to: string) => text.replace(line, to);
