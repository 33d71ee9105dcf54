import { choice } from '../../lib/form-types.ts';
import type { EntryState } from '../content/changes.ts';

/** Kinds of conflicts. See docs/reference/change-requests.md. */
export const conflictKinds = {
  text: 'Both sides changed the same lines of the text.',
  attribute: 'Both sides set a field to different values.',
  slug: 'Both sides set different slugs, or two pages under one parent have the same slug.',
  move: 'Both sides moved the page to different parents.',
  'delete-edit': 'One side deleted what the other changed.',
  parent: 'One side deleted the parent that the page has on the other side.',
  cycle: 'Both sides moved pages so that each would be below the other.',
  markers: 'The text still contains the conflict markers of an update.',
} as const;
export type ConflictKind = keyof typeof conflictKinds;

/** The sides of a merge. */
const mergeSides = {
  base: 'The content before both sides changed it.',
  main: 'The main content.',
  'change-request': 'The change request.',
} as const;
export type MergeSide = keyof typeof mergeSides;
export const MergeSide = choice('MergeSide', 'A side of a merge.', mergeSides);

/** A range of lines in one text. */
export interface LineRange {
  /** Number of the first line, starting at 1. For an empty range, the number of the line after it. */
  readonly start: number;
  readonly lines: readonly string[];
}

/** Lines that both sides changed, in each of the three versions. */
export interface ConflictHunk {
  readonly base: LineRange;
  readonly main: LineRange;
  readonly changeRequest: LineRange;
}

/** A conflict about one value of an entry. */
export interface Conflict {
  readonly kind: ConflictKind;
  /** The conflicting field, such as `title`, `layout.cover` or `variables.name`; null for the entry or its text. */
  readonly field: string | null;
  /** Values of the versions; null where a version has none, and for texts, which have `hunks`. */
  readonly base: unknown;
  readonly main: unknown;
  readonly changeRequest: unknown;
  /** The conflicting lines of a text conflict; empty otherwise. */
  readonly hunks: readonly ConflictHunk[];
}

/** The three versions of an entry in a merge; null in a version without the entry. */
export interface EntryVersions {
  readonly id: string;
  readonly base: EntryState | null;
  readonly main: EntryState | null;
  readonly changeRequest: EntryState | null;
}

type Sides = Pick<Conflict, 'base' | 'main' | 'changeRequest'>;

export const conflictOf = (
  kind: ConflictKind,
  field: string | null,
  { base, main, changeRequest }: Sides,
): Conflict => ({
  kind,
  field,
  base: base ?? null,
  main: main ?? null,
  changeRequest: changeRequest ?? null,
  hunks: [],
});
