import { structuredPatch } from 'diff';

/** A hunk of a line diff, with three lines of context. Line numbers start at 1. */
export interface TextHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Each line begins with a space, `-` or `+`. */
  readonly lines: readonly string[];
}

/** Limits of the comparison. Beyond them the whole text counts as replaced. */
const maxEdits = 4_000;
const timeoutMs = 500;

/** Compares two texts line by line. */
export function diffLines(before: string, after: string): TextHunk[] {
  const options = { context: 3, maxEditLength: maxEdits, timeout: timeoutMs };
  const patch = structuredPatch('', '', before, after, '', '', options) as { hunks: TextHunk[] } | undefined;
  return patch?.hunks ?? [replaced(before.split('\n'), after.split('\n'))];
}

const replaced = (before: readonly string[], after: readonly string[]): TextHunk => ({
  oldStart: 1,
  oldLines: before.length,
  newStart: 1,
  newLines: after.length,
  lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
});
