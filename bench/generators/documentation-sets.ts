import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ArchiveEntry, readZip } from '../../src/text/imports/unpack/zip.ts';
import { cacheFolder, packageFolder, type PinnedPackage } from '../search/packages.ts';
import { searchSets } from '../search/sets.ts';
import { docusaurus, docusaurusProject, generators, type Generator, mkdocs, vitepress } from './site-generators.ts';

/** Documentation that sites are built of. */
export interface DocumentationSet {
  readonly name: string;
  readonly entries: () => Promise<readonly ArchiveEntry[]>;
  /** The generator that it is written for, with its own order; every generator in an order that is made when omitted. */
  readonly own?: OwnProject;
}

export interface OwnProject {
  readonly generator: Generator;
  /** Where its files stand in the project: empty, or ending in `/`. */
  readonly at: string;
  /** Where the generator has the pages that are imported as `docs/`. */
  readonly docs?: string;
  /** Files of the set that need packages of their own, which are not built. */
  readonly without?: RegExp;
  /** What is written over files of the set: their configuration without what needs packages of their own. */
  readonly files: (entries: ReadonlyMap<string, Buffer>) => Readonly<Record<string, string>>;
}

/** A file above this size is no documentation. */
const fileBytes = 5_000_000;

function filesIn(root: string): ArchiveEntry[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files
    .map((file) => path.join(file.parentPath, file.name))
    .map((file) => ({ path: path.relative(root, file), body: readFileSync(file) }))
    .filter(({ body }) => body.length < fileBytes);
}

const inPackage = (folder: string, pinned: PinnedPackage) => async () =>
  filesIn(path.join(await packageFolder(pinned), folder));
const pinned = (name: string, version: string, digest: string): PinnedPackage => ({
  name,
  version,
  integrity: `sha512-${digest}`,
});
const fastifyArchive = path.join(import.meta.dirname, '../../test/data/fastify-docs.zip');
const searched = (name: string): DocumentationSet[] =>
  searchSets
    .filter((set) => set.name === name)
    .map(({ from, folder }) => ({ name: `${from.name}@${from.version}`, entries: inPackage(folder, from) }));
const archive = (file: string): DocumentationSet => ({
  name: path.basename(file),
  entries: async () => (await readZip(await readFile(file))).entries,
});

/** The sources of a package of Debian, whose registry of Python packages is another. */
function debianSource(name: string): ArchiveEntry[] {
  const folder = path.join(cacheFolder, `debian-${name}`);
  if (!existsSync(path.join(folder, 'source'))) {
    mkdirSync(path.join(folder, 'lists/partial'), { recursive: true });
    const list = path.join(folder, 'sources.list');
    const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
    writeFileSync(list, `deb-src [signed-by=${key}] http://deb.debian.org/debian bookworm main\n`);
    const places = [`Dir::Etc::SourceList=${list}`, 'Dir::Etc::SourceParts=-', `Dir::State::Lists=${folder}/lists`];
    const apt = (...args: string[]) =>
      execFileSync('apt-get', ['-q', ...places.flatMap((place) => ['-o', place]), ...args], {
        cwd: folder,
        stdio: 'ignore',
      });
    apt('update');
    apt('source', '--download-only', name);
    const source = readdirSync(folder).find((file) => file.includes('.orig.tar.')) ?? '';
    mkdirSync(path.join(folder, 'source'));
    execFileSync('tar', ['xf', path.join(folder, source), '-C', path.join(folder, 'source'), '--strip-components=1']);
  }
  return filesIn(path.join(folder, 'source'));
}

/** A project of Docusaurus with its own order. Its pages are MDX, as they are without a setting. */
const ownDocusaurus = (at: string, docs: Readonly<Record<string, unknown>>, folder?: string): OwnProject => ({
  generator: docusaurus,
  at,
  ...(folder !== undefined && { docs: folder }),
  without: /^(?:src|blog)\/|docusaurus\.config|^package\.json$|^babel\.config/,
  files: (entries) => ({ ...docusaurusProject(docs, 'mdx'), ...modulesOf(entries) }),
});

/** Components of a site that its package leaves out show what is in them. */
function modulesOf(entries: ReadonlyMap<string, Buffer>): Record<string, string> {
  const module =
    "const Part = ({ children }) => children ?? null;\nmodule.exports = new Proxy(Part, { get: (_, name) => (name === '__esModule' ? true : Part) });\n";
  const named = [...entries.values()].flatMap((body) => [...body.toString().matchAll(/from ['"]@site\/([^'"]+)['"]/g)]);
  return Object.fromEntries(named.map(([, file]) => [`${file}.js`, module]));
}

const vitepressSet: OwnProject = {
  generator: vitepress,
  at: '',
  without: /^\.vitepress\/(?:dist|theme)\//,
  files: (entries) => ({
    '.vitepress/own.js': entries.get('.vitepress/config.js')?.toString() ?? '',
    '.vitepress/config.js':
      "import own from './own.js';\nexport default { ...own, title: 'Set', head: [], markdown: {}, ignoreDeadLinks: true };\n",
  }),
};

/** `mkdocs.yml` without what is not on the machine. */
const mkdocsSet: OwnProject = {
  generator: mkdocs,
  at: '',
  files: (entries) => ({
    'mkdocs.yml': (entries.get('mkdocs.yml')?.toString() ?? '')
      .replace(/^site_name: .*/m, 'site_name: Set')
      .replaceAll(/^(?:theme|plugins|markdown_extensions):\n(?:[ \t].*\n|\n(?=[ \t]))*/gm, ''),
  }),
};

const createDocusaurus = pinned(
  'create-docusaurus',
  '3.10.2',
  'JgJljCp+EUw4MKaGNQMfglGomEUL3SKg417nUBxCih6wkuRM9CGA6eSGx5SX9MLlGCSAhee6h/DEhIcqiumB8w==',
);

/** Twelve sets: six with the configuration of their own generator, and six that every generator builds. */
export const documentationSets: readonly DocumentationSet[] = [
  {
    name: '@directus/docs@9.22.3',
    entries: inPackage(
      '',
      pinned(
        '@directus/docs',
        '9.22.3',
        'zuL1iK9xDgGSG/0xW7QJdU7mt5k3FGoxnuN1EYoGeaMXn6KAAnME3R1kZijf3FhCt8cw8GLj2yX453bZK+SmlA==',
      ),
    ),
    own: vitepressSet,
  },
  {
    name: '@maci-protocol/website@1.0.0',
    entries: inPackage(
      '',
      pinned(
        '@maci-protocol/website',
        '1.0.0',
        'rNexy7cdW1V/qsMtmUSfWH39vefMBkXILOIOuI1wWIl46DbrpzkcICr22weQHUUYRpkuBrjAKuR/GpxEW6U4GA==',
      ),
    ),
    own: ownDocusaurus(
      '',
      { routeBasePath: 'docs', includeCurrentVersion: false, onlyIncludeVersions: ['v3.x'] },
      'versioned_docs/version-v3.x/',
    ),
  },
  {
    name: '@zio.dev/zio-blocks@0.0.51',
    entries: inPackage(
      '',
      pinned(
        '@zio.dev/zio-blocks',
        '0.0.51',
        'W2Jm4x/2I9S02zTeOaWqHu96X7IW/+dgvoSyyagpG7QKKpy7bHQ22Y5WWnJj+RFjeyZEPdCF5fnbMDYdVUEyNQ==',
      ),
    ),
    own: ownDocusaurus('docs/', { routeBasePath: '/', sidebarPath: './docs/sidebars.js' }),
  },
  {
    name: 'create-docusaurus@3.10.2',
    entries: async () => [
      ...(await inPackage('templates/shared', createDocusaurus)()),
      ...(await inPackage('templates/classic', createDocusaurus)()),
    ],
    own: ownDocusaurus('', { routeBasePath: 'docs' }),
  },
  {
    name: '@voltagent/docs-mcp@2.0.3',
    entries: inPackage(
      'docs',
      pinned(
        '@voltagent/docs-mcp',
        '2.0.3',
        '9KxGs1yJf6TVXTFzludTEBL5mKLu1H+Y0bIsnpZbHywFHAXdjxHLpQ/WLQDp8hkZPHtky4UFcaEstKdVODrpuA==',
      ),
    ),
    own: ownDocusaurus('docs/', { routeBasePath: 'docs' }),
  },
  { name: 'httpcore 0.16.3', entries: async () => debianSource('httpcore'), own: mkdocsSet },
  archive(fastifyArchive),
  ...searched('npm'),
  ...searched('undici'),
  {
    name: '@graphcommerce/docs@10.0.3',
    entries: inPackage(
      '',
      pinned(
        '@graphcommerce/docs',
        '10.0.3',
        'f/Kd0qewEgz37dycgN5QyDf8D/0sqN9B349QnoRqG2OKGl4kTb7LoeKWJnCO3b0eOy4qaa/dFnzsQOeO1EGzrA==',
      ),
    ),
  },
  {
    name: '@praha/byethrow-docs@0.10.0',
    entries: inPackage(
      'docs',
      pinned(
        '@praha/byethrow-docs',
        '0.10.0',
        'o9IFbFyVQT73uL9AweKQFOZz5sQNW4NAcEEh9Bd9ujxxITDnNlkAGAMNx9+KyUaD0mf7akOKAktLhHE9XACVvQ==',
      ),
    ),
  },
  {
    name: 'mercurius@16.10.1',
    entries: inPackage(
      'docs',
      pinned(
        'mercurius',
        '16.10.1',
        '8P7KwNjA+R8OeZ2+6f43fQsCLjvekdeYKIvgWZbRnOMq8J2VdR2fDb/PLL5QPQF3ndjCuPXZJ7GxHfkKOnNlXw==',
      ),
    ),
  },
];

/** The sets that are named, or an archive, or all. */
export function chosenSets(names: readonly string[]): readonly DocumentationSet[] {
  if (names.length === 0) return documentationSets;
  return names.flatMap((name) =>
    name.endsWith('.zip') ? [archive(name)] : documentationSets.filter((set) => set.name.includes(name)),
  );
}

/** The generators of a set that are installed. */
export const generatorsOf = ({ own }: DocumentationSet): Generator[] =>
  (own ? [own.generator] : generators).filter((generator) => generator.isInstalled());
