import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assetFiles, isBundle, type AssetName } from './asset-files.ts';
import { arePagesBuilt } from './pages-built.ts';
import { acceptsEncoding } from '../http/accepts-encoding.ts';
import { matches } from '../http/if-none-match.ts';

/** A file that a page may load, held in memory. `path` contains a hash of the content, and no base path. */
type Asset = {
  readonly path: string;
  readonly contentType: string;
  readonly etag: string;
  readonly body: Buffer;
  readonly compressed: () => Promise<Buffer>;
};

type AssetRequest = FastifyRequest<{ Params: { '*': string } }>;

// The API reference contains non-ASCII text, which browsers cannot parse without "charset".
const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

const compress = promisify(gzip);
const byName = new Map<AssetName, Asset>();
const byPath = new Map<string, Asset>();
const names = Object.keys(assetFiles) as AssetName[];

/**
 * Reads and hashes every asset, once. Called at the start, because it throws when an asset is not installed. Those that are
 * being built are read by the first page that needs them.
 */
export function loadAssets(): void {
  for (const name of names) if (!isBundle(name) || arePagesBuilt()) loadAsset(name);
}

function loadAsset(name: AssetName): Asset {
  const known = byName.get(name);
  if (known) return known;
  const asset = readAsset(name, assetFiles[name](name));
  byName.set(name, asset);
  byPath.set(asset.path, asset);
  return asset;
}

/** Returns the URL of an asset. It changes with the content, so that responses can be cached forever. */
export const assetUrl = (basePath: string, name: AssetName): string => basePath + loadAsset(name).path;

/** Headers of a file whose address changes with its content. */
export const cachedForever = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
} as const;

/** Serves `GET /assets/*`: the listed files only, with immutable caching. */
export async function sendAsset(request: AssetRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asset = byPath.get(`/assets/${request.params['*']}`);
  if (!asset) {
    reply.callNotFound();
    return reply;
  }
  reply.headers({ ...cachedForever, 'content-type': asset.contentType, etag: asset.etag });
  if (matches(request.headers['if-none-match'], asset.etag)) return reply.code(304).send();
  if (!acceptsEncoding(request.headers['accept-encoding'], 'gzip')) return reply.send(asset.body);
  return reply.header('content-encoding', 'gzip').send(await asset.compressed());
}

/** The content type of a file by the ending of its name. */
export function contentTypeOf(name: string): string {
  const extension = extname(name);
  const contentType = contentTypes[extension];
  if (!contentType) throw new Error(`The asset ${name} has no content type; add ${extension} to contentTypes`);
  return contentType;
}

function readAsset(name: string, file: URL): Asset {
  const body = readFileSync(file);
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  const extension = extname(name);
  let compressed: Promise<Buffer> | undefined;
  return {
    path: `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`,
    contentType: contentTypeOf(name),
    // A weak tag, because the compressed and the plain representation share it.
    etag: `W/"${hash}"`,
    body,
    // Compressed by the first request and cached, because the largest file takes about 100 ms.
    compressed: () => (compressed ??= compress(body)),
  };
}
