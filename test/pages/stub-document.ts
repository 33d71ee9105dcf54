/** An OpenAPI document with one of each element that the reference page shows. */
export const stubDocument = {
  openapi: '3.1.0',
  info: { title: 'Octavo', version: '1.0.0', description: 'The REST API of Octavo.' },
  servers: [{ url: 'http://docs.example/v1' }],
  security: [{ bearer: [] }],
  tags: [
    { name: 'users', description: 'People.' },
    { name: 'spaces', description: 'Containers of pages.' },
  ],
  paths: {
    '/user': {
      get: {
        operationId: 'getUser',
        tags: ['users'],
        summary: 'The owner of the token',
        responses: { 200: answer('The user', '#/components/schemas/User') },
      },
    },
    '/spaces/{spaceId}': {
      get: {
        operationId: 'getSpace',
        tags: ['spaces'],
        summary: 'One space',
        parameters: [{ name: 'spaceId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: answer('The space', '#/components/schemas/Space') },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      User: { type: 'object', properties: { id: { type: 'string' }, displayName: { type: 'string' } } },
      Space: { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string', maxLength: 50 } } },
    },
  },
};

function answer(description: string, schema: string) {
  return { description, content: { 'application/json': { schema: { $ref: schema } } } };
}
