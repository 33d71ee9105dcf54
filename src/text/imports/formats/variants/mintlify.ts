import { listPagesIn, readMintlifyNavigations } from '../../tree/mintlify.ts';
import { readRecord } from '../../tree/site-config.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import { type Editions, type Placement, shared } from './edition.ts';

type Coordinates = Pick<Placement, 'version' | 'language'>;

/** The pages of one version in one language. */
interface Edition extends Coordinates {
  readonly pages: ReadonlySet<string>;
  readonly isDefault: boolean;
}

const kinds = [
  ['versions', 'version'],
  ['languages', 'language'],
] as const;

/** https://mintlify.com/docs/organize/navigation: nodes for versions and languages, at the top or in each other. */
export function readMintlifyEditions(entries: readonly ArchiveEntry[]): Editions | null {
  for (const { folder, navigation } of readMintlifyNavigations(entries)) {
    const written = listEditions(navigation, { version: null, language: null }, true);
    const start = written.find(({ isDefault }) => isDefault) ?? written[0];
    if (!start || written.length < 2) continue;
    // A language without versions is that of the first one, and the other way round.
    const editions = written.map((one) => ({
      ...one,
      version: one.version ?? start.version,
      language: one.language ?? start.language,
    }));
    const named = (name: 'version' | 'language') =>
      new Map(editions.flatMap((one) => (one[name] === null ? [] : [[one[name], one[name]] as const])));
    return {
      versions: named('version'),
      languages: named('language'),
      start: { version: start.version, language: start.language },
      plainVersion: start.version,
      fallsBack: false,
      sharesPages: true,
      place: (path) => {
        if (!path.startsWith(folder)) return shared(path);
        const inside = path.slice(folder.length);
        const listed = editions.filter(({ pages }) => pages.has(inside.replace(/\.mdx?$/, '')));
        const edition = listed[0] ?? editions.find((one) => withoutFolders(inside, one) !== inside);
        if (!edition || listed.length > 1) return shared(path);
        const { version, language } = edition;
        return { version, language, at: path, inAll: `${folder}${withoutFolders(inside, edition)}` };
      },
    };
  }
  return null;
}

/** The path below the folders that are named as a version or language. */
function withoutFolders(inside: string, { version, language }: Coordinates): string {
  const names = [version, language].flatMap((name) =>
    name === null ? [] : [name.toLowerCase(), name.toLowerCase().replace(/^v(?=\d)/, '')],
  );
  const parts = inside.split('/');
  const from = parts.findIndex((part, at) => at === parts.length - 1 || !names.includes(part.toLowerCase()));
  return parts.slice(from).join('/');
}

function listEditions(navigation: unknown, at: Coordinates, isDefault: boolean): Edition[] {
  const node = readRecord(navigation);
  for (const [list, name] of kinds) {
    const nodes = Array.isArray(node[list]) && at[name] === null ? node[list].map(readRecord) : [];
    const named = nodes.filter((one) => typeof one[name] === 'string' && one[name] !== '');
    const first = named.find((one) => one['default'] === 'true') ?? named[0];
    if (first)
      return named.flatMap((one) =>
        listEditions(one, { ...at, [name]: String(one[name]) }, isDefault && one === first),
      );
  }
  return [{ ...at, isDefault, pages: new Set(listPagesIn(node)) }];
}
