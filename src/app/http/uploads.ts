import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireScope } from '../../access/policy.ts';
import { storeUpload } from '../../domain/authoring/content/uploads.ts';
import type { Context } from '../../domain/core/context.ts';
import { authorizedOrganization } from '../../domain/people/organizations/organizations.ts';
import { authorizeImport } from '../../domain/exchange/imports/authorize-import.ts';
import { failure } from '../../lib/errors.ts';
import { notForVisitors } from './bearer.ts';
import { readForm } from './form.ts';
import { receiveFile } from './receive-file.ts';
import type { ContextFor } from './server-context.ts';

/**
 * Registers the two ways to send a file: `multipart/form-data` on routes marked with `forms`, whose other fields are those
 * of the JSON body, and `POST /uploads`, whose body is the file. Files are streamed to disk. See
 * docs/reference/imports.md#uploads.
 */
export function mountUploads(api: FastifyInstance, contextFor: ContextFor): void {
  api.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) => {
    if (request.routeOptions.config.forms !== true)
      throw failure('unsupported_media_type', 'The content type must be application/json');
    const ctx = contextFor(request);
    if (ctx.actor.visitor) throw notForVisitors();
    const { organizationId, spaceId = '', changeRequestId } = request.params as Partial<Record<string, string>>;
    // Authorized before the file is read.
    if (organizationId === undefined) await authorizeImport(ctx, { spaceId, changeRequestId });
    else await authorizedOrganization(ctx, organizationId, 'import');
    return formOf(ctx, request, body);
  });
  void api.register((uploads, _options, done) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request: FastifyRequest, body: Readable, next) => next(null, body));
    uploads.post('/uploads', async (request, reply) => {
      const ctx = contextFor(request);
      if (ctx.actor.visitor) throw notForVisitors();
      requireScope(ctx.actor, 'space:content:write');
      const { name } = request.query as { name?: unknown };
      if (!request.body) throw failure('malformed_request', 'The body must be the file');
      const url = await receiveFile(request.body as Readable, ctx.config.IMPORT_MAX_BYTES, (file) =>
        storeUpload(ctx, typeof name === 'string' ? name : 'upload', file),
      );
      return reply.code(201).send({ url });
    });
    done();
  });
}

/** Values of a form that stand for booleans, which forms do not have. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Reads the fields of a form, and stores its file as `url`. Throws malformed_request or payload_too_large. */
async function formOf(
  ctx: Context,
  { headers }: FastifyRequest,
  body: Readable,
): Promise<Record<string, string | boolean>> {
  const { fields, file: url } = await readForm(headers, body, (bytes, name) =>
    receiveFile(bytes, ctx.config.IMPORT_MAX_BYTES, (file) => storeUpload(ctx, name, file)),
  );
  if (url === null) throw failure('malformed_request', 'The form has no file');
  if ('url' in fields) throw failure('malformed_request', 'The form must have a file or a url, not both');
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, flags.get(value) ?? value])),
    url,
  };
}
