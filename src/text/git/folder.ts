import type { EntryKind, EntryState } from '../content/changes.ts';
import type { ExportedLink } from '../exports/export-text.ts';
import type { RedirectLine } from '../imports/formats/exported/format.ts';
import type { ImportNote } from '../imports/import-tree.ts';
import type { SourceState } from '../imports/source-state.ts';

/** A source of the folder, the entry that it has become, and the state in which both were equal. */
export interface FolderSource {
  readonly kind: EntryKind;
  /** As `imported_sources.key`: relative to `root`, except for reusable contents. */
  readonly key: string;
  readonly entryId: string;
  /** Order among the siblings. */
  readonly place: number;
  readonly state: SourceState;
}

/** A folder of a repository in the state in which it was equal to a space. Paths are relative to it. */
export interface ReadFolder {
  /** Folder of the pages, as `ImportTree.root`: empty, or ending in `/`. */
  readonly root: string;
  /** The paths of all its files, also of those that are no part of the space. */
  readonly paths: readonly string[];
  readonly sources: readonly FolderSource[];
}

/** The present content of a space. */
export interface PresentContent {
  readonly entries: readonly EntryState[];
  /** Former paths of pages that are to be written, such as those since the folder was equal to the space. */
  readonly redirects: readonly RedirectLine[];
}

/** Reads what a change needs. Each function is called a few times, with many names at once. */
export interface FolderReaders {
  /** The bytes of files of the folder, by path. A file may be missing, such as one that is a pointer of LFS: it stays as it is. */
  readonly blobs: (paths: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;
  /** Stored texts by `documentId`. */
  readonly texts: (documentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** All links in the present texts of entries, in order, by id of the entry. */
  readonly links: (entryIds: readonly string[]) => Promise<ReadonlyMap<string, readonly ExportedLink[]>>;
  /** Ids of the entries whose texts have links to one of these entries. */
  readonly linksTo: (entryIds: readonly string[]) => Promise<readonly string[]>;
}

/**
 * A change of one file. Each path has one change, so they may be made in any order. `from` is where the file was as the folder was read;
 * its own change says whether that path is deleted or has another file now.
 */
export type FileChange =
  /** The file has these bytes. */
  | {
      readonly kind: 'text';
      readonly path: string;
      readonly bytes: Buffer;
      readonly from?: string;
    }
  /** The file has the bytes of a stored blob. */
  | {
      readonly kind: 'blob';
      readonly path: string;
      readonly blobHash: string;
      readonly from?: string;
    }
  /** The file has the bytes that were at `from`. */
  | { readonly kind: 'move'; readonly path: string; readonly from: string }
  | { readonly kind: 'delete'; readonly path: string };

/** The changes that make a folder say what a space says. */
export interface FolderChanges {
  /** Changed files, sorted by path. Empty when the folder says it already. */
  readonly changes: readonly FileChange[];
  /** What could not be written, by path or title, and why. The rest of the same file is written. */
  readonly skipped: readonly ImportNote[];
  /** The sources of the folder after the changes, with the present states: what `imported_sources` is to hold. */
  readonly sources: readonly FolderSource[];
}
