import { isRecord } from '../../../lib/is-record.ts';
import type { ImportNote } from '../import-tree.ts';
import { readName } from '../unpack/source-path.ts';

/**
 * How a page is kept from readers: as a draft, which no visitor sees; unlisted, which only links lead to; out of the
 * navigation, the search of the site, or search engines.
 */
export type Withholding = 'draft' | 'unlisted' | 'navigation' | 'search' | 'engines';

/** The fields of an imported page that keep it from readers, and the signs in its source. */
export interface Withheld {
  readonly fields: {
    readonly condition?: string;
    readonly hidden?: true;
    readonly noIndex?: true;
    readonly noRobotsIndex?: true;
  };
  readonly reasons: readonly string[];
}

/** How the configurations of an archive keep pages from readers. */
export interface Exclusions {
  readonly listWithheld: (path: string) => Withheld[];
  /** What could not be read. */
  readonly notes: readonly ImportNote[];
}

/** Whether no visitor sees the page. */
export const isDraft = ({ fields }: Withheld = nothing): boolean => fields.condition !== undefined;

interface Sign {
  readonly as: Withholding;
  /** Paths of members in the front matter. */
  readonly keys: readonly string[];
  readonly means: (value: unknown, now: number) => boolean;
}

const isYes = (value: unknown) => value === true || /^(?:true|yes|on|always)$/i.test(`${textOf(value)}`);
const isNo = (value: unknown) => value === false || /^(?:false|no|off|never)$/i.test(`${textOf(value)}`);
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const timeOf = (value: unknown) => {
  const [date] = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]{4,12}(?:Z|[ ]?[+-]\d{2}:?\d{2})?)?/.exec(textOf(value)) ?? [];
  return date === undefined ? Number.NaN : Date.parse(date);
};

/** The signs of Docusaurus, Hugo and its themes, Jekyll, Starlight, VitePress, Nuxt, Eleventy, MyST, Material, Obsidian and ReadMe. */
const signs: readonly Sign[] = [
  { as: 'draft', keys: ['draft', 'private', 'headless'], means: isYes },
  { as: 'draft', keys: ['published', 'publish', 'permalink', 'build.render', '_build.render'], means: isNo },
  { as: 'draft', keys: ['status'], means: (value) => /^(?:draft|private)$/i.test(textOf(value)) },
  {
    as: 'draft',
    keys: ['date', 'publishDate', 'pubDate', 'published'],
    means: (value, now) => timeOf(value) > now,
  },
  {
    as: 'draft',
    keys: ['expiryDate', 'unpublishdate'],
    means: (value, now) => timeOf(value) <= now,
  },
  { as: 'unlisted', keys: ['unlisted', 'eleventyExcludeFromCollections'], means: isYes },
  { as: 'unlisted', keys: ['build.list', '_build.list'], means: isNo },
  { as: 'unlisted', keys: ['privacy.view'], means: (value) => /^anyone_with_link$/i.test(textOf(value)) },
  {
    as: 'navigation',
    keys: [
      'sidebar.hidden',
      'nav_exclude',
      'toc_hide',
      'bookHidden',
      'geekdocHidden',
      'orphan',
      'eleventyNavigation.hidden',
    ],
    means: isYes,
  },
  { as: 'navigation', keys: ['navigation'], means: isNo },
  { as: 'navigation', keys: ['sidebar_class_name'], means: (value) => /\bhidden\b/.test(textOf(value)) },
  { as: 'search', keys: ['search_exclude', 'search.exclude', 'bookSearchExclude', 'excludeFromSearch'], means: isYes },
  { as: 'search', keys: ['pagefind', 'search'], means: isNo },
  { as: 'engines', keys: ['noindex', 'sitemap_exclude', 'sitemap.disable', 'sitemap.exclude'], means: isYes },
  { as: 'engines', keys: ['sitemap'], means: isNo },
  { as: 'engines', keys: ['robots', 'head', 'metadata.robots'], means: (value) => hasNoIndex(value) },
];

/** Whether a value names `noindex`: `robots: noindex`, or a `<meta>` in the `head` of VitePress or Starlight. */
const hasNoIndex = (value: unknown) => /\bnoindex\b/i.test(JSON.stringify(value) ?? '');

const fieldsOf: Readonly<Record<Withholding, Withheld['fields']>> = {
  draft: { condition: 'false', hidden: true, noIndex: true, noRobotsIndex: true },
  unlisted: { hidden: true, noIndex: true, noRobotsIndex: true },
  navigation: { hidden: true },
  search: { noIndex: true },
  engines: { noRobotsIndex: true },
};

const described: Readonly<Record<Withholding, string>> = {
  draft: 'is shown to no visitor',
  unlisted: 'is out of the navigation, the search and search engines',
  navigation: 'is out of the navigation',
  search: 'is out of the search',
  engines: 'is out of search engines',
};

/** Keeps a page from readers. `sign` says where its source says so. */
export const withheldBy = (as: Withholding, sign: string): Withheld => ({
  fields: fieldsOf[as],
  reasons: [`It ${described[as]}, because its source says so: ${sign}`],
});

const nothing: Withheld = { fields: {}, reasons: [] };

/** Everything that keeps a page from readers. */
export const joinWithheld = (parts: readonly (Withheld | undefined)[]): Withheld => ({
  fields: Object.assign({}, ...parts.map((part) => part?.fields)) as Withheld['fields'],
  reasons: parts.flatMap((part) => part?.reasons ?? []),
});

/** Reads how front matter keeps a page from readers. The names of its members are those of any case, as for Hugo. */
export function readWithheld(values: Readonly<Record<string, unknown>>, now = Date.now()): Withheld {
  const found = signs.flatMap(({ as, keys, means }) =>
    keys.flatMap((key) => {
      const value = key.split('.').reduce<unknown>(memberOf, values);
      if (value === undefined || !means(value, now)) return [];
      const sign = key === 'head' ? 'noindex in its head' : `${key}: ${(JSON.stringify(value) ?? '').slice(0, 60)}`;
      return [withheldBy(as, sign)];
    }),
  );
  return joinWithheld(found);
}

function memberOf(inside: unknown, name: string): unknown {
  if (!isRecord(inside)) return undefined;
  if (Object.hasOwn(inside, name)) return inside[name];
  // `noIndex` is a field of pages, and not the `noindex` of other tools.
  return Object.entries(inside).find(([key]) => key !== 'noIndex' && key.toLowerCase() === name.toLowerCase())?.[1];
}

/** Reads the same from the lines of front matter that cannot be parsed, so that a mistake in it publishes no draft. */
export function readWithheldLines(text: string): Withheld {
  const lines = text
    .slice(0, maxHead)
    .matchAll(/^[ \t]*["']?([\w.]{1,50})["']?[ \t]*[:=][ \t]*["']?([^"'\n]{1,100})/gm);
  return readWithheld(Object.fromEntries([...lines].map(([, key = '', value = '']) => [key, value.trim()])));
}

/** Reads how the `<meta name="robots">` of an HTML page keeps it from search engines. */
export function readWithheldHtml(html: string): Withheld {
  const tags = html.slice(0, maxHead).match(/<meta\b[^>]{0,500}>/gi) ?? [];
  const found = tags.find((tag) => /\bname\s*=\s*["']?(?:robots|googlebot)\b/i.test(tag) && /\bnoindex\b/i.test(tag));
  return found === undefined ? nothing : withheldBy('engines', 'noindex in its head');
}

const maxHead = 65_536;

/** Folders that Jekyll never shows; its collections begin with an underscore, too. */
const jekyllFolders = /^_(?:drafts|includes|layouts|partials|data|sass)$/;

/** Folders of drafts, and of what ReadMe fills into pages. */
const keptFolders = /^(?:drafts|custom_blocks)$/i;

/**
 * A page in a folder of drafts, or with an underscore before its name or folder, is shown by no tool that knows such paths, and one named 404
 * at the top in no navigation.
 */
export function withheldByPath(
  path: string,
  { isJekyll, now = Date.now() }: { readonly isJekyll: boolean; readonly now?: number },
): Withheld {
  const name = readName(path);
  if (isJekyll && timeOf(name) > now && /(?:^|\/)_posts\//.test(path))
    return withheldBy('draft', `its name has a date to come, ${name.slice(0, 10)}`);
  const isPrivate = (folder: string) =>
    keptFolders.test(folder) || (isJekyll ? jekyllFolders.test(folder) : /^_(?!posts$)/.test(folder));
  const folder = path.split('/').slice(0, -1).find(isPrivate);
  if (folder !== undefined) return withheldBy('draft', `it is in the folder ${folder}`);
  if (/^404\.(?:md|mdx|html?)$/i.test(path)) return withheldBy('unlisted', `its name is ${name}`);
  return name.startsWith('_') && !/^_index\./i.test(name) ? withheldBy('draft', `its name is ${name}`) : nothing;
}
