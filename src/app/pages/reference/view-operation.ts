import { isRecord } from '../../../lib/is-record.ts';
import type { ContentView, JsonSchema, OperationView, ParameterView } from '../../../text/html/openapi/part.ts';
import { stringOf } from '../../../text/rich-text/document.ts';
import { entriesIn, listIn, type Operation } from './operations.ts';

type Document = Readonly<Record<string, unknown>>;

/** Prepares an operation of an OpenAPI document for `compilePart`: its references are followed. */
export function viewOperation(document: Document, { title, method, path, value }: Operation, server: string) {
  const body = follow(document, value['requestBody']);
  return {
    title,
    method,
    path,
    server,
    description: stringOf(value['description']),
    security: listIn(value, 'security').flatMap((one) =>
      entriesIn(one).map(([name, scopes]) => [name, ...(Array.isArray(scopes) ? scopes.map(stringOf) : [])].join(' ')),
    ),
    parameters: listIn(value, 'parameters').map((one) => viewParameter(document, follow(document, one))),
    requestBody: value['requestBody'] === undefined ? null : viewContent(document, body),
    responses: entriesIn(value['responses']).map(([status, response]) => ({
      status,
      ...viewContent(document, follow(document, response)),
    })),
  } satisfies OperationView;
}

const viewParameter = (document: Document, { name, in: place, required, description, schema, example }: Document) =>
  ({
    name: stringOf(name),
    in: stringOf(place),
    required: required === true,
    description: stringOf(description),
    schema: inlineSchema(document, schema),
    ...(example !== undefined && { example }),
  }) satisfies ParameterView;

function viewContent(document: Document, { description, headers, content }: Document): ContentView {
  const contents = entriesIn(content);
  const [, first] = contents[0] ?? [];
  const { schema, example } = isRecord(first) ? first : {};
  return {
    description: stringOf(description),
    contentTypes: contents.map(([type]) => type),
    headers: entriesIn(headers).map(([name, header]) => ({
      name,
      description: stringOf(follow(document, header)['description']),
    })),
    ...(schema !== undefined && { schema: inlineSchema(document, schema) }),
    ...(example !== undefined && { example }),
  };
}

/** References within references that are followed. `compilePart` shows five levels. */
const maxReferences = 6;

/** Returns a schema with the schemas that it refers to in it, each with its name as the title. */
function inlineSchema(document: Document, schema: unknown, references = 0): JsonSchema {
  if (!isRecord(schema)) return schema === true;
  const name = nameOfReference(schema);
  if (name === null) return inlineMembers(document, schema, references);
  if (references >= maxReferences) return { title: name };
  const { $ref: _, ...beside } = schema;
  return inlineMembers(document, { title: name, ...follow(document, schema), ...beside }, references + 1);
}

const inlineMembers = (document: Document, schema: Document, references: number): Document =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inlineValue(document, value, references)]));

function inlineValue(document: Document, value: unknown, references: number): unknown {
  if (Array.isArray(value)) return value.map((one) => inlineValue(document, one, references));
  return isRecord(value) ? inlineSchema(document, value, references) : value;
}

/** The last segment of a `$ref`; null for what is none. A property may have that name. */
const nameOfReference = ({ $ref }: Document): string | null =>
  typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : null;

/** Returns what a reference of the document leads to, and anything else as it is. */
function follow(document: Document, node: unknown): Document {
  if (!isRecord(node)) return {};
  if (nameOfReference(node) === null) return node;
  const target = String(node['$ref'])
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => isRecord(at) && at[name], document);
  return isRecord(target) ? target : {};
}
