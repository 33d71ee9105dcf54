import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getDownload } from '../../domain/content/files.ts';
import type { Download } from '../../domain/content/queries/files.ts';
import { getExportDownload } from '../../domain/exports/exports.ts';
import { getIntegrationImage } from '../../domain/integrations/images.ts';
import { storageKey } from '../../infra/storage/content-key.ts';
import { getPdfDownload } from '../../domain/pdf/exports.ts';
import { getFilesDownload } from '../../domain/openapi-specs/versions.ts';
import { downloadHeaders } from '../../infra/storage/download-headers.ts';
import { StorageMissing } from '../../infra/storage/storage-errors.ts';
import { verifyPath } from '../../infra/storage/signed-url.ts';
import { failure, notFound } from '../../lib/errors.ts';
import { matches } from './if-none-match.ts';
import type { ServerParts } from './server-parts.ts';

const refusals = {
  invalid: 'The signature of this URL is not valid',
  expired: 'This URL has expired. Read the file again to get a new one.',
} as const;

/** Serves files, PDFs and exports at signed URLs, without a token. See docs/reference/urls.md#downloads. */
export function mountFiles(app: FastifyInstance, { services, db }: Pick<ServerParts, 'services' | 'db'>): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, find: () => Promise<Download>) => {
    const [path = ''] = request.url.split('?');
    const nowSeconds = Math.floor(services.now().getTime() / 1_000);
    const verdict = verifyPath(services.downloadKey, path, request.query as Record<string, unknown>, nowSeconds);
    if (verdict !== 'ok') throw failure('forbidden', refusals[verdict]);
    const file = await find();
    const etag = `"${file.blobHash}"`;
    void reply.headers({ ...downloadHeaders(file), etag });
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const bytes = await services.storage.stream(storageKey(file.blobHash)).catch((error: unknown) => {
      if (!(error instanceof StorageMissing)) throw error;
      services.log.error({ key: error.key, path }, 'a file is missing in the file storage');
      throw notFound('stored file', file.blobHash);
    });
    return reply.header('content-length', file.sizeBytes).send(bytes);
  };
  app.get<{ Params: { spaceId: string; fileId: string } }>('/files/:spaceId/:fileId/:name', (request, reply) =>
    send(request, reply, () => getDownload(db.sql, request.params.spaceId, request.params.fileId)),
  );
  app.get<{ Params: { id: string; hash: string } }>('/integration-images/:id/:hash', (request, reply) =>
    send(request, reply, () => getIntegrationImage(db.sql, request.params.id, request.params.hash)),
  );
  app.get<{ Params: { id: string } }>('/openapi-files/:id/:name', (request, reply) =>
    send(request, reply, () => getFilesDownload(db.sql, request.params.id)),
  );
  app.get<{ Params: { id: string } }>('/pdfs/:id/:name', (request, reply) =>
    send(request, reply, () => getPdfDownload(db.sql, request.params.id)),
  );
  app.get<{ Params: { id: string } }>('/exports/:id/:name', (request, reply) =>
    send(request, reply, () => getExportDownload(db.sql, request.params.id)),
  );
}
