import type { ImportNote } from '../import-tree.ts';
import type { GeneratedIndex } from './generated-index.ts';
import type { Locate } from '../links/locator.ts';

/** The plan of a tree: the position of each page, and a resolver for links. */
export interface TreePlan {
  /** Folder to which the keys of pages and files are relative. */
  readonly root: string;
  readonly pages: readonly PlannedPage[];
  readonly locate: Locate;
  readonly missing: readonly ImportNote[];
  /** Notes on the configuration by which the pages are ordered, by archive path. */
  readonly notes?: readonly ImportNote[];
  /** Reason reported for pages that the plan does not contain. */
  readonly skipReason: string;
}

/** A page, group or link in the plan of a tree. */
export interface PlannedPage {
  readonly kind: 'document' | 'group' | 'link';
  /** Archive path of the page, or of the folder (ending in `/`) for a page without text. Absent for links. */
  readonly path?: string;
  /** Title in the table of contents. */
  readonly label?: string;
  /** Text of a link to the page. It becomes the title when the page has no other. */
  readonly linkText?: string;
  /** URL of a node of kind `link`, as written in the document `from`. */
  readonly url?: string;
  readonly from?: string;
  readonly hidden?: boolean;
  /** What a page says that is generated, and lists the pages below it. */
  readonly generated?: GeneratedIndex;
  /** Number of its line in the table of contents, from 0. */
  readonly line?: number;
  readonly children: readonly PlannedPage[];
}

/** Archive paths of all planned pages. */
export function* plannedPaths(pages: readonly PlannedPage[]): Generator<string> {
  for (const { path, children } of pages) {
    if (path !== undefined) yield path;
    yield* plannedPaths(children);
  }
}
