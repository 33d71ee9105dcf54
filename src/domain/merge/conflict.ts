import type { EntryState } from '../content/changes.ts';

/** What two sides can disagree about. */
export const conflictKinds = {
  text: 'Both changed the same lines of the text.',
  attribute: 'Both gave an attribute another value.',
  slug: 'Both gave the page another slug, or two pages have the same one under one parent.',
  move: 'Both moved the page, to different parents.',
  'delete-edit': 'One removed what the other changed.',
  parent: 'One removed the page that the other has this one under.',
  cycle: 'Both moved pages so that each would be below the other.',
  markers: 'The text still holds the markers of an earlier conflict.',
} as const;
export type ConflictKind = keyof typeof conflictKinds;

/** The sides of a merge, and whose word counts where they disagree. */
export const mergeSides = {
  base: 'As it was before both.',
  main: 'As main content has it.',
  'change-request': 'As the change request has it.',
} as const;
export type MergeSide = keyof typeof mergeSides;

/** Lines of one text. */
export interface LineRange {
  /** The first line, from 1; for an empty range the line it stands before. */
  readonly start: number;
  readonly lines: readonly string[];
}

/** Lines that both sides changed, as each text has them. */
export interface ConflictHunk {
  readonly base: LineRange;
  readonly main: LineRange;
  readonly changeRequest: LineRange;
}

/** One disagreement about an entry. */
export interface Conflict {
  readonly kind: ConflictKind;
  /** What differs: `title`, `layout.cover`, `variables.name`; null for the whole entry, its place or its text. */
  readonly field: string | null;
  /** What each side has there; null for nothing. Of texts see `hunks`. */
  readonly base: unknown;
  readonly main: unknown;
  readonly changeRequest: unknown;
  /** Of texts. */
  readonly hunks: readonly ConflictHunk[];
}

/** One entry as three states have it; null in a state that has none of its id. */
export interface Triple {
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
