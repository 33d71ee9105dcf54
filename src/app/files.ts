import type { FastifyInstance } from 'fastify';
import { storageKey } from '../domain/content/blobs.ts';
import { getDownload } from '../domain/content/files.ts';
import { downloadHeaders } from '../infra/storage/download-headers.ts';
import { verifyPath } from '../infra/storage/signed-url.ts';
import { failure } from '../lib/errors.ts';
import type { ServerParts } from './server.ts';

const refusals = {
  invalid: 'The signature of this address does not hold',
  expired: 'This address has expired; read the file again for a new one',
} as const;

/** Serves the bytes of files to whoever has a signed address; no token is asked. */
export function mountFiles(app: FastifyInstance, { services, db }: Pick<ServerParts, 'services' | 'db'>): void {
  app.get<{ Params: { spaceId: string; fileId: string } }>('/files/:spaceId/:fileId/:name', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const nowSeconds = Math.floor(services.now().getTime() / 1_000);
    const verdict = verifyPath(services.downloadKey, path, request.query as Record<string, unknown>, nowSeconds);
    if (verdict !== 'ok') throw failure('forbidden', refusals[verdict]);
    const file = await getDownload(db.sql, request.params.spaceId, request.params.fileId);
    const etag = `"${file.blobHash}"`;
    void reply.headers({ ...downloadHeaders(file), etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const bytes = await services.storage.stream(storageKey(file.blobHash));
    return reply.header('content-length', file.sizeBytes).send(bytes);
  });
}
