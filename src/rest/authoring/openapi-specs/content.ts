import { StoredAnswer } from '../../../lib/stored-answer.ts';
import { objectSchema } from '../../schema.ts';

interface StoredFiles {
  readonly digest: string;
  readonly sizeBytes: number;
}

/** The files of a version. They are sent from the file storage, because they may have many megabytes. */
export const openApiContent = {
  present: ({ url, files }: { readonly url: string; readonly files: StoredFiles }) =>
    new StoredAnswer({ ...files, before: '{"filesystem":', after: `,"url":${JSON.stringify(url)}}` }),
  schema: () =>
    objectSchema({
      filesystem: {
        type: 'array',
        description: 'The files; the first one is the specification. `$ref` between files names their `filename`.',
        items: objectSchema({
          dir: { type: 'string' },
          isEntrypoint: { type: 'boolean' },
          references: { type: 'array', items: { type: 'string' } },
          filename: { type: 'string' },
          specification: { type: 'object', additionalProperties: {} },
        }),
      },
      url: { type: 'string', description: 'Where the specification was read from.' },
    }),
};

/** The first file of a version, unchanged. Its media type is JSON or YAML. */
export const openApiRaw = {
  present: ({ raw }: { readonly raw: StoredFiles & { readonly contentType: string } }) =>
    new StoredAnswer({
      digest: raw.digest,
      sizeBytes: raw.sizeBytes,
      contentType: /json/.test(raw.contentType) ? 'application/json; charset=utf-8' : 'application/yaml; charset=utf-8',
    }),
  schema: () => ({ description: 'The specification, in JSON or YAML.' }),
};
