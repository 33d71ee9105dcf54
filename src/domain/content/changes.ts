import { createHash } from 'node:crypto';
import type { FoundUrl } from '../imports/document.ts';
import type { Analysis } from '../search/index-pages.ts';
import type { PageAttributes } from './fields.ts';

/** `variables` are those of the space, in one entry. */
export type EntryKind = 'page' | 'file' | 'reusable-content' | 'variables';

/** An entry as it shall be: a new one, or in the place of the one with its id. */
export interface EntryState {
  readonly id: string;
  readonly kind: EntryKind;
  readonly parentId: string | null;
  /** Order key among the siblings; files have none. */
  readonly position: string;
  /** Of a page its type, of a file its content type; else empty. */
  readonly type: string;
  /** Of a file its name; empty for variables. */
  readonly title: string;
  /** Unique among the siblings; null for links and for what is no page. */
  readonly slug: string | null;
  readonly documentId: string | null;
  readonly blobHash: string | null;
  readonly attributes: PageAttributes;
}

/** A text; what has the same text has the same id. */
export interface DocumentText {
  readonly id: string;
  readonly markdown: string;
  /** The addresses in it, when they were read already: reading takes time that no transaction has. */
  readonly urls?: readonly FoundUrl[];
}

/** Where a link stands in the text of an entry and what it points at; offsets enclose the URL, in UTF-16 code units. */
export interface LinkState {
  readonly pageId: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly url: string;
  /** `page`, `file`, `url`, `app` or `broken`. */
  readonly kind: string;
  readonly targetId: string | null;
  readonly anchor: string | null;
  /** Of a place in the application: its space. */
  readonly spaceId?: string | null;
  /** Of what is broken: the path of the page it would lead to. */
  readonly path?: string | null;
}

/** What makes the next revision from the one before. */
export interface ContentChanges {
  readonly put: readonly EntryState[];
  /** Ids of entries that go; what hangs below them is the caller's to name. */
  readonly remove: readonly string[];
  /** Texts that `put` refers to, as far as they may be new. */
  readonly documents: readonly DocumentText[];
  /** Links in texts, in order, of pages for which more is known than their texts say; all others are read from the text. */
  readonly links: readonly LinkState[];
  /** What search takes from pages, by their ids, as far as it was worked out before the transaction. */
  readonly analyses?: ReadonlyMap<string, Analysis>;
}

/** Entries as they shall be, null for those that go, as changes. */
export function changesTo(
  entries: Iterable<readonly [id: string, entry: EntryState | null]>,
  more: Partial<Pick<ContentChanges, 'documents'>> = {},
): ContentChanges {
  const changed = [...entries];
  return {
    put: changed.flatMap(([, entry]) => entry ?? []),
    remove: changed.flatMap(([id, entry]) => (entry === null ? [id] : [])),
    documents: [],
    links: [],
    ...more,
  };
}

/** What is in an entry that has no place and says nothing. */
export const emptyEntry = {
  parentId: null,
  position: '',
  type: '',
  title: '',
  slug: null,
  documentId: null,
  blobHash: null,
  attributes: {},
} as const satisfies Partial<EntryState>;

/** What is the same in every file entry. */
export const fileDefaults = {
  kind: 'file',
  parentId: null,
  position: '',
  slug: null,
  documentId: null,
  attributes: {},
} as const satisfies Partial<EntryState>;

const digestBytes = 20;

/** The document of a text; null for an empty one, which needs none. */
export function documentText(markdown: string): DocumentText | null {
  if (markdown === '') return null;
  const digest = createHash('sha256').update(markdown).digest();
  return { id: `doc_${digest.subarray(0, digestBytes).toString('base64url')}`, markdown };
}
