import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { generatedSets } from './generators/sets.ts';
import { findAnchor } from '../src/text/imports/links/generator-anchors.ts';
import { readMarkdownPage } from '../src/text/imports/formats/source-page.ts';
import { walkPages, type ImportedPage } from '../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../src/text/imports/markdown-tree.ts';
import type { ArchiveEntry } from '../src/text/imports/unpack/zip.ts';
import { type HtmlElement, type HtmlRoot, parseHtml } from '../src/text/markdown/html-tree.ts';

/**
 * Builds one set of pages by VitePress, Starlight, MkDocs and Docusaurus, imports the same folder, and compares both page by page: order, titles,
 * headings and where links lead. Needs `npm ci --prefix bench/generators`, and `mkdocs` in the path.
 *
 *   npx tsx bench/compare-generators.ts [archive.zip]     all sets of `generators/sets.ts`, or the pages of an archive
 */
const root = path.join(import.meta.dirname, 'generators');
const modules = path.join(root, 'node_modules');

interface Generator {
  readonly name: string;
  /** Folder of the pages in the project. */
  readonly pages: string;
  /** The configuration for pages in an order. */
  readonly configure: (order: readonly string[]) => Readonly<Record<string, string>>;
  readonly build: (folder: string) => void;
  /** The file of a page in the site. */
  readonly fileOf: (page: string) => string;
  readonly content: string;
  readonly sidebar: string;
  readonly withTitle?: boolean;
  /** The folder of its packages; that of all others when omitted. */
  readonly home?: string;
}

const stemOf = (page: string) => page.replace(/\.md$/, '');
const isIndex = (page: string) => /(?:^|\/)index\.md$/.test(page);
const node = (folder: string, program: string, args: readonly string[], home = modules) =>
  execFileSync(path.join(modules, 'node/bin/node'), [path.join(home, '.bin', program), ...args], {
    cwd: folder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const generators: readonly Generator[] = [
  {
    name: 'VitePress',
    pages: '',
    configure: (order) => ({
      '.vitepress/config.mjs': `export default ${JSON.stringify({
        title: 'Set',
        ignoreDeadLinks: true,
        themeConfig: { sidebar: order.map((page) => ({ text: page, link: `/${stemOf(page)}` })) },
      })};\n`,
    }),
    build: (folder) => node(folder, 'vitepress', ['build']),
    fileOf: (page) => `.vitepress/dist/${stemOf(page)}.html`,
    content: '.vp-doc',
    sidebar: '.VPSidebar a[href]',
  },
  {
    name: 'Starlight',
    pages: 'src/content/docs/',
    configure: (order) => ({
      'astro.config.mjs': `import { defineConfig } from 'astro/config';\nimport starlight from '@astrojs/starlight';\nexport default defineConfig({ telemetry: false, integrations: [starlight(${JSON.stringify(
        { title: 'Set', sidebar: order.map((page) => ({ label: page, link: `/${stemOf(page).toLowerCase()}/` })) },
      )})] });\n`,
      'src/content.config.ts':
        "import { defineCollection } from 'astro:content';\nimport { docsLoader } from '@astrojs/starlight/loaders';\nimport { docsSchema } from '@astrojs/starlight/schema';\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n",
      'package.json': readFileSync(path.join(root, 'package.json'), 'utf8'),
    }),
    build: (folder) => node(folder, 'astro', ['build']),
    fileOf: (page) =>
      `dist/${isIndex(page) ? stemOf(page).replace(/index$/, '') : `${stemOf(page).toLowerCase()}/`}index.html`,
    content: '.sl-markdown-content',
    sidebar: '.sidebar-content a[href]',
    withTitle: true,
  },
  {
    name: 'MkDocs',
    pages: 'docs/',
    configure: (order) => ({
      'mkdocs.yml': `site_name: Set\nuse_directory_urls: true\nnav:\n${order.map((page) => `  - ${JSON.stringify(page)}\n`).join('')}`,
    }),
    build: (folder) => execFileSync('mkdocs', ['build', '-q'], { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] }),
    fileOf: (page) => `site/${isIndex(page) ? stemOf(page).replace(/index$/, '') : `${stemOf(page)}/`}index.html`,
    content: '[role=main]',
    sidebar: 'ul.navbar-nav a.dropdown-item[href], ul.nav.navbar-nav:not(.navbar-right):not(.ml-auto) a[href]',
  },
];

/**
 * It is large, and so apart: `npm install --prefix bench/generators/docusaurus @docusaurus/core @docusaurus/preset-classic react
 * react-dom`. A project finds its packages above itself.
 */
const docusaurus: Generator = {
  name: 'Docusaurus',
  home: 'docusaurus',
  pages: 'docs/',
  configure: (order) => ({
    'docusaurus.config.js': `module.exports = ${JSON.stringify({
      title: 'Set',
      url: 'https://example.org',
      baseUrl: '/',
      onBrokenLinks: 'ignore',
      onBrokenAnchors: 'ignore',
      markdown: { format: 'detect', hooks: { onBrokenMarkdownLinks: 'ignore', onBrokenMarkdownImages: 'ignore' } },
      presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: './sidebars.js' }, blog: false, theme: {} }]],
    })};\n`,
    'sidebars.js': `module.exports = ${JSON.stringify({ main: order.map(stemOf) })};\n`,
    'package.json': '{ "private": true }\n',
  }),
  build: (folder) => node(folder, 'docusaurus', ['build'], path.join(root, 'docusaurus/node_modules')),
  fileOf: (page) => `build/${isIndex(page) ? stemOf(page).replace(/index$/, '') : `${stemOf(page)}/`}index.html`,
  content: '.theme-doc-markdown',
  sidebar: '.menu__link[href]',
};

/** Words of headings that generators spell in ways of their own. */
const spelled =
  '# Spellings\n\n## A & B\n\n## vue.config.js\n\n## 2. Steps\n\n## Über uns\n\n## Use\n\n## Use\n\n## `code` and *more*\n\n## What is it?\n\n## a_b / c-d\n\n## 设置 x\n\nSee [first](#use).\n';

/** Links in lower case, as the paths are, and no signs of Vue. */
const prepared = (markdown: string) =>
  markdown.replaceAll('{{', '{ {').replaceAll(/\]\((?![a-z]+:)([^)\s#]+\.md)/gi, (link) => link.toLowerCase());
const isPage = (file: string) => file.endsWith('.md');
/** Paths in lower case, which all generators publish alike, with a page of spellings and one to begin with. */
function prepareSet(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  const sources = entries.map(({ path: file, body }): ArchiveEntry => {
    const name = file.toLowerCase().replace(/^docs\//, '');
    return { path: name, body: isPage(name) ? Buffer.from(prepared(body.toString())) : body };
  });
  const hasIndex = sources.some(({ path: file }) => file === 'index.md');
  return [
    ...sources,
    { path: 'spelled.md', body: Buffer.from(spelled) },
    ...(hasIndex ? [] : [{ path: 'index.md', body: Buffer.from('# Start\n') }]),
  ];
}

interface Imported {
  readonly files: Readonly<Record<string, Buffer | string>>;
  readonly order: readonly string[];
  readonly pages: ReadonlyMap<string, ImportedPage>;
}

async function imported(
  { pages: folder, configure, withTitle }: Generator,
  set: readonly ArchiveEntry[],
): Promise<Imported> {
  const order = set
    .map((one) => one.path)
    .filter(isPage)
    .toSorted((one, other) => (one < other ? 1 : -1));
  const texts = set.map(
    ({ path: file, body }) =>
      [`${folder}${file}`, withTitle && isPage(file) ? Buffer.from(titled(body.toString())) : body] as const,
  );
  const files = { ...Object.fromEntries(texts), ...configure(order) };
  const tree = await buildMarkdownTree(
    Object.entries(files).map(([file, body]) => ({ path: file, body: Buffer.from(body) })),
  );
  const found = [...walkPages(tree.pages)].filter(({ kind, key }) => kind === 'document' && key.endsWith('.md'));
  const inside = (key: string) =>
    tree.root === folder || folder === '' ? key : `${tree.root ?? ''}${key}`.slice(folder.length);
  return {
    files,
    order: found.map(({ key }) => inside(key)),
    pages: new Map(found.map((page) => [inside(page.key), page])),
  };
}

/** A page whose title is in its front matter, as Starlight wants it. */
function titled(markdown: string): string {
  const title = /^#[ \t]+(.+)$/m.exec(markdown)?.[1] ?? 'Untitled';
  const rest = markdown.replace(/^#[ \t]+.+\n/m, '').replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '');
  return `---\ntitle: ${JSON.stringify(title.replaceAll(/[`*]/g, ''))}\n---\n\n${rest.replace(/^---\n[^]*?\n---\n/, '')}`;
}

function compare(generator: Generator, { files, order, pages: known }: Imported): void {
  const folder = path.join(root, generator.home ?? '', 'work', generator.name);
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  generator.build(folder);
  const counts = { pages: 0, titles: 0, headings: 0, anchors: 0, links: 0, targets: 0 };
  const differ: string[] = [];
  for (const [key, page] of known) {
    const file = path.join(folder, generator.fileOf(key));
    if (!existsSync(file)) {
      differ.push(`${key}: no page of the site`);
      continue;
    }
    counts.pages += 1;
    const html = parseHtml(readFileSync(file, 'utf8'));
    const content = select(generator.content, html);
    const said = [words(select('h1', html)), words(select('title', html)).replace(/ (?:\||-) Set$/, '')];
    // A title that is made of the name of the file may be spelled otherwise.
    if (said.some((one) => letters(one) === letters(page.title)) || page.title === key) counts.titles += 1;
    else differ.push(`${key}: title ${said.join(' or ')} / ${page.title}`);
    compareHeadings(key, page, content, { counts, differ });
    compareLinks(generator, [key, page], content, { counts, differ, known });
  }
  const shown = sidebarOf(generator, folder, known);
  const isSame = shown.join('\n') === order.filter((key) => shown.includes(key)).join('\n');
  console.log(
    `${generator.name}: ${JSON.stringify(counts)}, order ${isSame ? 'equal' : 'differs'} (${shown.length} of ${order.length})`,
  );
  for (const one of differ.slice(0, 40)) console.log(`  ${one}`);
  if (differ.length > 40) console.log(`  and ${differ.length - 40} more`);
  rmSync(folder, { recursive: true, force: true });
}

const words = (element: HtmlElement | undefined) =>
  (element ? toText(element) : '')
    .replaceAll(/[\u200b¶#]\s*$/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

interface Comparing {
  readonly counts: Record<string, number>;
  readonly differ: string[];
}

/** Each id of a heading in the site leads to the same heading here. */
function compareHeadings(
  key: string,
  page: ImportedPage,
  content: HtmlElement | undefined,
  { counts, differ }: Comparing,
): void {
  const read = readMarkdownPage(key, page.markdown);
  const ours = read.facts.titles.filter(({ title }) => title !== page.title);
  const theirs = content
    ? selectAll('h1[id], h2[id], h3[id], h4[id], h5[id], h6[id]', content).filter((one) => words(one) !== page.title)
    : [];
  if (ours.length !== theirs.length) differ.push(`${key}: ${theirs.length} / ${ours.length} headings`);
  counts['headings'] = (counts['headings'] ?? 0) + theirs.length;
  let from = 0;
  for (const heading of theirs) {
    const id = String(heading.properties.id);
    const at = ours.findIndex(({ title }, index) => index >= from && letters(title) === letters(words(heading)));
    if (at >= 0) from = at + 1;
    const own = ours[at]?.anchor;
    if (own !== undefined && findAnchor(read.anchorOf, id) === own) counts['anchors'] = (counts['anchors'] ?? 0) + 1;
    else differ.push(`${key}#${id}: ${findAnchor(read.anchorOf, id) ?? 'nowhere'} / ${own ?? '?'}`);
  }
}

const letters = (title: string) =>
  title
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Links between pages lead to the same pages in both. */
function compareLinks(
  { fileOf }: Generator,
  [key, page]: readonly [key: string, page: ImportedPage],
  content: HtmlElement | undefined,
  { counts, differ, known }: Comparing & { readonly known: ReadonlyMap<string, ImportedPage> },
): void {
  const addressOf = (one: string) => `/${fileOf(one).replace(/^(?:\.vitepress\/dist|build|dist|site)\//, '')}`;
  const byAddress = new Map(
    [...known.keys()].flatMap((one) => {
      const address = addressOf(one);
      const folder = address.replace(/index\.html$/, '');
      return [address, folder, folder.replace(/\/$/, ''), address.replace(/\.html$/, ''), `/${one}`].map(
        (name) => [name, one] as const,
      );
    }),
  );
  const targets = new Set(page.links.flatMap(({ target }) => (target.kind === 'page' ? [target.key] : [])));
  const hrefs = content ? selectAll('a[href]', content).map((one) => String(one.properties.href)) : [];
  const theirs = new Set(
    hrefs.flatMap((href) => {
      if (/^(?:[a-z]+:|\/\/|#)/i.test(href)) return [];
      return byAddress.get(decodeURI(new URL(href, `http://site${addressOf(key)}`).pathname)) ?? [];
    }),
  );
  for (const one of theirs) {
    counts['links'] = (counts['links'] ?? 0) + 1;
    if (targets.has(known.get(one)?.key ?? '') || one === key) counts['targets'] = (counts['targets'] ?? 0) + 1;
    else differ.push(`${key}: link to ${one}`);
  }
}

const pathOf = (page: string) => (isIndex(page) ? stemOf(page).replace(/index$/, '') : `${stemOf(page)}/`);

function sidebarOf({ fileOf, sidebar }: Generator, folder: string, known: ReadonlyMap<string, ImportedPage>): string[] {
  const html: HtmlRoot = parseHtml(readFileSync(path.join(folder, fileOf('index.md')), 'utf8'));
  const hrefs = selectAll(sidebar, html).map((one) =>
    decodeURI(new URL(String(one.properties.href), 'http://site/').pathname),
  );
  const pages = hrefs.flatMap((href) =>
    [...known.keys()].filter((one) => [`/${pathOf(one)}`, `/${stemOf(one)}`, `/${stemOf(one)}.html`].includes(href)),
  );
  return [...new Set(pages)];
}

const hasMkdocs = spawnSync('mkdocs', ['--version']).status === 0;
const hasDocusaurus = existsSync(path.join(root, 'docusaurus/node_modules/@docusaurus/core'));
const installed = [
  ...generators.filter(({ name }) => name !== 'MkDocs' || hasMkdocs),
  ...(hasDocusaurus ? [docusaurus] : []),
];
for (const { name, entries } of await generatedSets(process.argv[2])) {
  console.log(`\n${name}`);
  const set = prepareSet(entries);
  for (const generator of installed) {
    try {
      compare(generator, await imported(generator, set));
    } catch (error) {
      console.log(`${generator.name}: not compared, because ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
