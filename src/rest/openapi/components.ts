import * as z from 'zod';
import { errorTypes } from '../../lib/errors.ts';
import type { Schema } from './input-schema.ts';
import { plain } from './plain.ts';

const errorNames = Object.keys(errorTypes) as [keyof typeof errorTypes, ...(keyof typeof errorTypes)[]];

/** The body of every error. Contract, part 7 with the members of the decisions. */
export const ErrorBody = z
  .strictObject({
    error: z.strictObject({
      code: z.int().describe('HTTP status.'),
      message: z.string().describe('One sentence for people.'),
      type: z.enum(errorNames).describe('Stable word for programs.'),
      requestId: z.string().describe('The same as the header X-Request-Id; names the line in the log.'),
      details: z
        .array(z.strictObject({ path: z.string(), rule: z.string(), message: z.string() }))
        .optional()
        .describe('Each thing that is wrong, with its place in the request.'),
    }),
  })
  .meta({ id: 'Error' });

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

/** Everything operations refer to. */
export function components(): Schema & { schemas: Record<string, Schema> } {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
  }) as unknown as { schemas: Record<string, Schema> };
  inlineShared(schemas);
  for (const schema of Object.values(schemas)) {
    delete schema['$schema'];
    delete schema['$id'];
    delete schema['id'];
  }
  return {
    schemas,
    parameters,
    headers,
    responses: { ...responses, default: { description: 'A failure.', content } },
    securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token.' } },
  };
}

/** Zod puts what recursive resources share under a name of its own; in its place it is a reference to a resource. */
function inlineShared(schemas: Record<string, Schema>): void {
  const { $defs = {} } = (schemas['__shared'] ?? {}) as { $defs?: Record<string, Schema> };
  delete schemas['__shared'];
  const start = '#/components/schemas/__shared#/$defs/';
  const inline = (_key: string, value: unknown) => {
    const ref = (value as { $ref?: unknown } | null)?.$ref;
    return typeof ref === 'string' && ref.startsWith(start) ? $defs[ref.slice(start.length)] : value;
  };
  for (const [name, schema] of Object.entries(schemas))
    schemas[name] = plain(JSON.parse(JSON.stringify(schema), inline) as Schema);
}
