import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const generatorsRoot = import.meta.dirname;
const modules = path.join(generatorsRoot, 'node_modules');

/** A page as the generator publishes it. */
export interface PublishedPage {
  /** Path of its source in the project. */
  readonly source: string;
  /** Its address in the site. */
  readonly address: string;
}

export interface Generator {
  readonly name: string;
  /** Folder of the pages in a project that is made for it. */
  readonly pages: string;
  /** A project of pages in an order. */
  readonly configure: (order: readonly string[]) => Readonly<Record<string, string>>;
  readonly build: (folder: string) => void;
  /** Folder of the site in the project. */
  readonly output: string;
  /** Address of a page by its path below the folder of the pages. */
  readonly addressOf: (page: string) => string;
  /** Where the generator says itself what it publishes, and in which order. */
  readonly readPublished?: (folder: string) => { readonly pages: PublishedPage[]; readonly order: string[] };
  readonly content: string;
  readonly sidebar: string;
  readonly withTitle?: boolean;
  /** The folder of its packages; that of all others when omitted. */
  readonly home?: string;
  readonly isInstalled: () => boolean;
}

const stemOf = (page: string) => page.replace(/\.mdx?$/, '');
const isIndex = (page: string) => /(?:^|\/)index\.mdx?$/.test(page);
/** The address of a page that is a folder with an index. */
const folderAddress = (page: string) => `/${isIndex(page) ? stemOf(page).replace(/index$/, '') : `${stemOf(page)}/`}`;
// Starlight leaves signs out of addresses.
const starlightAddress = (page: string) => folderAddress(page.toLowerCase()).replaceAll(/\.(?=[^/]*\/)/g, '');
const node = (folder: string, program: string, args: readonly string[], home = modules) =>
  execFileSync(path.join(modules, 'node/bin/node'), [path.join(home, '.bin', program), ...args], {
    cwd: folder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1e8,
  });

export const vitepress: Generator = {
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
  output: '.vitepress/dist',
  addressOf: (page) => `/${isIndex(page) ? stemOf(page).replace(/index$/, '') : stemOf(page)}`,
  content: '.vp-doc',
  sidebar: '.VPSidebar a[href]',
  isInstalled: () => existsSync(path.join(modules, 'vitepress')),
};

export const starlight: Generator = {
  name: 'Starlight',
  pages: 'src/content/docs/',
  configure: (order) => ({
    'astro.config.mjs': `import { defineConfig } from 'astro/config';\nimport starlight from '@astrojs/starlight';\nexport default defineConfig({ telemetry: false, integrations: [starlight(${JSON.stringify(
      { title: 'Set', sidebar: order.map((page) => ({ label: page, link: starlightAddress(page) })) },
    )})] });\n`,
    'src/content.config.ts':
      "import { defineCollection } from 'astro:content';\nimport { docsLoader } from '@astrojs/starlight/loaders';\nimport { docsSchema } from '@astrojs/starlight/schema';\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n",
    'package.json': readFileSync(path.join(generatorsRoot, 'package.json'), 'utf8'),
  }),
  build: (folder) => node(folder, 'astro', ['build']),
  output: 'dist',
  addressOf: starlightAddress,
  content: '.sl-markdown-content',
  sidebar: '.sidebar-content a[href]',
  withTitle: true,
  isInstalled: () => existsSync(path.join(modules, 'astro')),
};

export const mkdocs: Generator = {
  name: 'MkDocs',
  pages: 'docs/',
  configure: (order) => ({
    'mkdocs.yml': `site_name: Set\nuse_directory_urls: true\nnav:\n${order.map((page) => `  - ${JSON.stringify(page)}\n`).join('')}`,
  }),
  build: (folder) => execFileSync('mkdocs', ['build', '-q'], { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] }),
  output: 'site',
  addressOf: (page) => folderAddress(page.replace(/(^|\/)README\.md$/, '$1index.md')),
  content: '[role=main]',
  sidebar: 'ul.navbar-nav a.dropdown-item[href], ul.nav.navbar-nav:not(.navbar-right):not(.ml-auto) a[href]',
  isInstalled: () => spawnSync('mkdocs', ['--version']).status === 0,
};

interface SidebarItem {
  readonly href?: string;
  readonly items?: readonly SidebarItem[];
}
const hrefsOf = ({ href, items = [] }: SidebarItem): string[] => [...(href ? [href] : []), ...items.flatMap(hrefsOf)];

/**
 * It is large, and so apart: `npm install --prefix bench/generators/docusaurus @docusaurus/core @docusaurus/preset-classic react
 * react-dom remark-math`. A project finds its packages above itself.
 */
export const docusaurus: Generator = {
  name: 'Docusaurus',
  home: 'docusaurus',
  pages: 'docs/',
  configure: (order) => ({
    ...docusaurusProject({ routeBasePath: '/', sidebarPath: './sidebars.js' }),
    'sidebars.js': `module.exports = ${JSON.stringify({ main: order.map(stemOf) })};\n`,
  }),
  build: (folder) => node(folder, 'docusaurus', ['build'], path.join(generatorsRoot, 'docusaurus/node_modules')),
  output: 'build',
  addressOf: folderAddress,
  readPublished(folder) {
    const facts = path.join(folder, '.docusaurus/docusaurus-plugin-content-docs/default');
    const read = (file: string) => JSON.parse(readFileSync(path.join(facts, file), 'utf8')) as Record<string, unknown>;
    const pages = readdirSync(facts)
      .filter((file) => file.startsWith('site-'))
      .map(read)
      .map((one) => ({ source: String(one['source']).replace(/^@site\//, ''), address: String(one['permalink']) }));
    const versions = readdirSync(path.join(facts, 'p'))
      .map((file) => read(`p/${file}`)['version'] as Record<string, unknown> | undefined)
      .filter((version) => version?.['isLast'] === true);
    const sidebars = versions.flatMap((version) =>
      Object.values(version?.['docsSidebars'] as Record<string, SidebarItem[]>),
    );
    return { pages, order: sidebars.flatMap((items) => items.flatMap(hrefsOf)) };
  },
  content: '.theme-doc-markdown',
  sidebar: '.menu__link[href]',
  isInstalled: () => existsSync(path.join(generatorsRoot, 'docusaurus/node_modules/@docusaurus/core')),
};

/** The configuration of a site of nothing but documentation. */
export const docusaurusProject = (
  docs: Readonly<Record<string, unknown>>,
  format = 'detect',
): Record<string, string> => ({
  'docusaurus.config.js': `module.exports = async () => (${JSON.stringify({
    title: 'Set',
    url: 'https://example.org',
    baseUrl: '/',
    onBrokenLinks: 'ignore',
    onBrokenAnchors: 'ignore',
    markdown: { format, hooks: { onBrokenMarkdownLinks: 'ignore', onBrokenMarkdownImages: 'ignore' } },
    presets: [['classic', { docs: { ...docs, remarkPlugins: ['math'] }, blog: false, theme: {} }]],
  }).replace('"math"', "(await import('remark-math')).default")});\n`,
  'package.json': '{ "private": true }\n',
});

export const generators: readonly Generator[] = [vitepress, starlight, mkdocs, docusaurus];
