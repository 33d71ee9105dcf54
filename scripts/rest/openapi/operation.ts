import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isNonNullType,
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { acceptsIdempotencyKey } from '../../../src/rest/idempotency.ts';
import type { Route } from '../../../src/rest/route.ts';
import { ref, type Schema } from '../../../src/rest/schema.ts';
import { readOperation, queryNames, listVariables } from '../../../src/rest/variables.ts';
import { accessLine, accessOf } from './access.ts';
import { failureResponses, headersOf } from './components.ts';
import { eventsOfOperations } from './events-of-operations.ts';
import { listFailures, generalErrors } from './failures.ts';
import { contractValue, membersSchema, parameterSchema } from './input-schema.ts';
import { tagOf } from './tags.ts';
import { formBody, formDescription } from './uploads.ts';

/**
 * The part of a description about other arguments or an omitted argument. It is removed for path parameters, which
 * always have a value.
 */
const besidesTheValue = / if `\w+` is set|(?:[;.] [^]*)?\.$/g;

/** Components that operations add and refer to by name. */
export interface Named {
  readonly bodies: Record<string, Schema>;
  readonly failures: Record<string, Schema>;
}

/** Descriptions of variables whose argument and name do not describe them. */
const described: Readonly<Record<string, string>> = {
  oidcProviderId: 'Id of the OpenID Connect provider.',
  providerId: 'Id of the SAML or OpenID Connect provider.',
  samlProviderId: 'Id of the SAML provider.',
  compat: 'False to be told of each page that was touched; true for the revision alone.',
};

/**
 * Describes an id by its name: `siteSectionId` → `Id of the site section.` The graph omits descriptions that would
 * repeat the name.
 */
function describedByName(name: string): string {
  const words = name
    .replaceAll(/(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(' ');
  const last = words.at(-1);
  if (words.length === 1 || (last !== 'id' && last !== 'name')) return `The ${words.join(' ')}.`;
  return `${last === 'id' ? 'Id' : 'Name'} of the ${words.slice(0, -1).join(' ')}.`;
}

/** Names the types of events that the operation emits. */
function eventsLine(operationId: string): string[] {
  const types = eventsOfOperations[operationId] ?? [];
  return types.length === 0 ? [] : [`Emits ${types.map((type) => `\`${type}\``).join(', ')}.`];
}

/**
 * Generates the OpenAPI 3.1 operation of a route. The schema of its body and the responses of its failures are added to
 * `named`.
 */
export function operationObject(schema: GraphQLSchema, route: Route, named: Named): Schema {
  const operation = readOperation(route);
  const access = accessOf(route);
  const argumentOf = argumentsByVariable(schema, route);
  const variables = listVariables(schema, route);
  const body = variables.find(({ name }) => name === 'input');
  const parameters = variables
    .filter(({ name }) => name !== 'input' && !inIfMatch(name))
    .map(({ name, type, place }) => {
      const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
      const inPath = place.startsWith('path.');
      const fallback = definition?.defaultValue
        ? { default: contractValue(type, valueFromASTUntyped(definition.defaultValue)) }
        : {};
      const given = described[name] ?? argumentOf.get(name)?.description ?? describedByName(name);
      const description = inPath ? `${given.replaceAll(besidesTheValue, '')}.` : given;
      return {
        name: queryNames[name] ?? name,
        in: inPath ? 'path' : 'query',
        required: inPath || (isNonNullType(type) && !definition?.defaultValue),
        description,
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
    description: [route.description, accessLine(access), ...eventsLine(route.operationId)].join('\n\n'),
    tags: [tagOf(route.path)],
    ...(route.replacedBy ? { deprecated: true } : {}),
    security: route.anonymous ? [] : [{ token: access.scopes }],
    parameters: [...parameters, ...headers],
    ...(body ? { requestBody: requestBody(route, body.type, named.bodies) } : {}),
    responses: {
      [route.status]: successResponse(route),
      ...(isConditional(route) ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
      ...failureResponses(listFailures(route.operationId, generalErrors(schema, route)), named.failures),
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
  return {
    ...(route.forms ? { description: formDescription } : {}),
    required: isNonNullType(given),
    content: {
      'application/json': { schema: ref(name) },
      ...(route.forms ? { 'multipart/form-data': formBody(given) } : {}),
    },
  };
}

/** Whether a route is a read with an ETag. */
const isConditional = (route: Route) => route.method === 'GET' && route.version !== undefined;

function successDescription(schema: Schema | null): string {
  if (schema === null) return 'Success, without a body.';
  const component = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  if (component === undefined) return 'Success.';
  return component.endsWith('List') ? 'One page of the list.' : `An object of the type \`${component}\`.`;
}

function successResponse(route: Route): Schema {
  const { status, schema, version, replacedBy } = route;
  const names = [
    'X-Request-Id',
    ...(version ? ['ETag'] : []),
    ...(status === 201 ? ['Location'] : []),
    ...(route.anonymous ? [] : ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
    ...(acceptsIdempotencyKey(route) ? ['Idempotency-Replayed'] : []),
    ...(replacedBy ? ['Deprecation', 'Link'] : []),
  ];
  return {
    description: route.stream ? 'A stream of events, whose `data` are such objects.' : successDescription(schema),
    headers: headersOf(names),
    ...(schema ? { content: { [route.stream ? 'text/event-stream' : 'application/json']: { schema } } } : {}),
  };
}

const header = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const headerParameters = (route: Route, versioned: boolean) => [
  ...(acceptsIdempotencyKey(route) ? [header('Idempotency-Key')] : []),
  ...(versioned ? [header('If-Match')] : []),
  ...(isConditional(route) ? [header('If-None-Match')] : []),
  ...(route.stream ? [header('Last-Event-ID')] : []),
];

type Taker = GraphQLArgument | GraphQLInputField;

/** Returns what takes each variable, which has the description and the limits: an argument, or a field of one. */
function argumentsByVariable(schema: GraphQLSchema, route: Route): Map<string, Taker> {
  const info = new TypeInfo(schema);
  const found = new Map<string, Taker>();
  visit(
    route.document,
    visitWithTypeInfo(info, {
      Variable: (node, _key, parent) => {
        if (!parent || !('kind' in parent)) return;
        const input = getNamedType(info.getParentInputType());
        const field =
          parent.kind === Kind.OBJECT_FIELD && isInputObjectType(input) ? input.getFields()[parent.name.value] : null;
        const taker = parent.kind === Kind.ARGUMENT ? info.getArgument() : field;
        if (taker) found.set(node.name.value, taker);
      },
    }),
  );
  return found;
}

/** Whether a variable is read from If-Match. */
const inIfMatch = (name: string) => name === 'expectedVersion' || name === 'expectedRevision';
