import type { ExportedParts, ImportedPage } from '../import-tree.ts';
import type { SourcePage } from '../formats/source-page.ts';
import { slug as slugOfName } from 'github-slugger';
import { isIndexPath, isPagePath, joinPath, readFolder, stemOf } from '../unpack/source-path.ts';

type Sources = ReadonlyMap<string, Pick<SourcePage, 'matter'>>;

/** The members of front matter that give a page its address: of Docusaurus, Starlight and Hugo, Jekyll, Hugo. */
const addressKeys = ['slug', 'permalink', 'url'] as const;

/** The members that name former addresses: of Hugo, of Jekyll. */
const formerKeys = ['aliases', 'redirect_from'] as const;

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 500 && !/^[a-z][a-z\d+.-]*:|[:{}?#\s]/i.test(value);

/** The address that a page gives itself, as written; null without one. */
const ownAddress = ({ values }: SourcePage['matter']): string | null =>
  addressKeys.map((key) => values[key]).find(isAddress) ?? null;

/** The last segment of the address that a page gives itself; null when it has none, such as `/`. */
export const ownSlug = (matter: SourcePage['matter']): string | null =>
  withoutSuffix(ownAddress(matter) ?? '')
    .split('/')
    .findLast((segment) => segment !== '') ?? null;

/** The key of front matter by which a page gives itself its last segment, and its value with another one; null when it does not. */
export function otherOwnSlug({ values }: SourcePage['matter'], slug: string): { key: string; value: string } | null {
  const key = addressKeys.find((name) => isAddress(values[name]));
  const value = key === undefined ? undefined : values[key];
  if (key === undefined || !isAddress(value)) return null;
  const [suffix = ''] = /(?:\.html?|\/)$/i.exec(value) ?? [];
  const address = value.slice(0, value.length - suffix.length);
  const folder = address.slice(0, address.lastIndexOf('/') + 1);
  return address === folder ? null : { key, value: `${folder}${slug}${suffix}` };
}

/** What a page says of its addresses, as written. */
export const ownAddresses = ({ values }: SourcePage['matter']): readonly unknown[] =>
  [...addressKeys, ...formerKeys, 'id'].map((key) => values[key]);

const withoutSuffix = (address: string) => address.replace(/\.html?$/i, '');

/**
 * Lists the archive paths at which links find a page by the address or the `id` that it gives itself: from `root` or from its own
 * folder.
 */
export function* ownPaths(sources: Sources, root: string): Generator<readonly [path: string, page: string]> {
  for (const [page, { matter }] of sources) {
    const { id } = matter.values;
    for (const address of [ownAddress(matter), ...listFormer(matter), isAddress(id) ? id : null]) {
      if (address === null) continue;
      for (const folder of address.startsWith('/') ? [root] : [readFolder(page), root]) {
        for (const spelling of new Set([address, withoutSuffix(address)])) {
          const path = joinPath(folder, spelling);
          if (path !== null) yield [path, page];
        }
      }
    }
  }
}

/**
 * Lists the archive paths at which generators publish pages whose names have blanks, signs or capital letters, as Starlight makes
 * `a-b/result` of `A b/Res.ult.md`: of the whole path below `root`, and of the name in its folder.
 */
export function* spelledPaths(paths: Iterable<string>, root: string): Generator<readonly [path: string, page: string]> {
  for (const page of paths) {
    if (!isPagePath(page) || !page.startsWith(root)) continue;
    const name = isIndexPath(page) ? '' : slugOfName(stemOf(page));
    const folder = readFolder(page);
    const spelled = folder
      .slice(root.length)
      .split('/')
      .map((segment) => slugOfName(segment))
      .join('/');
    for (const path of new Set([`${root}${spelled}${name}`, `${folder}${name}`])) yield [path, page];
  }
}

const listFormer = ({ values }: SourcePage['matter']): string[] =>
  formerKeys.flatMap((key) => [values[key]].flat().filter(isAddress)).slice(0, maxFormer);

const formerAddresses = (matter: SourcePage['matter']): string[] =>
  listFormer(matter).filter((address) => address.startsWith('/') || !isOtherName(matter.values, address));

/** Whether one of the `aliases` of a page stands beside it: as an address for Hugo, or as its name for Obsidian. */
const isOtherName = ({ aliases }: SourcePage['matter']['values'], name: string) => [aliases].flat().includes(name);

/** The addresses below `parent` of the other names of a page. */
const otherNames = ({ values }: SourcePage['matter'], parent: string): string[] =>
  [values['aliases']]
    .flat()
    .flatMap((name) => (typeof name === 'string' && name.length <= 200 && !name.startsWith('/') ? [name] : []))
    .map((name) => (isAddress(name) ? name : slugOfName(name)))
    .filter((name) => name !== '')
    .slice(0, maxFormer)
    .map((name) => `${parent}${name}`);

const maxFormer = 50;

/**
 * Lists redirects to pages from the whole addresses that they give themselves, where these are not the paths of imported pages.
 * `keyOf` maps the archive path of a page to its key.
 */
export function ownRedirects(
  sources: Sources,
  pages: readonly ImportedPage[],
  keyOf: (path: string) => string,
): ExportedParts['redirects'] {
  const taken = new Set<string>();
  const parents = new Map<string, string>();
  const note = (siblings: readonly ImportedPage[], parent: string) => {
    for (const { key, slug: name, children } of siblings) {
      parents.set(key, parent);
      taken.add(`${parent}${name}`);
      note(children, `${parent}${name}/`);
    }
  };
  note(pages, '');
  return [...sources].flatMap(([path, { matter }]) => {
    const own = ownAddress(matter);
    const parent = parents.get(keyOf(path));
    if (parent === undefined) return [];
    const whole = [...(own?.startsWith('/') ? [own] : []), ...formerAddresses(matter), ...otherNames(matter, parent)];
    return whole.flatMap((address) => {
      const former = joinPath('', withoutSuffix(address).replace(/\/$/, ''))?.normalize('NFC') ?? '';
      if (former === '' || taken.has(former)) return [];
      taken.add(former);
      return [{ parent: '', slug: former, page: keyOf(path) }];
    });
  });
}
