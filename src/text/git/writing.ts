import type { EntryState } from '../content/changes.ts';
import type { FolderSource, ReadFolder } from './folder.ts';
import type { Places } from './place-files.ts';

/** A folder that is being written. */
export interface Writing {
  readonly folder: ReadFolder;
  /** Pages in tree order, then files and reusable contents. */
  readonly entries: readonly EntryState[];
  /** Ids of `entries`. */
  readonly present: ReadonlySet<string>;
  /** By id of the entry. */
  readonly sources: ReadonlyMap<string, FolderSource>;
  readonly places: Places;
}
