import type { ImportedVariant, ImportNote, ImportTree } from '../import-tree.ts';
import type { ImportLimits } from '../limits.ts';
import type { readFormerPaths } from '../links/former-paths.ts';
import type { TreePlan } from '../tree/plan.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import type { IncludedText } from './includes.ts';
import type { SourcePage } from './source-page.ts';

/** What a format reads from its source: pages and files, and how to plan their tree. */
export interface SourceContent {
  readonly sources: ReadonlyMap<string, SourcePage>;
  /** All entries of the archive. Pages among them are ignored, because `sources` holds them. */
  readonly entries: readonly ArchiveEntry[];
  /** Notes on entries that were already skipped, by archive path. */
  readonly notes: readonly ImportNote[];
  /** Notes on what was changed, by the key of its page. */
  readonly warnings?: readonly ImportNote[];
  readonly limits?: ImportLimits;
  /** File names that differ from the names of their entries, by archive path. */
  readonly names?: ReadonlyMap<string, string>;
  /** Whether to import a file to which no page refers. Defaults to files of a known type outside hidden folders. */
  readonly isWanted?: (path: string) => boolean;
  /** Texts that pages include. */
  readonly included?: readonly IncludedText[];
  /** Paths of files whose lines pages include. */
  readonly filledIn?: ReadonlySet<string>;
  /** Reads the former paths of pages, once the tree is planned. */
  readonly formerPaths?: ((plan: TreePlan) => ReturnType<typeof readFormerPaths>) | undefined;
  /** The variables of the space. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The versions and languages of the source. */
  readonly variants?: readonly ImportedVariant[];
  /** Plans the tree. `paths` lists all possible targets of links. */
  plan(paths: readonly string[]): TreePlan;
}

/** An export of this platform, which contains its tree and the targets of its links. */
export interface ExportedContent {
  readonly tree: ImportTree;
}
