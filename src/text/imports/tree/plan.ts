import type { ArchiveLayout } from '../unpack/archive-layout.ts';
import type { ImportNote } from '../import-tree.ts';
import type { Locate, PathIndex } from '../links/locator.ts';
import type { OutlineNode } from './outline.ts';
import type { Source } from '../formats/source.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';

/** The position of each page, and a resolver for links. */
export interface TreePlan {
  readonly root: string;
  readonly outline: readonly OutlineNode[];
  readonly locate: Locate;
  readonly missing: readonly ImportNote[];
  /** Reason reported for pages that are not in the outline. */
  readonly skipReason: string;
}

/** Input of a plan. */
export interface TreePlanInput {
  readonly entries: readonly ArchiveEntry[];
  readonly layout: ArchiveLayout;
  /** All possible targets of links. */
  readonly index: PathIndex;
  /** Parsed pages. A SUMMARY.md that lists no page of the archive is added to them. */
  readonly sources: Map<string, Source>;
}
