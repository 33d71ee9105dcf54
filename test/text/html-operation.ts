import type { OpenApiPart } from '../../src/text/html/openapi/part.ts';

const pet = {
  title: 'Pet',
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', format: 'int64', description: 'The *number* of the pet', minimum: 1 },
    kind: { type: 'string', enum: ['cat', 'dog'], default: 'cat' },
    owner: { title: 'Owner', type: 'object', properties: { mail: { type: 'string', format: 'email' } } },
    tags: { type: 'array', items: { type: 'string' } },
    deep: {
      a: 1,
      properties: { a: { properties: { b: { properties: { c: { properties: { d: { properties: { e: {} } } } } } } } } },
    },
    either: {
      oneOf: [{ type: 'string' }, { title: 'Cat', type: 'object', properties: { meow: { type: 'boolean' } } }],
    },
  },
};

/** Parts of a specification, with everything that a page shows of them. */
export function listPetParts(part: 'operation' | 'webhook' | 'schemas'): OpenApiPart[] {
  if (part === 'schemas') return [{ name: 'Pet', description: 'A <b>pet</b>', schema: pet }];
  const operation = {
    title: 'Change a pet',
    method: 'post',
    description: 'First line\n\n* [a link](https://example.org)\n* <script>alert(1)</script>',
    deprecated: true,
    server: 'https://api.example.org/v1/',
    security: ['bearer'],
    parameters: [
      { name: 'petId', in: 'path', required: true, description: 'Which pet', schema: { type: 'integer', default: 7 } },
      { name: 'dry-run', in: 'query', required: true, schema: { type: 'boolean' } },
      { name: 'X-Trace', in: 'header', description: '' },
    ],
    requestBody: { description: 'The pet', contentTypes: ['application/json'], schema: pet },
    responses: [
      { status: '200', description: 'Done', contentTypes: ['application/json'], schema: { type: 'array', items: pet } },
      { status: '404', description: 'No such pet' },
      { status: 'default', description: '', headers: [{ name: 'Retry-After', description: 'Seconds' }] },
    ],
  };
  return [part === 'webhook' ? { ...operation, name: 'newPet' } : { ...operation, path: '/pets/{petId}' }];
}
