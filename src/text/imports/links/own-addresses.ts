import type { ExportedParts, ImportedPage } from '../import-tree.ts';
import type { SourcePage } from '../formats/source-page.ts';
import { joinPath, readFolder } from '../unpack/source-path.ts';

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
    for (const address of [ownAddress(matter), ...formerAddresses(matter), isAddress(id) ? id : null]) {
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

function formerAddresses({ values }: SourcePage['matter']): string[] {
  return formerKeys.flatMap((key) => [values[key]].flat().filter(isAddress)).slice(0, maxFormer);
}

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
  const keys = new Set<string>();
  const note = (siblings: readonly ImportedPage[], parent: string) => {
    for (const { key, slug, children } of siblings) {
      keys.add(key);
      taken.add(`${parent}${slug}`);
      note(children, `${parent}${slug}/`);
    }
  };
  note(pages, '');
  return [...sources].flatMap(([path, { matter }]) => {
    const own = ownAddress(matter);
    const whole = [...(own?.startsWith('/') ? [own] : []), ...formerAddresses(matter)];
    if (!keys.has(keyOf(path))) return [];
    return whole.flatMap((address) => {
      const slug = joinPath('', withoutSuffix(address).replace(/\/$/, ''))?.normalize('NFC') ?? '';
      if (slug === '' || taken.has(slug)) return [];
      taken.add(slug);
      return [{ parent: '', slug, page: keyOf(path) }];
    });
  });
}
