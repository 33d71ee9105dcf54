import { getNullableType, isInputObjectType, type GraphQLInputType } from 'graphql';
import { formLimits } from '../../../src/rest/forms.ts';
import { objectSchema, ref, type Schema } from '../../../src/rest/schema.ts';
import type { ErrorType } from '../../../src/lib/errors.ts';
import { Settings } from '../../../src/settings.ts';
import { accessLine } from './access.ts';
import { failureResponses, headersOf } from './components.ts';
import { listFailures } from './failures.ts';
import { membersSchema } from './input-schema.ts';
import { tagOf } from './tags.ts';

const maxBytes = Settings.shape.IMPORT_MAX_BYTES.parse(undefined).toLocaleString('en');
const sizeLimit = `at most \`IMPORT_MAX_BYTES\` (${maxBytes} unless the installation sets another limit)`;
const file = { type: 'string', format: 'binary' };

/**
 * Returns the schema of the form of a route with `forms`: the members of the JSON body, with a file instead of `url`.
 */
export function formBody(given: GraphQLInputType): Schema {
  const type = getNullableType(given);
  if (!isInputObjectType(type)) throw new Error('A form has the members of an object');
  const { properties, required = [] } = membersSchema(type) as { properties: Schema; required?: readonly string[] };
  const { url, ...fields } = properties;
  if (url === undefined) throw new Error(`The file of a form stands for \`url\`, which ${type.name} does not have`);
  const schema: Schema = {
    type: 'object',
    description: `Exactly ${formLimits.files} file, and no \`url\`. A field beside it has at most ${formLimits.fieldSize.toLocaleString('en')} bytes.`,
    properties: { file: { ...file, description: `The content itself, ${sizeLimit} bytes.` }, ...fields },
    required: ['file', ...required.filter((name) => name !== 'url')],
  };
  return { schema, encoding: { file: { contentType: 'application/octet-stream' } } };
}

/** Description of the body of a route with `forms`. */
export const formDescription =
  'JSON with the `url` of the content, which may be that of an upload (`POST /uploads`), or a form with the content as a file.';

const scopes = ['space:content:write'] as const;

/** The route of `POST /uploads`, with the errors that follow from its form. */
export const uploadRoute = {
  method: 'POST',
  path: '/uploads',
  operationId: 'uploadFile',
  generalErrors: ['malformed_request', 'unauthenticated', 'payload_too_large', 'rate_limited'],
} as const satisfies {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly generalErrors: readonly ErrorType[];
};

/**
 * Generates the operation `POST /uploads`, which src/app/http/uploads.ts serves without a GraphQL operation. Adds its
 * failures to `failures`.
 */
export const uploadOperation = (failures: Record<string, Schema>): Schema => ({
  operationId: uploadRoute.operationId,
  summary: 'Upload a file',
  description: `Stores the body of the request, whatever its type, and returns a URL that stands for it in \`url\` of an import, of a preview and of \`insert_files\`, in REST and GraphQL. The URL is valid for half a day at least and cannot be downloaded from. A file that nothing uses is deleted after a day.\n\n${accessLine({ scopes, role: null })}`,
  tags: [tagOf('/content')],
  security: [{ token: scopes }],
  parameters: [
    {
      name: 'name',
      in: 'query',
      required: false,
      description: 'Name of the file, by which an import recognizes its type.',
      schema: { type: 'string', default: 'upload' },
    },
  ],
  requestBody: {
    required: true,
    description: `The bytes of the file, ${sizeLimit}.`,
    content: { 'application/octet-stream': { schema: file } },
  },
  responses: {
    201: {
      description: 'The URL of the stored file.',
      headers: headersOf(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
      content: { 'application/json': { schema: ref('Upload') } },
    },
    ...failureResponses(listFailures(uploadRoute.operationId, uploadRoute.generalErrors), failures),
    default: { $ref: '#/components/responses/default' },
  },
});

/** Schema of the answer of `POST /uploads`. */
export const uploadSchema = objectSchema({
  url: {
    type: 'string',
    format: 'uri',
    description: 'Stands for the file wherever the URL of an import or of a file is given.',
  },
});
