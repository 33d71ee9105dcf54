/** The version and the language that an import asks for; those of its tool when omitted. */
export interface AskedVariant {
  readonly version?: string | undefined;
  readonly language?: string | undefined;
}

/** Where an entry of an archive belongs that holds a site in several versions or languages. */
export interface Placement {
  /** Null for what belongs to no version. */
  readonly version: string | null;
  /** Null for what belongs to no language. */
  readonly language: string | null;
  /** The path that it has in each version and language, by which these find each other's pages. */
  readonly at: string;
  /** The path by which it is found in other languages; `at` when omitted. */
  readonly inAll?: string;
  /** Whether it replaces an entry of the same version and language at this path. */
  readonly isOverride?: boolean;
}

/** An entry that no version and language has, such as a copy. The reason is null for what is no loss. */
export interface Unpublished {
  /** Ends in `/`, or is the path of a file. */
  readonly folder: string;
  readonly reason: string | null;
}

/** The versions and languages of a site, as its tool keeps them. */
export interface Editions {
  /** Labels of the versions by name, in the order of the tool; empty without versions. */
  readonly versions: ReadonlyMap<string, string>;
  /** Labels of the languages by code; empty without languages. */
  readonly languages: ReadonlyMap<string, string>;
  /** What readers see first. */
  readonly start: { readonly version: string | null; readonly language: string | null };
  /** The version that an import takes when none is named. */
  readonly plainVersion: string | null;
  /** Whether readers see pages of the first language where a page is not translated. */
  readonly fallsBack: boolean;
  /** Whether pages beside the versions belong to all of them. */
  readonly sharesPages?: boolean;
  readonly place: (path: string) => Placement | Unpublished;
  /** The paths by which pages in a language name what has a path in all of them. */
  readonly listAliases?: (at: string, language: string | null) => readonly (readonly [alias: string, path: string])[];
}

/** What belongs to every version and language. */
export const shared = (path: string): Placement => ({ version: null, language: null, at: path });
