import { diffArrays } from 'diff';
import { mergeText } from '../three-way-merge/merge-text.ts';

/** A text in a file, the text that was read from it, and the text that it shall say. */
interface BodyEdit {
  readonly raw: string;
  readonly read: string;
  readonly wanted: string;
}

export interface EditedBody {
  readonly text: string;
  /** Whether an edit was left out, because its lines are not those of the file. */
  readonly isPartial: boolean;
}

/**
 * Makes the edits that lead from the text that was read to the wanted one in the text of the file. Line ends and the presence of a last
 * line end stay those of the file, and differences in them alone are none.
 */
export function editBody({ raw, read, wanted }: BodyEdit): EditedBody {
  const [base, next] = [unix(read), withLastEnd(unix(wanted), raw)];
  if (withLastEnd(base, raw) === next) return { text: raw, isPartial: false };
  const own = unix(raw);
  if (own === base) return { text: withLineEnds(raw, next), isPartial: false };
  const { text, hunks } = mergeText({ base, main: own, changeRequest: next }, 'main');
  return {
    text: withLineEnds(raw, withLastEnd(text, raw)),
    isPartial: hunks.length > 0,
  };
}

const unix = (text: string) => text.replaceAll('\r\n', '\n');

/** A text that ends with a line end if, and only if, the text of the file does. An empty text has none. */
function withLastEnd(text: string, raw: string): string {
  if (text === '' || raw === '' || text.endsWith('\n') === raw.endsWith('\n')) return text;
  return raw.endsWith('\n') ? `${text}\n` : text.slice(0, -1);
}

/** The line end of most lines of a text. */
export function lineEndOf(raw: string): '\n' | '\r\n' {
  const windows = raw.split('\r\n').length - 1;
  return windows * 2 > raw.split('\n').length - 1 ? '\r\n' : '\n';
}

/** Gives each line of a text the line end that it has in the file, and new lines that of most. */
function withLineEnds(raw: string, text: string): string {
  const lines = raw.split('\n');
  const windows = lines.slice(0, -1).filter((line) => line.endsWith('\r')).length;
  if (windows === 0) return text;
  if (windows === lines.length - 1) return text.replaceAll('\n', '\r\n');
  const common = lineEndOf(raw);
  const ended = (all: string) =>
    all.split('\n').map((line, at, { length }) => (at === length - 1 ? line : `${line}\n`));
  const own = lines.map((line, at) => (at === lines.length - 1 ? line : `${line}\n`));
  const parts = diffArrays(own.map(unix), ended(text), {
    maxEditLength: 4_000,
    timeout: 500,
  });
  // Texts that differ too much to be compared have the common line end throughout.
  if (!parts) return text.replaceAll('\n', common);
  let at = 0;
  return parts
    .flatMap(({ added, removed, value }) => {
      if (added) return value.map((line) => line.replace('\n', common));
      const from = at;
      at += value.length;
      return removed ? [] : own.slice(from, at);
    })
    .join('');
}
