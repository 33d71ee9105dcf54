import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { packageRoot } from '../lib/program-files.ts';
import { readDiagramFile } from './diagram-files.ts';
import { readFontFile } from './fonts.ts';
import { diagramFrameHeaders } from './headers.ts';

/** Files that every page of a site may load, by name. */
const files = {
  'site.css': { types: 'text/css; charset=utf-8', sources: ['site.css', 'text.css'] },
  'parts.css': { types: 'text/css; charset=utf-8', sources: ['parts.css'] },
  'blocks.css': { types: 'text/css; charset=utf-8', sources: ['blocks.css'] },
  'operations.css': { types: 'text/css; charset=utf-8', sources: ['operations.css'] },
  'embeds.css': { types: 'text/css; charset=utf-8', sources: ['embeds.css'] },
  'preview.css': { types: 'text/css; charset=utf-8', sources: ['preview.css'] },
  'looks.css': { types: 'text/css; charset=utf-8', sources: ['looks.css'] },
  'search.css': { types: 'text/css; charset=utf-8', sources: ['search.css'] },
  'site.js': { types: 'text/javascript; charset=utf-8', sources: ['elements.js', 'kept.js', 'site.js'] },
  'more.js': { types: 'text/javascript; charset=utf-8', sources: ['elements.js', 'kept.js', 'copying.js', 'more.js'] },
  'sessions.js': {
    types: 'text/javascript; charset=utf-8',
    sources: ['elements.js', 'copying.js', 'copied-text.js', 'sessions.js'],
  },
  'tabs.js': { types: 'text/javascript; charset=utf-8', sources: ['elements.js', 'kept.js', 'tabs.js'] },
  'search.js': { types: 'text/javascript; charset=utf-8', sources: ['elements.js', 'search.js'] },
  'leaving.js': { types: 'text/javascript; charset=utf-8', sources: ['leaving.js'] },
  'embeds.js': { types: 'text/javascript; charset=utf-8', sources: ['embeds.js'] },
  'diagrams.js': { types: 'text/javascript; charset=utf-8', sources: ['elements.js', 'diagrams.js'] },
  'trials.js': { types: 'text/javascript; charset=utf-8', sources: ['elements.js', 'trials.js'] },
  'diagrams.html': { types: 'text/html; charset=utf-8', sources: ['diagrams.html'] },
  'favicon.svg': { types: 'image/svg+xml; charset=utf-8', sources: ['favicon.svg'] },
} as const;

export type AssetName = keyof typeof files;

/** A file in memory. Its address changes with its content, so it may be cached forever. */
export interface Asset {
  readonly contentType: string;
  readonly etag: string;
  readonly body: Buffer;
  /** The body compressed; null for one that is compressed already. */
  readonly compressed: ((coding: Coding) => Promise<Buffer>) | null;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Assets {
  /** The name with the hash of the content. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly byAddress: ReadonlyMap<string, Asset>;
}

/** How files are compressed, by the coding. */
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Coding = keyof typeof compress;
let loaded: Assets | undefined;

/** Browser files are not compiled, so the compiled program reads them from `src/` too. */
const read = (name: string) => readFileSync(new URL(`src/reader/client/${name}`, packageRoot), 'utf8');

/** A stylesheet without comments and the spaces that are for its authors. */
const withoutComments = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');

/** A script of several files in one: without the imports of the others, the lines of comments, and indentation. */
const withoutIndentation = (script: string): string =>
  script
    .replaceAll(/^import .*\n/gm, '')
    .replaceAll(/^ *\/[/*].*\n/gm, '')
    .replaceAll(/^ +/gm, '');

function shortened(name: AssetName, text: string): string {
  if (name.endsWith('.css')) return withoutComments(text);
  return name.endsWith('.js') ? withoutIndentation(text) : text;
}

/** Reads and hashes the files once. Throws when one is not installed. */
export function loadReaderAssets(): Assets {
  if (loaded) return loaded;
  const addresses = new Map<AssetName, string>();
  const byAddress = new Map<string, Asset>();
  for (const name of Object.keys(files) as AssetName[]) {
    const { types, sources } = files[name];
    const text = sources.map(read).join('\n');
    const body = Buffer.from(shortened(name, text));
    const digest = hash('sha256', body, 'hex').slice(0, 12);
    const address = name.replace('.', `.${digest}.`);
    addresses.set(name, address);
    byAddress.set(address, {
      contentType: types,
      etag: `"${digest}"`,
      body,
      compressed: compressedOnce(body),
      ...(name === 'diagrams.html' ? { headers: diagramFrameHeaders } : {}),
    });
  }
  loaded = { addresses, byAddress };
  return loaded;
}

/** Compresses by the first request, because it takes a tenth of a second of every start. */
export function compressedOnce(body: Buffer): (coding: Coding) => Promise<Buffer> {
  const compressed: Partial<Record<Coding, Promise<Buffer>>> = {};
  return (coding) => (compressed[coding] ??= compress[coding](body));
}

/** A file at an address. One that is not `isCurrent` may not be kept, because the address is that of another version. */
export interface FoundAsset {
  readonly asset: Asset;
  readonly isCurrent: boolean;
}

/**
 * The file at the end of an address, such as `site.1f2e3d4c5b6a.css`; null for any other. Pages that were kept before the
 * program was replaced name earlier versions, and get the files of this one.
 */
export function findAsset(address: string): FoundAsset | null {
  const { byAddress, addresses } = loadReaderAssets();
  const known = byAddress.get(address);
  if (known) return { asset: known, isCurrent: true };
  const diagram = diagramAssets.get(address) ?? loadDiagramAsset(address);
  if (diagram) return { asset: diagram, isCurrent: address !== diagramScript };
  const [, name = '', ending = ''] = /^([\w-]+)\.[0-9a-f]{12}\.(\w+)$/.exec(address) ?? [];
  if (ending === 'woff2') return findFontAsset(name, address);
  const asset = byAddress.get(addresses.get(`${name}.${ending}`) ?? '');
  return asset ? { asset, isCurrent: false } : null;
}

/** Files of what draws diagrams that have been asked for, by their names. */
const diagramAssets = new Map<string, Asset>();

/** The script that loads the others. It keeps its name, and they do not keep theirs. */
const diagramScript = 'diagram-frame.js';

function loadDiagramAsset(name: string): Asset | null {
  const body = readDiagramFile(name);
  if (body === null) return null;
  const etag = `"${hash('sha256', body, 'hex').slice(0, 12)}"`;
  // The frame has no origin, so it asks for scripts as another site would.
  const headers = { 'access-control-allow-origin': '*' };
  const asset = {
    contentType: 'text/javascript; charset=utf-8',
    etag,
    body,
    compressed: compressedOnce(body),
    headers,
  };
  diagramAssets.set(name, asset);
  return asset;
}

/** Files of fonts that have been asked for, by their names. */
const fontAssets = new Map<string, Asset & { readonly address: string }>();

function findFontAsset(name: string, address: string): FoundAsset | null {
  const asset = loadFontAsset(`${name}.woff2`);
  return asset && { asset, isCurrent: asset.address === address };
}

function loadFontAsset(name: string) {
  const known = fontAssets.get(name);
  const body = known ? known.body : readFontFile(name);
  if (known || body === null) return known ?? null;
  const digest = hash('sha256', body, 'hex').slice(0, 12);
  const address = name.replace('.', `.${digest}.`);
  const font = { contentType: 'font/woff2', etag: `"${digest}"`, body, compressed: null, address };
  fontAssets.set(name, font);
  return font;
}

/** Address of a file of a font below that of the stylesheet of a site. */
export const fontAddress = (name: string): string => `assets/${loadFontAsset(name)?.address ?? name}`;

/** Path of a file below the path of a site. */
export const assetPath = (root: string, name: AssetName): string =>
  `${root}~/assets/${loadReaderAssets().addresses.get(name) ?? name}`;
