import type { SourcePage } from '../formats/source-page.ts';
import { isIndexPath, joinPath, readFolder, relativePath } from '../unpack/source-path.ts';
import { titleFromPath } from './page-names.ts';
import type { PlannedPage } from './plan.ts';
import { planByFolders, type FolderPages } from './plan-by-folders.ts';
import { siblingNames } from './sibling-names.ts';
import type { SummaryItem } from './summary.ts';

/** The pages of an archive and the settings of their folders. */
export interface SiteOfPages extends Omit<FolderPages, 'root' | 'sources'> {
  readonly sources: ReadonlyMap<string, SourcePage>;
  /** The language of the pages, where an archive holds several. */
  readonly language?: string | null | undefined;
}

/** Lists the pages of a folder below that of all pages in folder order, for a generated part of a sidebar. */
export function listGenerated(site: SiteOfPages, folder: string, name: string): SummaryItem[] {
  const root = joinPath(folder, name === '.' ? '' : `${name}/`) ?? folder;
  const names = siblingNames(site.sources.keys());
  const toItem = ({ path = '', label, children, generated }: PlannedPage): SummaryItem => {
    const isFolder = path.endsWith('/');
    return {
      title: label ?? (isFolder || isIndexPath(path) ? titleFromPath(isFolder ? path : readFolder(path), names) : ''),
      ...(!isFolder && { url: encodeURI(relativePath(folder, path)) }),
      ...(generated && { generated }),
      children: children.map(toItem),
    };
  };
  return planByFolders({ ...site, root }).map(toItem);
}
