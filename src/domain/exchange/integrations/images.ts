import { signPath } from '../../../infra/storage/signed-url.ts';
import { invalid, notFound } from '../../../lib/errors.ts';
import { storeBytes } from '../../authoring/content/store-bytes.ts';
import type { Download } from '../../authoring/content/queries/files.ts';
import type { Context } from '../../core/context.ts';
import { maxImageBytes } from './fields.ts';
import { findImage } from './queries/integrations.ts';

/** Media types that every browser displays. */
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];

interface GivenImage {
  /** Path of the image in the request, for errors. */
  readonly path: string;
  readonly base64: string;
}

/** Stores images and returns their hashes in order. Throws validation_failed when a file is not an image. */
export async function storeImages(ctx: Context, images: readonly GivenImage[]): Promise<string[]> {
  const files = await Promise.all(images.map(readImage));
  return (await storeBytes(ctx, files)).map(({ hash }) => hash);
}

async function readImage({ path, base64 }: GivenImage): Promise<{ readonly name: string; readonly body: Buffer }> {
  const body = Buffer.from(base64, 'base64');
  if (body.toString('base64').replaceAll('=', '') !== base64.replaceAll('=', ''))
    throw invalid(path, `${path}: must be base64`, 'base64');
  if (body.length > maxImageBytes) throw invalid(path, `${path}: must be at most ${maxImageBytes} bytes`, 'too_big');
  // Loaded on first use: the module that detects file types is large.
  const { sniffFile } = await import('../../../infra/storage/sniff.ts');
  const name = path.replace('input.', '');
  const { contentType, dimensions } = await sniffFile(body, name);
  if (!imageTypes.includes(contentType) || dimensions === undefined)
    throw invalid(path, `${path}: must be an image, as PNG, JPEG, GIF, WebP or SVG`, 'image');
  return { name, body };
}

/** Seconds during which the URL of an image stays the same. It is valid for at most twice as long. */
const stepSeconds = 43_200;

/** Creates a URL that serves an image of an integration without a token. It is valid for 12 to 24 hours. */
export function imageUrl(ctx: Pick<Context, 'urls' | 'downloadKey' | 'now'>, integrationId: string, hash: string) {
  const step = Math.floor(ctx.now().getTime() / 1_000 / stepSeconds);
  const path = `/integration-images/${integrationId}/${hash}`;
  return `${ctx.urls.base}${signPath(ctx.downloadKey, path, (step + 2) * stepSeconds)}`;
}

/** Gets the image of a verified URL. Throws not_found. */
export async function getIntegrationImage(reader: Context['sql'], id: string, hash: string): Promise<Download> {
  const image = await findImage(reader, id, hash);
  if (image === null) throw notFound('image', hash);
  return { ...image, name: 'image' };
}
