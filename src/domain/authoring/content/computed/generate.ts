import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { generateNKeysBetween } from 'fractional-indexing';
import { storedTextOf, type EntryState, type StoredText } from '../../../../text/content/changes.ts';
import type { PageAttributes } from '../../../../text/content/fields.ts';
import type { SpecOutline, OutlinePage } from '../../../../text/openapi-specs/outline-page.ts';
import { includesModels } from './source.ts';

/** The desired state of a computed page and its generated descendants. */
export interface Generated {
  readonly root: EntryState;
  readonly pages: readonly EntryState[];
  readonly texts: readonly StoredText[];
}

/**
 * Generates the descendants of a computed page; none when its source does not exist. Ids derive from the computed page
 * and the key, so a page keeps its id across versions of the source.
 */
export function generate(root: EntryState, outline: SpecOutline | null): Generated {
  const { computedSeed: _former, ...attributes } = root.attributes;
  const { computed } = attributes;
  if (outline === null || !computed) return { root: { ...root, documentId: null, attributes }, pages: [], texts: [] };
  const { versionId, pages } = outline;
  const info = pages.find(({ doc }) => doc === 'info');
  const shown = pages.filter(({ doc }) => doc === 'operations' || (doc === 'models' && includesModels(computed)));
  const positions = generateNKeysBetween(null, null, shown.length);
  const own = info ? findText(info) : null;
  const below = shown.map((page, index) => ({ page, position: positions[index] ?? '', text: findText(page) }));
  const texts = [own, ...below.map(({ text }) => text)].filter((text) => text !== null);
  const { hidden, noIndex, noRobotsIndex } = attributes;
  const inherited: PageAttributes = {
    ...(hidden && { hidden }),
    ...(noIndex && { noIndex }),
    ...(noRobotsIndex && { noRobotsIndex }),
  };
  return {
    root: { ...root, documentId: own?.id ?? null, attributes: { ...attributes, computedSeed: versionId } },
    pages: below.map(({ page: { key, doc, title, slug, description }, position, text }) => ({
      id: generatedId(root.id, key),
      kind: 'page',
      parentId: root.id,
      position,
      type: 'document',
      title,
      slug,
      documentId: text?.id ?? null,
      blobHash: null,
      attributes: {
        ...inherited,
        ...(description !== '' && { description }),
        computed: { ...computed, props: { doc, page: key } },
        computedSeed: versionId,
        generatedBy: root.id,
      },
    })),
    texts,
  };
}

function findText({ markdown, urls }: OutlinePage): StoredText | null {
  const text = storedTextOf(markdown);
  return text && { ...text, urls };
}

const idBytes = 15;

const generatedId = (rootId: string, key: string) =>
  `pg_${createHash('sha256').update(`${rootId}\n${key}`).digest().subarray(0, idBytes).toString('base64url')}`;

/** Whether a generated page is unchanged. Ignores the version of the source, which is always different. */
export const isSame = (stored: EntryState | undefined, page: EntryState): boolean =>
  stored !== undefined && isDeepStrictEqual(withoutSeed(stored), withoutSeed(page));

const withoutSeed = ({ attributes: { computedSeed: _seed, ...attributes }, ...entry }: EntryState) => ({
  ...entry,
  attributes,
});
