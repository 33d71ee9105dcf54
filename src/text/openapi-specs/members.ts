/** The objects of a specification. What no object has here is data: examples, defaults, enumerations, extensions. */
export type Kind = keyof typeof shapes;

/** What a member holds: `text`, a kind of object or of a list of them, or a map of names to them. */
type Member = string | { readonly named: string };

interface Shape {
  readonly members?: Readonly<Record<string, Member>>;
  /** What members of other names hold. */
  readonly others?: Member;
  /** Whether a name that begins with `x-` is an extension although other members have free names. */
  readonly extensible?: boolean;
}

const named = (kind: string): Member => ({ named: kind });

const about = { summary: 'text', description: 'text' } as const;

const operations = Object.fromEntries(
  ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'].map((method) => [method, 'operation']),
);

/** Of OpenAPI 3.0 to 3.2 and of Swagger 2. */
const shapes = {
  document: {
    members: {
      openapi: 'text',
      swagger: 'text',
      info: 'info',
      servers: 'server',
      tags: 'tag',
      paths: 'paths',
      webhooks: named('pathItem'),
      components: 'components',
      externalDocs: 'about',
      definitions: named('schema'),
      parameters: named('parameter'),
      responses: named('response'),
      securityDefinitions: named('about'),
    },
  },
  info: { members: { ...about, title: 'text', version: 'text' } },
  tag: { members: { ...about, name: 'text', parent: 'text', kind: 'text', externalDocs: 'about' } },
  server: { members: { ...about, name: 'text', variables: named('about') } },
  /** Objects of which only the texts are read. */
  about: { members: about },
  paths: { others: 'pathItem', extensible: true },
  pathItem: {
    members: {
      ...about,
      ...operations,
      additionalOperations: named('operation'),
      parameters: 'parameter',
      servers: 'server',
    },
  },
  operation: {
    members: {
      ...about,
      operationId: 'text',
      tags: 'text',
      parameters: 'parameter',
      requestBody: 'body',
      responses: 'responses',
      callbacks: named('paths'),
      servers: 'server',
      externalDocs: 'about',
    },
  },
  /** Headers have the same members. */
  parameter: {
    members: {
      ...about,
      name: 'text',
      in: 'text',
      schema: 'schema',
      items: 'schema',
      content: named('mediaType'),
      examples: named('about'),
    },
  },
  body: { members: { ...about, content: named('mediaType') } },
  responses: { others: 'response', extensible: true },
  response: {
    members: {
      ...about,
      headers: named('parameter'),
      content: named('mediaType'),
      links: named('link'),
      schema: 'schema',
    },
  },
  mediaType: {
    members: {
      schema: 'schema',
      itemSchema: 'schema',
      examples: named('about'),
      encoding: named('encoding'),
      prefixEncoding: 'encoding',
      itemEncoding: 'encoding',
    },
  },
  encoding: {
    members: {
      headers: named('parameter'),
      encoding: named('encoding'),
      prefixEncoding: 'encoding',
      itemEncoding: 'encoding',
    },
  },
  link: { members: { ...about, server: 'server' } },
  components: {
    members: {
      schemas: named('schema'),
      responses: named('response'),
      parameters: named('parameter'),
      examples: named('about'),
      requestBodies: named('body'),
      headers: named('parameter'),
      securitySchemes: named('about'),
      links: named('link'),
      callbacks: named('paths'),
      pathItems: named('pathItem'),
      mediaTypes: named('mediaType'),
    },
  },
  schema: {
    members: {
      title: 'text',
      description: 'text',
      externalDocs: 'about',
      ...Object.fromEntries(
        [
          'items',
          'prefixItems',
          'additionalItems',
          'unevaluatedItems',
          'contains',
          'additionalProperties',
          'unevaluatedProperties',
          'propertyNames',
          'allOf',
          'anyOf',
          'oneOf',
          'not',
          'if',
          'then',
          'else',
          'contentSchema',
        ].map((member) => [member, 'schema']),
      ),
      ...Object.fromEntries(
        ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'].map(
          (member) => [member, named('schema')],
        ),
      ),
    },
  },
} satisfies Readonly<Record<string, Shape>>;

/** A kind of object, or a map of names to such objects. */
export interface Place {
  readonly kind: Kind;
  readonly isMap: boolean;
}

/** What a member of an object holds: `text`, objects, or null for data. */
export function memberOf({ kind, isMap }: Place, name: string): 'text' | Place | null {
  if (isMap) return { kind, isMap: false };
  const { members = {}, others, extensible = false }: Shape = shapes[kind];
  const isExtension = extensible && name.startsWith('x-');
  const member = Object.hasOwn(members, name) ? members[name] : others;
  if (member === undefined || isExtension) return null;
  if (member === 'text') return 'text';
  return typeof member === 'string'
    ? { kind: member as Kind, isMap: false }
    : { kind: member.named as Kind, isMap: true };
}
