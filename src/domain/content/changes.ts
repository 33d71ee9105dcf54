import { createHash } from 'node:crypto';
import type { LinkRow } from '../../loaders/content.ts';
import type { PageAttributes } from './fields.ts';

/** An entry as it shall be: a new one, or in the place of the one with its id. */
export interface EntryState {
  readonly id: string;
  readonly kind: 'page' | 'file';
  readonly parentId: string | null;
  /** Order key among the siblings; files have none. */
  readonly position: string;
  /** Of a page its type, of a file its content type. */
  readonly type: string;
  /** Of a file its name. */
  readonly title: string;
  /** Unique among the siblings; null for links and files. */
  readonly slug: string | null;
  readonly documentId: string | null;
  readonly blobHash: string | null;
  readonly attributes: PageAttributes;
}

/** A text; what has the same text has the same id. */
export interface DocumentText {
  readonly id: string;
  readonly markdown: string;
}

/** Where a link stands in a text and what it points at. Links of a text come in their order. */
export type LinkState = LinkRow;

/** What makes the next revision from the one before. */
export interface ContentChanges {
  readonly put: readonly EntryState[];
  /** Ids of entries that go; what hangs below them is the caller's to name. */
  readonly remove: readonly string[];
  /** Texts that `put` refers to, as far as they may be new. */
  readonly documents: readonly DocumentText[];
  /** The links of every text in `documents`, on the page that has it. */
  readonly links: readonly LinkState[];
}

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
