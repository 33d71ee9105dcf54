import { slug } from 'github-slugger';
import { cleanText } from '../../markdown/clean-text.ts';
import { includeName } from '../../markdown/include-name.ts';
import { maxTitleLength } from '../../markdown/front-matter.ts';
import { includesFolder } from './exported/format.ts';
import type { ImportNote } from '../import-tree.ts';
import type { SourcePage } from './source-page.ts';
import { isPagePath, stemOf } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';

/** A text that pages show by `{% include %}`, with its title. */
export interface IncludedText {
  readonly title: string;
  readonly source: SourcePage;
}

/** Whether an entry of a GitBook repository is a text that pages include. */
export const isIncluded = ({ path }: ArchiveEntry) =>
  isPagePath(path) && `/${path}`.includes(`/${includesFolder}`) && !path.includes('node_modules/');

/** Creates a function that tells whether the address in an `include` refers to one of the entries. */
export function createIncludeMatcher(entries: readonly ArchiveEntry[]): (address: string) => boolean {
  const names = new Set(entries.map(({ path }) => slug(stemOf(path))));
  return (address) => names.has(includeName(address));
}

/** Names included texts by their file, as pages refer to them. A text whose name is taken is skipped with a note. */
export function nameIncluded(sources: Iterable<SourcePage>): { included: IncludedText[]; taken: ImportNote[] } {
  const included = new Map<string, IncludedText>();
  const taken: ImportNote[] = [];
  for (const source of sources) {
    const stem = stemOf(source.path);
    const own = cleanText(source.matter.title ?? '', maxTitleLength);
    const name = slug(stem);
    if (included.has(name)) taken.push({ key: source.path, reason: 'Another text that pages include has its name' });
    else included.set(name, { title: own !== '' && slug(own) === name ? own : stem, source });
  }
  return { included: [...included.values()], taken };
}
