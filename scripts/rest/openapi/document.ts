import { tags } from './tags.ts';
import type { GraphQLSchema } from 'graphql';
import type { Route } from '../../../src/rest/route.ts';
import type { Schema } from '../../../src/rest/schema.ts';
import { components } from './components.ts';
import { exampleOfAnswer, exampleOfComponent } from './example.ts';
import { inputSchemas } from './input-schema.ts';
import { requestExamples } from './request-examples.ts';
import { operationObject } from './operation.ts';
import { withPortablePatterns } from './portable-patterns.ts';
import { webhookOperations } from './webhooks.ts';
import { uploadOperation, uploadSchema } from './uploads.ts';

const description = `A documentation platform: organizations, spaces, their content and its discussion.

Send an API token as \`Authorization: Bearer …\`. Lists return \`items\`, \`count\` and \`next.page\`, which is the \`page\` to ask for
next. Errors have a stable \`type\`, a \`message\` for people, and \`details\` for each invalid value. A \`POST\` with an
\`Idempotency-Key\` can be sent again safely. Unknown members and query parameters are ignored and named in the header \`Warnings\`;
with \`Prefer: handling=strict\` they are refused.`;

/**
 * Generates the OpenAPI 3.1 document of a route table, without the version of the program. `answers` are the schemas
 * that its answers refer to.
 */
export function openapi(
  schema: GraphQLSchema,
  routes: readonly Route[],
  answers: ReadonlyMap<string, Schema>,
): Schema & { info: Schema } {
  const paths: Record<string, Record<string, Schema>> = {};
  const bodies: Record<string, Schema> = {};
  const failures: Record<string, Schema> = {};
  // The reference lists operations with fewer path segments first.
  const measureDepth = ({ path }: Route) => path.split('/').length;
  for (const route of routes.toSorted((one, other) => measureDepth(one) - measureDepth(other)))
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationObject(schema, route, { bodies, failures });
  paths['/uploads'] = { post: uploadOperation(failures) };
  const shared = components(new Map([...answers, ['Upload', uploadSchema]]), failures);
  addSchemas(shared.schemas, bodies);
  addSchemas(shared.schemas, usedBy(bodies, inputSchemas(schema)));
  for (const [name, component] of Object.entries(shared.schemas))
    component['examples'] = [requestExample(name) ?? exampleOfComponent(name, shared.schemas)];
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    addBodyExample(operation);
    addAnswerExample(operation, shared.schemas);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Octavo',
      description,
      contact: { name: 'The operator of this installation' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This installation.' }],
    security: [{ token: [] }],
    tags,
    paths: withPortablePatterns(paths),
    webhooks: withPortablePatterns(webhookOperations(routes)),
    components: withPortablePatterns(shared),
  };
}

function addSchemas(schemas: Record<string, Schema>, more: Readonly<Record<string, Schema>>) {
  for (const [name, schema] of Object.entries(more)) {
    if (schemas[name]) throw new Error(`Two schemas have the name ${name}`);
    schemas[name] = schema;
  }
}

/** Returns the inputs that bodies refer to, directly or through other inputs. */
function usedBy(bodies: Readonly<Record<string, Schema>>, inputs: Readonly<Record<string, Schema>>) {
  const found: Record<string, Schema> = {};
  const visit = (schema: unknown) => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const input = inputs[name];
      if (!input || found[name]) continue;
      found[name] = input;
      visit(input);
    }
  };
  visit(bodies);
  return found;
}

/** `CreateSpaceRequest` → the example of createSpace */
const requestExample = (name: string) =>
  requestExamples[`${name.charAt(0).toLowerCase()}${name.slice(1).replace(/Request$/, '')}`];

interface WithBody {
  readonly operationId: string;
  readonly requestBody?: { readonly content: { readonly 'application/json'?: Schema } };
}

function addBodyExample(operation: Schema) {
  const { operationId, requestBody } = operation as unknown as WithBody;
  const body = requestBody?.content['application/json'];
  if (!body) return;
  const example = requestExamples[operationId];
  if (!example) throw new Error(`${operationId} has no example in request-examples.ts`);
  body['example'] = example;
}

interface WithAnswers {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: { readonly 'application/json'?: Schema } }>>;
}

function addAnswerExample(operation: Schema, schemas: Readonly<Record<string, Schema>>) {
  const { operationId, responses } = operation as unknown as WithAnswers;
  for (const { content } of Object.values(responses)) {
    const body = content?.['application/json'];
    if (body) body['example'] = exampleOfAnswer(operationId, body['schema'] as Schema, schemas);
  }
}
