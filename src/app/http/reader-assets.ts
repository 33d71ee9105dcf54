import type { FastifyReply, FastifyRequest } from 'fastify';
import { findAsset } from '../../reader/assets.ts';
import { findCoding } from './accepts-encoding.ts';
import { matches } from './if-none-match.ts';

/** Sends a file that pages of the reader load, by the name at the end of its address. Null for an unknown name. */
export async function sendReaderAsset(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<FastifyReply | null> {
  const found = findAsset(address);
  if (found === null) return null;
  const { asset, isCurrent } = found;
  reply.headers({
    'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-type': asset.contentType,
    etag: asset.etag,
    vary: 'Accept-Encoding',
    ...asset.headers,
  });
  if (matches(headers['if-none-match'], asset.etag)) return reply.code(304).send();
  const coding = findCoding(headers['accept-encoding']);
  if (asset.compressed === null || coding === null) return reply.send(asset.body);
  return reply.header('content-encoding', coding).send(await asset.compressed(coding));
}
