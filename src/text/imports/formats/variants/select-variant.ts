import { counted } from '../../../../lib/counted.ts';
import type { ImportedVariant, ImportNote } from '../../import-tree.ts';
import { importRefused, quote } from '../../refusal.ts';
import { isPagePath, readFolder } from '../../unpack/source-path.ts';
import { type ArchiveEntry, entryAt } from '../../unpack/zip.ts';
import { describePlaces } from '../lines.ts';
import { readDocusaurusEditions } from './docusaurus.ts';
import type { AskedVariant, Editions, Placement, Unpublished } from './edition.ts';
import { readHugoEditions } from './hugo.ts';
import { readStarlightEditions, readVitePressEditions } from './locales.ts';
import { readMikeEditions } from './mike.ts';
import { readMintlifyEditions } from './mintlify.ts';
import { readMkdocsEditions } from './mkdocs-i18n.ts';
import { readNextraEditions } from './nextra.ts';

/** The entries of one version in one language. */
export interface SelectedVariant {
  readonly entries: readonly ArchiveEntry[];
  /** What was left out, and which pages are not translated. */
  readonly notes: readonly ImportNote[];
  /** All that the archive holds; empty for a single one. */
  readonly variants: readonly ImportedVariant[];
  readonly version: string | null;
  readonly language: string | null;
  /** The path in the archive of each entry that has another one here. */
  readonly origins: ReadonlyMap<string, string>;
  /** Other paths by which links find the entries. */
  readonly aliases: readonly (readonly [alias: string, path: string])[];
}

/**
 * Selects one version in one language of an archive that holds several, since each is a space here. The pages of all of them have the same
 * paths, so that configurations and links fit. Throws import_refused for one that is not there.
 */
export function selectVariant(entries: readonly ArchiveEntry[], asked: AskedVariant = {}): SelectedVariant {
  const editions = tools.map((read) => read(entries)).find((one) => one !== null);
  const placed = editions && entries.map((entry) => ({ entry, ...editions.place(entry.path) }));
  const inPlace = (placed ?? []).filter(isPlaced);
  const variants = editions ? listVariants(editions, inPlace) : [];
  if (!editions || !placed || variants.length < 2) {
    requireAny([], asked);
    return { entries, notes: [], variants: [], version: null, language: null, origins: new Map(), aliases: [] };
  }
  requireAny(variants, asked);
  const { version, language } = choose(variants, editions, asked);
  const isAsked = asked.version !== undefined || asked.language !== undefined;
  const own = inPlace.filter((one) => belongs(one, { version, language }, editions));
  const isTranslated = ({ language: of }: Placement) => of === language || of === null;
  const ranked = [
    ...own.filter((one) => !isTranslated(one)),
    ...own.filter((one) => isTranslated(one) && one.isOverride !== true),
    ...own.filter((one) => isTranslated(one) && one.isOverride === true),
  ];
  const byPath = new Map(ranked.map((one) => [one.at, one]));
  const moved = [...byPath.values()].flatMap(({ entry, at }) => (at === entry.path ? [] : [[entry.path, at] as const]));
  return {
    entries: [...byPath.values()].map(({ entry, at }) => (at === entry.path ? entry : entryAt(at, entry))),
    notes: [
      ...describeUnpublished(placed.filter(isLeft)),
      ...(isAsked ? [] : describeOthers(inPlace, variants, { version, language })),
      ...describeUntranslated(inPlace, editions, { version, language }),
    ],
    variants,
    version,
    language,
    origins: new Map(moved.map(([origin, at]) => [at, origin])),
    aliases: [...moved, ...[...byPath.keys()].flatMap((at) => editions.listAliases?.(at, language) ?? [])],
  };
}

const tools = [
  readDocusaurusEditions,
  readMikeEditions,
  readVitePressEditions,
  readStarlightEditions,
  readHugoEditions,
  readMkdocsEditions,
  readMintlifyEditions,
  readNextraEditions,
];

type Placed = Placement & { readonly entry: ArchiveEntry };
type Left = Unpublished & { readonly entry: ArchiveEntry };
type Coordinates = Pick<Placement, 'version' | 'language'>;

const isPlaced = (one: Placed | Left): one is Placed => 'at' in one;
const isLeft = (one: Placed | Left): one is Left => !isPlaced(one);

/** Counts the pages of each version in each language, by version: the first ones first. */
function listVariants({ versions, languages, start }: Editions, placed: readonly Placed[]): ImportedVariant[] {
  const found = [...new Set([start.version, ...versions.keys()])].flatMap((version) =>
    [...new Set([start.language, ...languages.keys()])].flatMap((language): ImportedVariant[] => {
      const isOwn = (one: Placed) => isPagePath(one.at) && one.version === version && one.language === language;
      const pages = new Set(placed.filter(isOwn).map(({ at }) => at)).size;
      const title = (version === null ? undefined : versions.get(version)) ?? version;
      return pages === 0 ? [] : [{ version, language, title, pages, isDefault: false }];
    }),
  );
  return found.map((one, at) => ({ ...one, isDefault: at === 0 }));
}

function requireAny(variants: readonly ImportedVariant[], asked: AskedVariant): void {
  for (const member of ['version', 'language'] as const) {
    const name = asked[member];
    const known = [...new Set(variants.map((one) => one[member]))].filter((one) => one !== null);
    if (name === undefined || known.includes(name)) continue;
    const there = known.length === 0 ? `names no ${member}` : `has ${known.map(quote).join(', ')}`;
    throw importRefused(`The archive has no ${member} ${quote(name)}: it ${there}`);
  }
}

function choose(variants: readonly ImportedVariant[], editions: Editions, asked: AskedVariant): Coordinates {
  const first = variants[0];
  const has = (at: Coordinates) =>
    variants.some(({ version, language }) => version === at.version && language === at.language);
  const plain = { version: editions.plainVersion, language: first?.language ?? null };
  const { version, language } = has(plain) ? plain : { version: first?.version ?? null, language: plain.language };
  const chosen = { version: asked.version ?? version, language: asked.language ?? language };
  if (has(chosen)) return chosen;
  throw importRefused(
    `The archive has no version ${quote(chosen.version ?? '')} in the language ${quote(chosen.language ?? '')}`,
  );
}

/**
 * Whether an entry is one of a version in a language. Pages beside the versions are those of the first and of the plain one. Files of the
 * first language are those of all.
 */
function belongs(
  one: Placed,
  { version, language }: Coordinates,
  { start, plainVersion, fallsBack, sharesPages = false }: Editions,
) {
  const isPage = isPagePath(one.at);
  const isBeside =
    !sharesPages && one.version === null && isPage && version !== start.version && version !== plainVersion;
  if (isBeside || (one.version !== null && one.version !== version)) return false;
  if (one.language === null || one.language === language) return true;
  return (fallsBack || !isPage) && one.language === start.language;
}

function describeUnpublished(left: readonly Left[]): ImportNote[] {
  const pages = left.filter(({ entry }) => isPagePath(entry.path));
  const reasons = new Map(pages.map(({ folder, reason }) => [folder, reason]));
  return [...reasons].flatMap(([key, reason]) => {
    const count = pages.filter(({ folder }) => folder === key).length;
    return reason === null ? [] : [{ key, reason: `${reason}. It is left out, with ${counted(count, 'page')}` }];
  });
}

function describeOthers(
  placed: readonly Placed[],
  variants: readonly ImportedVariant[],
  taken: Coordinates,
): ImportNote[] {
  return variants
    .filter(({ version, language }) => version !== taken.version || language !== taken.language)
    .map(({ version, language, pages }) => {
      const own = placed.filter((one) => one.version === version && one.language === language && isPagePath(one.at));
      const name = [
        ...(version === null || (version === taken.version && language !== taken.language)
          ? []
          : [`Version ${version}`]),
        ...(language === null || language === taken.language ? [] : [`the language ${language}`]),
      ].join(' in ');
      return {
        key: commonFolderOf(own.map(({ entry }) => entry.path)),
        reason: `${name.replace(/^t/, 'T')} is left out, with ${counted(pages, 'page')}: import it into a space of its own, or all of them with \`octavo import --site\``,
      };
    });
}

function commonFolderOf(paths: readonly string[]): string {
  let folder = readFolder(paths[0] ?? '');
  for (const path of paths) while (!path.startsWith(folder)) folder = readFolder(folder);
  return folder;
}

const inAll = (one: Placement) => one.inAll ?? one.at;

/** Names the pages of the first language that the language does not have. */
function describeUntranslated(placed: readonly Placed[], editions: Editions, { version, language }: Coordinates) {
  const { start, fallsBack } = editions;
  if (language === start.language) return [];
  const pages = placed.filter((one) => one.version === version && isPagePath(one.at));
  const own = new Set(pages.filter((one) => one.language === language).map(inAll));
  const missing = pages.filter((one) => one.language === start.language && !own.has(inAll(one)));
  const [first] = missing;
  if (!first) return [];
  const are = missing.length === 1 ? 'is' : 'are';
  const now = fallsBack ? `${are} imported in ${start.language}` : `${are} left out`;
  return [
    {
      key: commonFolderOf(missing.map(({ at }) => at)),
      reason: `${counted(missing.length, 'page')} without a translation into ${language} ${now}: ${describePlaces(missing.map(({ at }) => ({ text: at })))}`,
    },
  ];
}
