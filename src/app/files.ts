import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storageKey } from '../domain/content/blobs.ts';
import { getDownload, type Download } from '../domain/content/files.ts';
import { getPdfDownload } from '../domain/pdf/exports.ts';
import { downloadHeaders } from '../infra/storage/download-headers.ts';
import { verifyPath } from '../infra/storage/signed-url.ts';
import { failure } from '../lib/errors.ts';
import type { ServerParts } from './server.ts';

const refusals = {
  invalid: 'The signature of this address does not hold',
  expired: 'This address has expired; read the file again for a new one',
} as const;

/** Serves the bytes of files and PDFs to whoever has a signed address; no token is asked. */
export function mountFiles(app: FastifyInstance, { services, db }: Pick<ServerParts, 'services' | 'db'>): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, find: () => Promise<Download>) => {
    const [path = ''] = request.url.split('?');
    const nowSeconds = Math.floor(services.now().getTime() / 1_000);
    const verdict = verifyPath(services.downloadKey, path, request.query as Record<string, unknown>, nowSeconds);
    if (verdict !== 'ok') throw failure('forbidden', refusals[verdict]);
    const file = await find();
    const etag = `"${file.blobHash}"`;
    void reply.headers({ ...downloadHeaders(file), etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const bytes = await services.storage.stream(storageKey(file.blobHash));
    return reply.header('content-length', file.sizeBytes).send(bytes);
  };
  app.get<{ Params: { spaceId: string; fileId: string } }>('/files/:spaceId/:fileId/:name', (request, reply) =>
    send(request, reply, () => getDownload(db.sql, request.params.spaceId, request.params.fileId)),
  );
  app.get<{ Params: { id: string } }>('/pdfs/:id/:name', (request, reply) =>
    send(request, reply, () => getPdfDownload(db.sql, request.params.id)),
  );
}
