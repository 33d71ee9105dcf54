import { storedTextOf, type EntryState } from '../src/text/content/changes.ts';
import { commitContent } from '../src/domain/authoring/content/commit.ts';
import type { PageAttributes } from '../src/text/content/fields.ts';
import type { Caller } from './harness.ts';

interface PageValues {
  readonly id: string;
  readonly title?: string;
  readonly markdown?: string;
  readonly parentId?: string;
  readonly type?: EntryState['type'];
  readonly attributes?: PageAttributes;
}

/** Writes pages to the main content of a space in one revision. Pages with an existing id are replaced. */
export const writePages = (
  caller: Caller,
  spaceId: string,
  pages: readonly PageValues[],
  remove: readonly string[] = [],
) =>
  commitContent(caller.context(), { spaceId }, async () => ({
    put: pages.map(({ id, title = id, markdown = '', parentId = null, type = 'document', attributes = {} }, index) => ({
      id,
      kind: 'page',
      parentId,
      position: `a${index}`,
      type,
      title,
      slug: id.toLowerCase(),
      documentId: storedTextOf(markdown)?.id ?? null,
      blobHash: null,
      attributes,
    })),
    remove,
    texts: pages.flatMap(({ markdown = '' }) => storedTextOf(markdown) ?? []),
    links: [],
  }));
