import {
  getNullableType,
  isInputObjectType,
  isNonNullType,
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { acceptsIdempotencyKey } from '../../../src/rest/idempotency.ts';
import type { Route } from '../../../src/rest/route.ts';
import { ref, type Schema } from '../../../src/rest/schema.ts';
import { operationOf, queryNames, variablesOf } from '../../../src/rest/variables.ts';
import { contractValue, membersSchema, parameterSchema } from './input-schema.ts';
import { tagOf } from './tags.ts';

const failuresOf = (route: Route, hasBody: boolean): number[] => [
  400,
  401,
  403,
  404,
  ...(route.method === 'GET' ? [] : [409, 412]),
  ...(hasBody ? [413, 415] : []),
  ...(acceptsIdempotencyKey(route) ? [422] : []),
  429,
];

/** Variables that no argument of the schema explains. */
const described: Readonly<Record<string, string>> = {
  compat: 'False to be told of each page that was touched; true for the revision alone.',
};

/**
 * One route as an OpenAPI 3.1 operation: the request from the operation's variables, the answer from its resource. The
 * schema of its body is added to `bodies`, by a name.
 */
export function operationObject(schema: GraphQLSchema, route: Route, bodies: Record<string, Schema>): Schema {
  const operation = operationOf(route);
  const argumentOf = argumentsByVariable(schema, route);
  const variables = variablesOf(schema, route);
  const body = variables.find(({ name }) => name === 'input');
  const parameters = variables
    .filter(({ name }) => name !== 'input' && !inIfMatch(name))
    .map(({ name, type, place }) => {
      const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
      const inPath = place.startsWith('path.');
      const fallback = definition?.defaultValue
        ? { default: contractValue(type, valueFromASTUntyped(definition.defaultValue)) }
        : {};
      const description = described[name] ?? argumentOf.get(name)?.description;
      return {
        name: queryNames[name] ?? name,
        in: inPath ? 'path' : 'query',
        required: inPath || (isNonNullType(type) && !definition?.defaultValue),
        ...(description ? { description } : {}),
        schema: { ...parameterSchema(type, argumentOf.get(name)), ...fallback },
      };
    });
  const headers = headerParameters(
    route,
    variables.some((variable) => inIfMatch(variable.name)),
  );
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: [tagOf(route.path)],
    ...(route.replacedBy ? { deprecated: true } : {}),
    ...(route.anonymous ? { security: [] } : {}),
    parameters: [...parameters, ...headers],
    ...(body ? { requestBody: requestBody(route, body.type, bodies) } : {}),
    responses: {
      [route.status]: successResponse(route),
      ...Object.fromEntries(
        failuresOf(route, body !== undefined).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
      default: { $ref: '#/components/responses/default' },
    },
  };
}

/** `createSpace` → `CreateSpaceRequest` */
const bodyName = ({ operationId }: Route) => `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`;

function requestBody(route: Route, given: GraphQLInputType, bodies: Record<string, Schema>): Schema {
  const type = getNullableType(given);
  if (!isInputObjectType(type)) throw new Error(`The body of ${route.operationId} is not an object`);
  const name = bodyName(route);
  bodies[name] = membersSchema(type);
  return { required: isNonNullType(given), content: { 'application/json': { schema: ref(name) } } };
}

function successResponse(route: Route): Schema {
  const { status, schema, version } = route;
  const tag = version ? { ETag: { $ref: '#/components/headers/ETag' } } : {};
  const location = status === 201 ? { Location: { $ref: '#/components/headers/Location' } } : {};
  return {
    description: schema ? 'Done.' : 'Done; no body.',
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...tag, ...location },
    ...(schema ? { content: { 'application/json': { schema } } } : {}),
  };
}

const header = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const headerParameters = (route: Route, versioned: boolean) => [
  ...(acceptsIdempotencyKey(route) ? [header('Idempotency-Key')] : []),
  ...(versioned ? [header('If-Match')] : []),
  ...(route.method === 'GET' && route.version ? [header('If-None-Match')] : []),
];

/** The argument each variable feeds: it carries the description and the limits. */
function argumentsByVariable(schema: GraphQLSchema, route: Route): Map<string, GraphQLArgument> {
  const info = new TypeInfo(schema);
  const found = new Map<string, GraphQLArgument>();
  visit(
    route.document,
    visitWithTypeInfo(info, {
      Variable: (node, _key, parent) => {
        const argument = info.getArgument();
        if (argument && parent && 'kind' in parent && parent.kind === Kind.ARGUMENT)
          found.set(node.name.value, argument);
      },
    }),
  );
  return found;
}

/** Variables that the header carries: what the caller knows of the thing. */
const inIfMatch = (name: string) => name === 'expectedVersion' || name === 'expectedRevision';
