import type { Context } from '../../core/context.ts';
import { grouped } from '../../../loaders/by-parent.ts';
import type { SiteSpace, Structure } from '../structure/structure.ts';

/** A space on a site in another language, or in the language of the place itself. */
export interface SpaceLanguage {
  readonly siteSpace: SiteSpace;
  readonly language: string;
  /** Whether its pages have the ids of those of the place: it is a translation, or has the same source. */
  readonly isTranslation: boolean;
}

/** The other forms of what a space on a site says. */
export interface Alternatives {
  /** By language, in the order of the site, with the place itself; empty for a single language. */
  readonly languages: readonly SpaceLanguage[];
  /** Versions in navigation order, with the place itself, each in its language where it has that. */
  readonly variants: readonly SiteSpace[];
  /** What the space was translated from, where the visitor sees it. */
  readonly source: SiteSpace | null;
}

/** Finds the other forms of a space among those that the visitor sees. Takes one statement, for more than one space. */
export async function loadAlternatives(
  ctx: Context,
  { siteSpaces }: Structure,
  { siteSpace, locale }: { readonly siteSpace: SiteSpace; readonly locale: string },
): Promise<Alternatives> {
  if (siteSpaces.length < 2) return { languages: [], variants: [siteSpace], source: null };
  const rows = await Promise.all(siteSpaces.map(({ spaceId }) => ctx.loaders.translationBySpace.load(spaceId)));
  const sources = new Map(rows.flatMap((row) => (row === null ? [] : [[row.spaceId, row.sourceId] as const])));
  return selectAlternatives(siteSpaces, { siteSpace, locale, sources });
}

interface Selection {
  readonly siteSpace: SiteSpace;
  /** Language of spaces that name none. */
  readonly locale: string;
  /** The source of each translated space, by the ids of spaces. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Selects languages and versions. Translations of the same source are languages of one version, and so are spaces of the section with the
 * same title in different languages; beside them, a space of the section in a language that none of them has is one, too.
 */
function selectAlternatives(siteSpaces: readonly SiteSpace[], { siteSpace, locale, sources }: Selection): Alternatives {
  const readLanguage = ({ space }: SiteSpace) => space.language ?? locale;
  const findOrigin = ({ spaceId }: SiteSpace) => findFirstSource(sources, spaceId);
  const own = readLanguage(siteSpace);
  const siblings = siteSpaces.filter(({ sectionId }) => sectionId === siteSpace.sectionId);
  const others = siteSpaces.filter(({ sectionId }) => sectionId !== siteSpace.sectionId);
  const namesakes = firstNamesakes(siblings);
  const findVersion = (one: SiteSpace) =>
    findOrigin((one.space.language !== null && namesakes.get(one.space.title)) || one);
  const languages = new Map<string, SpaceLanguage>([[own, { siteSpace, language: own, isTranslation: true }]]);
  const add = (one: SiteSpace, isTranslation: boolean) => {
    const language = readLanguage(one);
    if (!languages.has(language)) languages.set(language, { siteSpace: one, language, isTranslation });
  };
  for (const one of [...siblings, ...others])
    if (sources.size > 0 && findOrigin(one) === findOrigin(siteSpace)) add(one, true);
  const named = siteSpace.space.language === null ? [] : siblings.filter(({ space }) => space.language !== null);
  for (const one of named) if (findVersion(one) === findVersion(siteSpace)) add(one, false);
  for (const one of named) add(one, false);
  const languageSpaces = new Set([...languages.values()].map((one) => one.siteSpace.id));
  const versions = new Map<string, SiteSpace>([[findVersion(siteSpace), siteSpace]]);
  for (const one of siblings) {
    const name = findVersion(one);
    const version = versions.get(name);
    const isBetter = version !== undefined && readLanguage(version) !== own && readLanguage(one) === own;
    if ((version === undefined && !languageSpaces.has(one.id)) || isBetter) versions.set(name, one);
  }
  const source = siteSpaces.find(({ spaceId }) => spaceId === sources.get(siteSpace.spaceId)) ?? null;
  const inOrder = (ids: ReadonlySet<string>) => siteSpaces.filter(({ id }) => ids.has(id));
  return {
    languages:
      languages.size < 2
        ? []
        : [...languages.values()].toSorted(
            (one, other) => siteSpaces.indexOf(one.siteSpace) - siteSpaces.indexOf(other.siteSpace),
          ),
    variants: inOrder(new Set([...versions.values()].map(({ id }) => id))),
    source,
  };
}

/** The first of the spaces with a title, by the title, where each of them has another language. */
function firstNamesakes(siblings: readonly SiteSpace[]): Map<string, SiteSpace> {
  const byTitle = grouped(
    siblings.filter(({ space }) => space.language !== null),
    ({ space }) => space.title,
  );
  const firsts = [...byTitle].flatMap(([title, same]) => {
    const [first] = same;
    const languages = new Set(same.map(({ space }) => space.language));
    return first && languages.size === same.length ? [[title, first] as const] : [];
  });
  return new Map(firsts);
}

/** The space from which a space was translated, over several translations. */
function findFirstSource(sources: ReadonlyMap<string, string>, spaceId: string): string {
  const passed = new Set<string>();
  let at = spaceId;
  for (let next = sources.get(at); next !== undefined && !passed.has(next); next = sources.get(at)) {
    passed.add(at);
    at = next;
  }
  return at;
}
