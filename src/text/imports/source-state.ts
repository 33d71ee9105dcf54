import type { EntryState } from '../content/changes.ts';

/** The members of an entry that an import sets, apart from its position. */
export type SourceState = Pick<
  EntryState,
  'parentId' | 'type' | 'title' | 'slug' | 'documentId' | 'blobHash' | 'attributes'
>;

export const sourceState = (entry: EntryState): SourceState => {
  const { parentId, type, title, slug, documentId, blobHash, attributes } = entry;
  return { parentId, type, title, slug, documentId, blobHash, attributes };
};
