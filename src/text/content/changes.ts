import { createHash } from 'node:crypto';
import type { FoundUrl } from '../markdown/markdown-facts.ts';
import type { Analysis } from '../search/analyze.ts';
import type { PageAttributes } from './fields.ts';

/** The kinds of entries that content is made of; `variables` is one entry with all variables of the space. */
export type EntryKind = 'page' | 'file' | 'reusable-content' | 'variables';

/** The next state of an entry; an entry with the same id is replaced. */
export interface EntryState {
  readonly id: string;
  readonly kind: EntryKind;
  readonly parentId: string | null;
  /** Order key among the siblings; empty for files. */
  readonly position: string;
  /** The type of a page, the media type of a file; otherwise empty. */
  readonly type: string;
  /** The title of a page, the name of a file; empty for variables. */
  readonly title: string;
  /** Unique among the siblings; null for link pages and for other kinds of entries. */
  readonly slug: string | null;
  readonly documentId: string | null;
  readonly blobHash: string | null;
  readonly attributes: PageAttributes;
}

/** The text of a page or reusable content. Its id is derived from the text: equal texts share one row. */
export interface StoredText {
  readonly id: string;
  readonly markdown: string;
  /** The URLs in the text, when it was parsed already: parsing is too slow to happen inside a transaction. */
  readonly urls?: readonly FoundUrl[];
  /** The anchors that links to the page may name; null when unknown. See `MarkdownFacts`. */
  readonly anchors?: readonly string[] | null;
}

/** A link in the text of an entry and its target; offsets enclose the URL, in UTF-16 code units. */
export interface LinkState {
  readonly pageId: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly url: string;
  /** `page`, `file`, `url`, `app` or `broken`. */
  readonly kind: string;
  readonly targetId: string | null;
  readonly anchor: string | null;
  /** For a URL of the application: the space it names. */
  readonly spaceId?: string | null;
  /** For a broken link: the path of the page it would lead to. */
  readonly path?: string | null;
}

/** The changes that turn one revision into the next. */
export interface ContentChanges {
  readonly put: readonly EntryState[];
  /** Ids of entries to delete, including the descendants of each. */
  readonly remove: readonly string[];
  /** Texts of `put` that may not be stored yet. */
  readonly texts: readonly StoredText[];
  /** Links, in order, of pages whose link targets are already known; other links are read from the texts. */
  readonly links: readonly LinkState[];
  /** Computed pages to check although they do not change themselves, and deleted computed pages. */
  readonly computed?: { readonly roots: readonly EntryState[]; readonly removed: readonly string[] };
  /** Search data by page id, where it was computed before the transaction. */
  readonly analyses?: ReadonlyMap<string, Analysis>;
}

/** The changes that give entries their next state; null deletes an entry. */
export function changesTo(
  entries: Iterable<readonly [id: string, entry: EntryState | null]>,
  more: Partial<Pick<ContentChanges, 'texts'>> = {},
): ContentChanges {
  const changed = [...entries];
  return {
    put: changed.flatMap(([, entry]) => entry ?? []),
    remove: changed.flatMap(([id, entry]) => (entry === null ? [id] : [])),
    texts: [],
    links: [],
    ...more,
  };
}

/** Members of an entry that is outside the tree and has neither text nor attributes. */
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

/** Members that all file entries share. */
export const fileDefaults = {
  kind: 'file',
  parentId: null,
  position: '',
  slug: null,
  documentId: null,
  attributes: {},
} as const satisfies Partial<EntryState>;

const digestBytes = 20;

/** A text with its id; null for an empty text, which is not stored. */
export function storedTextOf(markdown: string): StoredText | null {
  if (markdown === '') return null;
  const digest = createHash('sha256').update(markdown).digest();
  return { id: `doc_${digest.subarray(0, digestBytes).toString('base64url')}`, markdown };
}
