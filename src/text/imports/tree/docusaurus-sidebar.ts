import { readYamlConfig } from './config-values.ts';
import { isHiddenPath } from '../unpack/archive-layout.ts';
import { sidebarTexts } from './docusaurus-config.ts';
import { listDocusaurusIds } from './docusaurus-ids.ts';
import { readGeneratedIndex } from './generated-index.ts';
import { listGenerated, type SiteOfPages } from './generated-items.ts';
import { titleFromPath } from './page-names.ts';
import { leftOut } from '../formats/constructs/construct.ts';
import { describePlaces } from '../formats/lines.ts';
import { readScriptData } from '../formats/html/script-data.ts';
import { type Navigation, readRecord } from './site-config.ts';
import { readFolder, readName, relativePath } from '../unpack/source-path.ts';
import { readConfigText } from '../unpack/config-text.ts';
import type { SummaryItem, SummarySection } from './summary.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';

/** Reads each sidebars file of Docusaurus. See https://docusaurus.io/docs/sidebar/items */
export const readDocusaurus = (entries: readonly ArchiveEntry[], site: SiteOfPages): Navigation[] =>
  entries
    .filter(({ path }) => /^sidebars\.(?:[cm]?[jt]s|json)$/.test(readName(path)) && !isHiddenPath(path))
    .map((config) => readConfig(config, site, readTexts(entries, readFolder(config.path))));

/** The texts of sidebars in another language. https://docusaurus.io/docs/i18n/tutorial#translate-plugin-data */
function readTexts(entries: readonly ArchiveEntry[], folder: string): Record<string, unknown> {
  const entry = entries.find(({ path }) => path === `${folder}${sidebarTexts}`);
  return entry ? readRecord(readYamlConfig(entry)) : {};
}

const translate = (items: readonly SummaryItem[], sidebar: string, texts: Record<string, unknown>): SummaryItem[] =>
  items.map(({ title, children, generated, ...item }) => {
    const kinds = children.length > 0 ? ['category'] : ['doc', 'link'];
    const read = (kind: string, member = '') => {
      const { message } = readRecord(texts[`sidebar.${sidebar}.${kind}.${title}${member}`]);
      return typeof message === 'string' ? message : undefined;
    };
    const message = kinds.map((kind) => read(kind)).find((text) => text !== undefined);
    const fields = ['title', 'description'].map((name) => [name, read('category', `.link.generated-index.${name}`)]);
    const said = Object.fromEntries(fields.filter(([, text]) => text !== undefined));
    return {
      ...item,
      title: message ?? title,
      ...(generated && { generated: { ...generated, fields: { ...generated.fields, ...said } } }),
      children: translate(children, sidebar, texts),
    };
  });

function readConfig(entry: ArchiveEntry, site: SiteOfPages, texts: Record<string, unknown>): Navigation {
  const { path } = entry;
  const text = readConfigText(entry);
  // JSON is a valid JavaScript expression, so one parser reads both.
  const value = readScriptData(path.endsWith('.json') ? `export default ${text}` : text, /\.[cm]?ts$/.test(path));
  const sidebars = Object.entries(readRecord(value));
  const folder = docsFolder(readFolder(path), site);
  const walk: Walk = { ...site, folder, pages: listDocusaurusIds(site.sources, folder), html: [] };
  const sections = sidebars.map(([name, items]): SummarySection => {
    const title = titleFromPath(name.replace(/_?sidebar$/i, '') || name);
    return { ...(sidebars.length > 1 && { title }), items: translate(listItems(walk, items, 0), name, texts) };
  });
  const lost =
    walk.html.length === 0
      ? []
      : [`${leftOut('HTML in a sidebar')}: ${describePlaces(walk.html.map((written) => ({ text: written })))}`];
  return { folder, sections, path, name: 'The sidebar of Docusaurus', lost };
}

/** The folder of the pages: `docs` beside the configuration, else, in the classic layout, beside its `website` folder. */
function docsFolder(beside: string, { sources }: SiteOfPages): string {
  const folders = [`${beside}docs/`, ...(readName(beside) === 'website' ? [`${readFolder(beside)}docs/`] : [])];
  return folders.find((folder) => [...sources.keys()].some((path) => path.startsWith(folder))) ?? beside;
}

interface Walk extends SiteOfPages {
  readonly folder: string;
  /** Paths of pages by their Docusaurus id. */
  readonly pages: ReadonlyMap<string, string>;
  /** Entries of HTML, which no tree has. */
  readonly html: string[];
}

const maxDepth = 50;

function listItems(walk: Walk, value: unknown, depth: number): SummaryItem[] {
  if (depth > maxDepth) return [];
  if (typeof value === 'string') return [{ title: '', url: readAddress(walk, value), children: [] }];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => listItems(walk, item, depth + 1));
  const item = readRecord(value);
  if (typeof item['type'] !== 'string')
    // `{ Label: [items] }` is shorthand for a category.
    return Object.entries(item).map(([title, items]) => ({ title, children: listItems(walk, items, depth + 1) }));
  const title = typeof item['label'] === 'string' ? item['label'] : '';
  switch (item['type']) {
    case 'doc':
    case 'ref':
      return typeof item['id'] === 'string' ? [{ title, url: readAddress(walk, item['id']), children: [] }] : [];
    case 'link':
      return typeof item['href'] === 'string' ? [{ title, url: item['href'], children: [] }] : [];
    case 'category': {
      const { type, id } = readRecord(item['link']);
      const generated = readGeneratedIndex(item['link'], title);
      const url = type === 'doc' && typeof id === 'string' ? readAddress(walk, id) : undefined;
      const children = listItems(walk, item['items'], depth + 1);
      return [{ title, ...(url !== undefined && { url }), ...(generated && { generated }), children }];
    }
    case 'autogenerated':
      return typeof item['dirName'] === 'string' ? listGenerated(walk, walk.folder, item['dirName']) : [];
    case 'html':
      if (typeof item['value'] === 'string') walk.html.push(item['value'].replaceAll(/\s+/g, ' ').trim());
      return [];
    default:
      return [];
  }
}

/**
 * URL of a page, relative to the folder of the pages. An unknown id is returned as it is, so that it is reported as a
 * broken link.
 */
function readAddress({ pages, folder }: Walk, id: string): string {
  const path = pages.get(id);
  return encodeURI(path === undefined ? id : relativePath(folder, path));
}
