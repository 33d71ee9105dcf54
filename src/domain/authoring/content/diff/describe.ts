import { isDeepStrictEqual } from 'node:util';
import type { EntryKind, EntryState } from '../../../../text/content/changes.ts';
import type { ContentState } from '../../../../db/content/states.ts';
import type { Revision } from '../revisions.ts';
import type { EntryChange } from './diff-content.ts';

export const contentChangeTypes = {
  page_created: 'A page that was added.',
  page_edited: 'A page with another text or other attributes.',
  page_deleted: 'A page that was removed.',
  page_moved: 'A page with another parent or another position.',
  file_created: 'A file that was added.',
  file_edited: 'A file with another name.',
  file_deleted: 'A file that was removed.',
  variables_edited: 'Changed variables of the space.',
  reusable_content_created: 'A reusable content that was added.',
  reusable_content_edited: 'A reusable content with another text or title.',
  reusable_content_deleted: 'A reusable content that was removed.',
} as const;
export type ContentChangeType = keyof typeof contentChangeTypes;

/** One change, with the entry before and after it. */
export interface ContentChange extends EntryChange {
  readonly type: ContentChangeType;
  /** Members that differ, such as `title`, `slug`, `document`, `emoji`. */
  readonly fields: readonly string[];
  /** The states that differ; absent when the later one is not stored, as in the preview of a merge. */
  readonly states?: ChangeStates;
}

/** Two states of the content of a space. */
export interface ChangeStates {
  readonly before: ContentState;
  readonly after: Revision;
}

/** Describes the changes of entries. A page that was both edited and moved yields two changes. */
export const describeChanges = (changes: readonly EntryChange[]): ContentChange[] =>
  changes.flatMap((change) => describe(change));

function describe(change: EntryChange): ContentChange[] {
  const { before, after } = change;
  const kind = (after ?? before)?.kind;
  if (kind === undefined) return [];
  const { created, edited, deleted } = changeTypes[kind];
  if (before === null) return [{ ...change, type: created, fields: [] }];
  if (after === null) return [{ ...change, type: deleted, fields: [] }];
  const fields = changedFields(before, after);
  const places = fields.filter((field) => ['parent', 'position'].includes(field));
  const others = fields.filter((field) => !places.includes(field));
  return [
    ...(others.length > 0 ? [{ ...change, type: edited, fields: others }] : []),
    ...(places.length > 0 ? [{ ...change, type: 'page_moved' as const, fields: places }] : []),
  ];
}

type TypesOfKind = Readonly<Record<'created' | 'edited' | 'deleted', ContentChangeType>>;

const changeTypes: Readonly<Record<EntryKind, TypesOfKind>> = {
  page: { created: 'page_created', edited: 'page_edited', deleted: 'page_deleted' },
  file: { created: 'file_created', edited: 'file_edited', deleted: 'file_deleted' },
  variables: { created: 'variables_edited', edited: 'variables_edited', deleted: 'variables_edited' },
  'reusable-content': {
    created: 'reusable_content_created',
    edited: 'reusable_content_edited',
    deleted: 'reusable_content_deleted',
  },
};

const columns = {
  title: 'title',
  slug: 'slug',
  documentId: 'document',
  blobHash: 'blob',
  type: 'type',
  parentId: 'parent',
  position: 'position',
} as const satisfies Partial<Record<keyof EntryState, string>>;

/** Names of the members and attributes that differ. */
function changedFields(before: EntryState, after: EntryState): string[] {
  const found = Object.entries(columns).flatMap(([column, name]) =>
    before[column as keyof typeof columns] === after[column as keyof typeof columns] ? [] : [name],
  );
  const [then, now] = [before.attributes as Record<string, unknown>, after.attributes as Record<string, unknown>];
  const attributes = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  return [...found, ...attributes.filter((name) => !isDeepStrictEqual(then[name], now[name]))];
}
