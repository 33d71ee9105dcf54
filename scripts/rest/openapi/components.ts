import { errorTypes } from '../../../src/lib/errors.ts';
import { objectSchema, type Schema } from '../../../src/rest/schema.ts';

/** The body of every error; see docs/reference/errors.md. */
const errorBody = objectSchema({
  error: objectSchema(
    {
      code: { type: 'integer', description: 'HTTP status.' },
      message: { type: 'string', description: 'One sentence for people.' },
      type: { type: 'string', enum: Object.keys(errorTypes), description: 'Stable word for programs.' },
      requestId: {
        type: 'string',
        description: 'The same as the header X-Request-Id; names the line in the log.',
      },
    },
    {
      details: {
        type: 'array',
        items: objectSchema({ path: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } }),
        description: 'Each thing that is wrong, with its place in the request.',
      },
    },
  ),
});

const statuses = [...new Set(Object.values(errorTypes).map(([status]) => status))];

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** `responses/404` and so on: which error types come with the status. */
const responses = Object.fromEntries(
  statuses.map((status) => {
    const types = Object.entries(errorTypes).filter(([, [of]]) => of === status);
    return [
      String(status),
      { description: types.map(([name, [, meaning]]) => `\`${name}\`: ${meaning}`).join(' '), content },
    ];
  }),
);

const headers = {
  'X-Request-Id': { description: 'Names the request in the log.', schema: { type: 'string' } },
  ETag: { description: 'Changes with the resource and with what the caller sees of it.', schema: { type: 'string' } },
  Location: { description: 'Absolute URL of what was created.', schema: { type: 'string', format: 'uri' } },
};

const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const parameters = {
  'Idempotency-Key': headerParameter(
    'Idempotency-Key',
    'Makes a repetition harmless: the same key and body get the first answer for 24 hours.',
  ),
  'If-Match': headerParameter('If-Match', 'An ETag: 412 when the resource has changed since.'),
  'If-None-Match': headerParameter('If-None-Match', 'An ETag: 304 without body when nothing has changed.'),
};

/** Everything operations refer to, with the schemas of answers. */
export const components = (
  answers: ReadonlyMap<string, Schema>,
): Schema & { schemas: Record<string, Schema>; responses: Record<string, Schema> } => ({
  schemas: { ...Object.fromEntries(answers), Error: errorBody },
  parameters,
  headers,
  responses: { ...responses, default: { description: 'A failure.', content } },
  securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token.' } },
});
