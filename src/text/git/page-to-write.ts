import type { EntryState } from '../content/changes.ts';
import type { ExportedLink } from '../exports/export-text.ts';
import type { SourceState } from '../imports/source-state.ts';

/** A page or reusable content, and the file that is to say it. */
export interface PageToWrite {
  readonly entry: EntryState;
  /** The state in which the file and the entry were equal; undefined for a new file. */
  readonly state: SourceState | undefined;
  readonly markdown: string;
  /** The text of `state`, where it is still stored. */
  readonly formerMarkdown: string | undefined;
  readonly links: readonly ExportedLink[];
  readonly from: string | undefined;
  readonly file: string;
  readonly bytes: Buffer | undefined;
  /** What gives the page its title when its file does not. */
  readonly said: SaidElsewhere;
}

/** What gives a page its title when neither front matter nor a heading does. */
export interface SaidElsewhere {
  /** Whether `SUMMARY.md` lists the page with its title, or will. */
  readonly isListed: boolean;
  /** The title that the path of the file gives. */
  readonly byPath: string;
}
