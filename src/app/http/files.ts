import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getDownload } from '../../domain/authoring/content/files.ts';
import type { Download } from '../../domain/authoring/content/queries/files.ts';
import { getExportDownload } from '../../domain/exchange/exports/exports.ts';
import { getIntegrationImage } from '../../domain/exchange/integrations/images.ts';
import { storageKey } from '../../infra/storage/content-key.ts';
import { getPdfDownload } from '../../domain/exchange/pdf/exports.ts';
import { getFilesDownload } from '../../domain/authoring/openapi-specs/versions.ts';
import { downloadHeaders } from '../../infra/storage/download-headers.ts';
import { StorageMissing } from '../../infra/storage/storage-errors.ts';
import { verifyPath } from '../../infra/storage/signed-url.ts';
import { failure, notFound } from '../../lib/errors.ts';
import { toRange } from './byte-range.ts';
import { matches } from './if-none-match.ts';
import type { Storage } from '../../infra/storage/storage.ts';
import type { ServerParts } from './server-context.ts';

const refusals = {
  invalid: 'The signature of this URL is not valid',
  expired: 'This URL has expired. Read the file again to get a new one.',
} as const;

/**
 * Serves files, PDFs and exports at signed URLs, without a token, whole or in part. See
 * docs/reference/urls.md#downloads.
 */
export function mountFiles(app: FastifyInstance, { services, db }: Pick<ServerParts, 'services' | 'db'>): void {
  const serve = (url: string, find: (params: Readonly<Record<string, string>>) => Promise<Download>) =>
    app.route({
      method: ['GET', 'HEAD'],
      // The HEAD route that Fastify makes of a GET route would read the whole file.
      exposeHeadRoute: false,
      url,
      handler: async (request, reply) => {
        const [path = ''] = request.url.split('?');
        const nowSeconds = Math.floor(services.now().getTime() / 1_000);
        const verdict = verifyPath(services.downloadKey, path, request.query as Record<string, unknown>, nowSeconds);
        if (verdict !== 'ok') throw failure('forbidden', refusals[verdict]);
        const file = await find(request.params as Record<string, string>);
        try {
          return await sendFile(request, reply, { file, storage: services.storage });
        } catch (error) {
          if (!(error instanceof StorageMissing)) throw error;
          services.log.error({ key: error.key, path }, 'a file is missing in the file storage');
          throw notFound('stored file', file.blobHash);
        }
      },
    });
  serve('/files/:spaceId/:fileId/:name', ({ spaceId = '', fileId = '' }) => getDownload(db.sql, spaceId, fileId));
  serve('/integration-images/:id/:hash', ({ id = '', hash = '' }) => getIntegrationImage(db.sql, id, hash));
  serve('/openapi-files/:id/:name', ({ id = '' }) => getFilesDownload(db.sql, id));
  serve('/pdfs/:id/:name', ({ id = '' }) => getPdfDownload(db.sql, id));
  serve('/exports/:id/:name', ({ id = '' }) => getExportDownload(db.sql, id));
}

interface SentFile {
  readonly file: Download;
  readonly storage: Storage;
  /** Headers that replace those of a download. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a file, or the part that the request asks for. Throws StorageMissing, range_not_satisfiable. */
export async function sendFile(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { file, storage, headers: more = {} }: SentFile,
): Promise<FastifyReply> {
  const { blobHash, sizeBytes } = file;
  const [key, etag] = [storageKey(blobHash), `"${blobHash}"`];
  const shown = { ...downloadHeaders(file), etag, 'accept-ranges': 'bytes', ...more };
  if (matches(headers['if-none-match'], etag)) return reply.code(304).headers(shown).send();
  if (method === 'HEAD') {
    if (!(await storage.exists(key))) throw new StorageMissing(key);
    return reply.headers({ ...shown, 'content-length': sizeBytes }).send();
  }
  const range = toRange(headers, { etag, sizeBytes });
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${sizeBytes}`);
    throw failure('range_not_satisfiable', `The file has ${sizeBytes} bytes, and the range begins after them`);
  }
  if (range === 'whole')
    return reply.headers({ ...shown, 'content-length': sizeBytes }).send(await storage.stream(key));
  const { start, end } = range;
  const bytes = await storage.stream(key, range);
  const part = { 'content-range': `bytes ${start}-${end}/${sizeBytes}`, 'content-length': end - start + 1 };
  return reply
    .code(206)
    .headers({ ...shown, ...part })
    .send(bytes);
}
