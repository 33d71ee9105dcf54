import { readYamlConfig } from '../tree/config-values.ts';
import ignore from 'ignore';
import { isRecord } from '../../../lib/is-record.ts';
import { readFolderNavs } from '../tree/awesome-pages.ts';
import { readDocusaurusConfigs } from '../tree/docusaurus-config.ts';
import { readMintlifyHidden } from '../tree/mintlify.ts';
import { readMkdocsSettings, readRecord } from '../tree/site-config.ts';
import { readVitePressSettings } from '../tree/vitepress-sidebar.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { readConfigText } from '../unpack/config-text.ts';
import { joinPath, readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { readIgnoredFiles } from './hugo-ignored.ts';
import type { SourcePage } from './source-page.ts';
import { readWithheld, withheldBy, type Exclusions, type Withheld } from './withheld.ts';

/** Pages that a configuration keeps from readers. */
interface Exclusion {
  /** The folder to which the patterns are relative. */
  readonly folder: string;
  /** Patterns as in `.gitignore`. */
  readonly patterns: string | readonly string[];
  readonly withheld: Withheld;
}

/** Reads what the configurations of MkDocs, VitePress, Docusaurus, Jekyll, Hugo, Mintlify and Obsidian leave out of a site. */
export function readExclusions(entries: readonly ArchiveEntry[], sources: ReadonlyMap<string, SourcePage>): Exclusions {
  const scripts = [...listVitePress(entries), ...listDocusaurus(entries)];
  const exclusions = [
    ...listMkdocs(entries),
    ...scripts.map(({ folder, globs, withheld }) => ({ folder, withheld, patterns: globs.flatMap(patternsOf) })),
    ...entries.filter(({ path }) => readName(path) === '_config.yml' && !isHiddenPath(path)).flatMap(listJekyll),
    ...listObsidian(entries),
    ...listMintlify(entries, sources),
    ...listFolderNavs(entries),
    ...listCascades(sources),
  ].map(({ patterns, ...exclusion }) => ({ ...exclusion, ignored: ignore().add(patterns) }));
  const hugo = readIgnoredFiles(entries);
  return {
    listWithheld: (path) => [
      ...hugo.listWithheld(path),
      ...exclusions.flatMap(({ folder, ignored, withheld }) =>
        path.startsWith(folder) && path !== folder && ignored.ignores(path.slice(folder.length)) ? [withheld] : [],
      ),
    ],
    notes: [
      ...hugo.notes,
      ...scripts.flatMap(({ path, member, globs }) =>
        globs.some((glob) => typeof glob !== 'string')
          ? [{ key: path, reason: `${member} cannot be read without running it, so pages that it excludes are shown` }]
          : [],
      ),
    ],
  };
}

/** https://www.mkdocs.org/user-guide/configuration/#exclude_docs */
const listMkdocs = (entries: readonly ArchiveEntry[]): Exclusion[] =>
  readMkdocsSettings(entries).flatMap(({ settings, folder, path }) =>
    (['exclude_docs', 'draft_docs', 'not_in_nav'] as const).flatMap((member) => {
      const patterns = settings[member];
      if (typeof patterns !== 'string' || patterns === '') return [];
      const as = member === 'not_in_nav' ? 'navigation' : 'draft';
      return [{ folder, patterns, withheld: withheldBy(as, `${member} in ${path}`) }];
    }),
  );

interface ScriptExclusion extends Omit<Exclusion, 'patterns'> {
  readonly path: string;
  readonly member: string;
  /** The patterns; anything but a text was computed. */
  readonly globs: readonly unknown[];
}

/** https://vitepress.dev/reference/site-config#srcexclude */
const listVitePress = (entries: readonly ArchiveEntry[]): ScriptExclusion[] =>
  readVitePressSettings(entries).flatMap(({ path, folder, settings }) =>
    describeGlobs({ path, folder, member: 'srcExclude' }, settings),
  );

/** https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#exclude */
const listDocusaurus = (entries: readonly ArchiveEntry[]): ScriptExclusion[] =>
  readDocusaurusConfigs(entries).flatMap(({ docs }) =>
    docs.flatMap(({ path, folder, options }) => describeGlobs({ path, folder, member: 'exclude' }, options)),
  );

function describeGlobs(
  { path, folder, member }: Pick<ScriptExclusion, 'path' | 'folder' | 'member'>,
  settings: Readonly<Record<string, unknown>>,
): ScriptExclusion[] {
  if (!Object.hasOwn(settings, member)) return [];
  const value = settings[member];
  const globs: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  return [{ path, folder, member, globs, withheld: withheldBy('draft', `${member} in ${path}`) }];
}

/** The pattern of `.gitignore` for a glob, which is relative to its folder; one for each of its alternatives. */
function patternsOf(glob: unknown): string[] {
  if (typeof glob !== 'string' || glob === '' || glob.length > maxGlobLength) return [];
  const [whole, before = '', inside = '', after = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(glob) ?? [];
  if (whole === undefined) return [glob.startsWith('/') ? glob : `/${glob.replace(/^\.\//, '')}`];
  return inside
    .split(',')
    .slice(0, maxAlternatives)
    .flatMap((one) => patternsOf(`${before}${one}${after}`));
}

const maxGlobLength = 200;
const maxAlternatives = 20;

/** https://jekyllrb.com/docs/configuration/options/ and https://jekyllrb.com/docs/configuration/front-matter-defaults/ */
function listJekyll(entry: ArchiveEntry): Exclusion[] {
  const folder = readFolder(entry.path);
  const settings = readRecord(readYamlConfig(entry));
  const excluded = listOf(settings['exclude']).filter((glob) => typeof glob === 'string');
  const defaults = listOf(settings['defaults']).flatMap((one): Exclusion[] => {
    const { scope, values } = readRecord(one);
    const path = readRecord(scope)['path'] ?? '';
    const withheld = readWithheld(readRecord(values));
    const below = typeof path === 'string' ? joinPath('', path) : null;
    if (withheld.reasons.length === 0 || below === null) return [];
    return [{ folder, patterns: below === '' ? '*' : `/${below}`, withheld }];
  });
  const isNamed = excluded.length > 0;
  return [
    ...(isNamed ? [{ folder, patterns: excluded, withheld: withheldBy('draft', `exclude in ${entry.path}`) }] : []),
    ...defaults,
  ];
}

/** The folders of templates, which are no notes: https://help.obsidian.md/plugins/templates */
const listObsidian = (entries: readonly ArchiveEntry[]): Exclusion[] =>
  entries.flatMap((entry): Exclusion[] => {
    const [, folder = '', plugin] = templateSettings.exec(entry.path) ?? [];
    if (plugin === undefined) return [];
    const settings = readRecord(readYamlConfig(entry));
    const named = settings['folder'] ?? settings['templates_folder'];
    const below = typeof named === 'string' ? joinPath('', named) : null;
    if (below === null || below === '') return [];
    return [{ folder, patterns: `/${below}/`, withheld: withheldBy('draft', `templates in ${entry.path}`) }];
  });

const templateSettings = /^(.*\/)?\.obsidian\/(templates\.json|plugins\/templater-obsidian\/data\.json)$/;

/** Folders that plugins of MkDocs hide. */
const listFolderNavs = (entries: readonly ArchiveEntry[]): Exclusion[] =>
  readFolderNavs(entries).flatMap(({ path, folder, isHidden }) =>
    isHidden ? [{ folder, patterns: '*', withheld: withheldBy('navigation', `hide in ${path}`) }] : [],
  );

/**
 * The snippets and the `.mintignore` of Mintlify, groups that its navigation hides, and pages for some readers only. https://mintlify.com/docs/organize/hidden-pages
 */
const listMintlify = (entries: readonly ArchiveEntry[], sources: ReadonlyMap<string, SourcePage>): Exclusion[] =>
  readMintlifyHidden(entries).flatMap(({ path, folder, hidden }): Exclusion[] => {
    const ignored = entries.find((entry) => entry.path === `${folder}.mintignore`);
    const some = [...sources.values()].filter((page) => {
      const { groups } = page.matter.values;
      return page.path.startsWith(folder) && (typeof groups === 'string' || listOf(groups).length > 0);
    });
    return [
      { folder, patterns: '/snippets/', withheld: withheldBy('draft', 'snippets are parts of pages in Mintlify') },
      { folder, patterns: hidden.map(exactly), withheld: withheldBy('navigation', `hidden in ${path}`) },
      {
        folder,
        patterns: some.map((page) => exactly(page.path.slice(folder.length))),
        withheld: withheldBy('draft', 'groups, which some readers belong to'),
      },
      ...(ignored ? [{ folder, patterns: readConfigText(ignored), withheld: withheldBy('draft', ignored.path) }] : []),
    ];
  });

/** The pattern of `.gitignore` for one path. */
const exactly = (path: string) => `/${path.replaceAll(/[\\[\]*?!# ]/g, String.raw`\$&`)}`;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What the index page of a folder says of the pages below it. https://gohugo.io/configuration/cascade/ */
const listCascades = (sources: ReadonlyMap<string, SourcePage>): Exclusion[] =>
  [...sources].flatMap(([path, { matter }]) =>
    [matter.values['cascade']].flat().flatMap((cascade): Exclusion[] => {
      if (!isRecord(cascade)) return [];
      const { target: _target, _target: _former, params, ...own } = cascade;
      const withheld = readWithheld({ ...readRecord(params), ...own });
      return withheld.reasons.length === 0 ? [] : [{ folder: readFolder(path), patterns: '*', withheld }];
    }),
  );
