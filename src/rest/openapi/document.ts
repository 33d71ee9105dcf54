import type { GraphQLSchema } from 'graphql';
import type { Route } from '../route.ts';
import { components } from './components.ts';
import { exampleOf } from './example.ts';
import { variantSchemas, type Schema } from './input-schema.ts';
import { operationObject } from './operation.ts';

/** OpenAPI 3.1 of a route table. */
export function openapi(schema: GraphQLSchema, routes: readonly Route[], version: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationObject(schema, route);
  const shared = components();
  Object.assign(shared.schemas, variantSchemas(schema));
  for (const component of Object.values(shared.schemas)) component['examples'] = [exampleOf(component, shared.schemas)];
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path)))
    addBodyExample(operation, shared.schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Octavo',
      version,
      description: 'A documentation platform: organizations, spaces, their content and its discussion.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This installation.' }],
    security: [{ token: [] }],
    paths,
    components: shared,
  };
}

interface WithBody {
  requestBody?: { content: { 'application/json': { schema: Schema; example?: unknown } } };
}

function addBodyExample(operation: Schema, schemas: Record<string, Schema>) {
  const media = (operation as WithBody).requestBody?.content['application/json'];
  if (media) media.example = exampleOf(media.schema, schemas);
}
