import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { select, selectAll } from 'hast-util-select';
import { type HtmlElement, type HtmlRoot, parseHtml } from '../../src/text/markdown/html-tree.ts';
import { type Generator, generatorsRoot } from './site-generators.ts';

/** A page of a built site. */
export interface BuiltPage {
  readonly address: string;
  readonly html: HtmlRoot;
  readonly content: HtmlElement | undefined;
  readonly ids: ReadonlySet<string>;
}

/** A site as its generator has built it. */
export interface BuiltSite {
  /** The pages by the paths of their sources. */
  readonly pages: ReadonlyMap<string, BuiltPage>;
  /** Sources in the order of the navigation. */
  readonly order: readonly string[];
  /** Sources that lead to an address. */
  readonly sourceAt: (address: string) => string | undefined;
  /** Whether a link of a page leads somewhere in the site. */
  readonly leads: (from: BuiltPage, href: string) => boolean;
  /** The bytes that an address of the site has; null for none. */
  readonly bytesAt: (from: BuiltPage, address: string) => Buffer | null;
}

const projectOf = (generator: Generator) => path.join(generatorsRoot, generator.home ?? '', 'work', generator.name);

/** Writes a project, and builds its site. Throws what the generator says. */
export function buildSite(generator: Generator, files: ReadonlyMap<string, Buffer | string>): void {
  const folder = projectOf(generator);
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  generator.build(folder);
}

export const removeSite = (generator: Generator) => rmSync(projectOf(generator), { recursive: true, force: true });

const bare = (address: string) => address.replace(/(?:\/index)?\.html$/, '').replace(/\/$/, '') || '/';
const pathOf = (from: BuiltPage, href: string) => {
  const { pathname, hash } = new URL(href, `http://site${from.address}`);
  return { pathname: decoded(pathname), id: decoded(hash.slice(1)) };
};
const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads the site that was built of these pages. */
export function readSite(generator: Generator, sources: readonly string[]): BuiltSite {
  const folder = projectOf(generator);
  const root = path.join(folder, generator.output);
  const fileAt = (address: string) =>
    [address, `${address}.html`, path.join(address, 'index.html')]
      .map((name) => path.join(root, name))
      .find((file) => existsSync(file) && statSync(file).isFile());
  const told = generator.readPublished?.(folder);
  const published =
    told?.pages ??
    sources
      .filter((source) => source.startsWith(generator.pages))
      .map((source) => ({ source, address: generator.addressOf(source.slice(generator.pages.length)) }));
  const pages = new Map<string, BuiltPage>();
  const addresses = published.map(({ address }) => bare(address));
  for (const { source, address } of published) {
    const file = fileAt(decoded(address));
    // Docusaurus publishes only one of `a/index.md` and `a/a.md`.
    const isAlone = told === undefined || addresses.indexOf(bare(address)) === addresses.lastIndexOf(bare(address));
    if (file !== undefined && isAlone) pages.set(source, readBuiltPage(generator, address, readFileSync(file, 'utf8')));
  }
  const byAddress = new Map([...pages].map(([source, { address }]) => [bare(decoded(address)), source]));
  // VitePress publishes `a.md` and `a/index.md` at `/a` and `/a/`.
  const exactly = new Map([...pages].map(([source, { address }]) => [decoded(address), source]));
  const sourceAt = (address: string) =>
    exactly.get(address.replace(/(?:(?<=\/)index)?\.html$/, '')) ?? byAddress.get(bare(address));
  const first = pages.get(sourceAt('/') ?? '') ?? [...pages.values()][0];
  const hrefs =
    told?.order ?? (first ? selectAll(generator.sidebar, first.html).map((one) => String(one.properties.href)) : []);
  const order = hrefs.flatMap((href) => (first ? (sourceAt(pathOf(first, href).pathname) ?? []) : []));
  return {
    pages,
    order: [...new Set(order)],
    sourceAt,
    leads(from, href) {
      const { pathname, id } = pathOf(from, href);
      const source = sourceAt(pathname);
      if (source === undefined) return fileAt(pathname) !== undefined;
      return id === '' || (pages.get(source)?.ids.has(id) ?? false);
    },
    bytesAt(from, address) {
      if (address.startsWith('data:')) return inlined(address);
      const file = fileAt(pathOf(from, address).pathname);
      return file === undefined ? null : readFileSync(file);
    },
  };
}

function inlined(address: string): Buffer {
  const [head = '', ...rest] = address.split(',');
  const body = rest.join(',');
  return head.endsWith(';base64') ? Buffer.from(body, 'base64') : Buffer.from(decoded(body));
}

function readBuiltPage(generator: Generator, address: string, text: string): BuiltPage {
  const html = parseHtml(text);
  const named = selectAll('[id], a[name]', html).flatMap(({ properties }) => [properties.id, properties['name']]);
  const content = select(generator.content, html);
  return { address, html, content, ids: new Set(named.flatMap((id) => (typeof id === 'string' ? [id] : []))) };
}
