/** A replacement in the source. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Markup before and behind the text, which is not escaped. */
  readonly lead?: string;
  readonly raw?: string;
}

/** Applies edits to a source. Where they overlap, all of their parts go. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text, lead = '', raw = '' } of edits.toSorted((one, other) => one.start - other.start)) {
    result += source.slice(at, Math.max(at, start)) + lead + text + raw;
    at = Math.max(at, end);
  }
  return result + source.slice(at);
}
