import { readDocusaurusConfigs } from '../tree/docusaurus-config.ts';
import { contentFolder, readHugoSettings } from '../tree/hugo-config.ts';
import { readMkdocsSettings } from '../tree/site-config.ts';
import { readStarlightSettings } from '../tree/starlight.ts';
import { readVitePressSettings } from '../tree/vitepress-sidebar.ts';
import { isPagePath, readFolder, readName } from '../unpack/source-path.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';
import { withheldBy, type Withheld } from './withheld.ts';

/** The folders from which a configuration publishes pages. */
interface Published {
  /** Path of the configuration. */
  readonly path: string;
  readonly folders: readonly string[];
}

/**
 * Finds the pages that no configuration of the archive publishes, such as notes beside the folder of the documents. Null for those of it,
 * and for all where a configuration or a `SUMMARY.md` may name pages elsewhere.
 */
export function findUnpublished(entries: readonly ArchiveEntry[]): (path: string) => Withheld | undefined {
  const published = listPublished(entries);
  const folders = published.flatMap((one) => one.folders);
  const isIn = (path: string) => folders.some((folder) => path.startsWith(folder));
  const [first] = published;
  const isElsewhere = entries.some(({ path }) => namesPages.test(readName(path)));
  if (!first || isElsewhere || !entries.some(({ path }) => isPagePath(path) && isIn(path))) return () => undefined;
  return (path) => (isIn(path) ? undefined : withheldBy('draft', `it is in no folder that ${first.path} publishes`));
}

/** Files by which others than these tools publish pages. */
const namesPages =
  /^(?:_config\.ya?ml|(?:docs|mint)\.json|summary\.md|\.gitbook\.yaml|book\.toml|nuxt\.config\.[cm]?[jt]s)$/i;

function listPublished(entries: readonly ArchiveEntry[]): Published[] {
  const docusaurus = readDocusaurusConfigs(entries);
  const hugo = readHugoSettings(entries);
  // Modules of Hugo mount other folders, and presets of Docusaurus that are computed may name some.
  if (hugo.some(({ settings }) => 'module' in settings)) return [];
  if (docusaurus.some(({ docs }) => docs.length === 0)) return [];
  return [
    ...readMkdocsSettings(entries).map(({ path, folder }) => ({ path, folders: [folder] })),
    ...readVitePressSettings(entries).map(({ path, folder }) => ({ path, folders: [folder] })),
    ...readStarlightSettings(entries).map(({ path }) => ({
      path,
      folders: [`${readFolder(path)}src/content/`, `${readFolder(path)}src/pages/`],
    })),
    ...docusaurus.map(({ path, docs, folders }) => ({
      path,
      folders: [...docs.map(({ folder }) => folder), ...folders],
    })),
    ...hugo.map((site) => ({ path: site.path, folders: [contentFolder(site)] })),
  ];
}
