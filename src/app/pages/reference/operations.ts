import { isRecord } from '../../../lib/is-record.ts';
import { createExpander } from '../../../text/html/openapi/expand-schema.ts';
import type { OperationView } from '../../../text/html/openapi/part.ts';
import { viewOperation } from '../../../text/html/openapi/read-parts.ts';
import { operationTitle } from '../../../text/openapi-specs/page-texts.ts';
import { readSpecDocument, stringOrEmpty, type SpecOperation } from '../../../text/openapi-specs/read-spec-document.ts';
import { createResolver } from '../../../text/openapi-specs/resolver.ts';
import type { Json } from '../../../text/openapi-specs/spec-problem.ts';

/** A tag of the OpenAPI document with its operations. */
export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** An operation of the OpenAPI document. */
export interface Operation {
  /** Its `operationId`. */
  readonly id: string;
  readonly title: string;
  /** In small letters. */
  readonly method: string;
  readonly path: string;
  /** Prepares it for `compilePart`, with requests to a server. */
  readonly view: (server: string) => OperationView;
}

/** Lists the operations of an OpenAPI document by their first tag, in the order of the document. */
export function listOperations(document: Json): OperationGroup[] {
  const files = [{ name: 'openapi.json', json: document }];
  const { operations, tags } = readSpecDocument(files);
  const resolve = createResolver(files);
  const places = listPlaces(document);
  const inOrder = operations.toSorted((one, other) => places.indexOf(nameIn(one)) - places.indexOf(nameIn(other)));
  const listed = inOrder.map((operation) => ({
    tag: operation.tags[0],
    id: stringOrEmpty(operation.value['operationId']),
    title: operationTitle(operation),
    method: operation.method,
    path: operation.path,
    view: (server: string) => ({
      ...viewOperation(operation, {
        servers: [server],
        schemes: undefined,
        security: undefined,
        expand: createExpander(resolve),
      }),
      security: listScopes(operation),
    }),
  }));
  return tags.map(({ name, description }) => ({
    name,
    description,
    operations: listed.filter(({ tag }) => tag === name),
  }));
}

const nameIn = ({ method, path }: Pick<SpecOperation, 'method' | 'path'>) => `${method} ${path}`;

/** The methods and paths of a document as it lists them, and its webhooks below them. */
const listPlaces = ({ paths, webhooks }: Json): string[] =>
  [paths, webhooks].flatMap((items) =>
    Object.entries(isRecord(items) ? items : {}).flatMap(([path, item]) =>
      Object.keys(isRecord(item) ? item : {}).map((method) => nameIn({ method, path })),
    ),
  );

/** The schemes of an operation, each with the scopes that its token must have. */
const listScopes = ({ value: { security } }: SpecOperation): string[] =>
  (Array.isArray(security) ? security : [])
    .filter(isRecord)
    .flatMap((one) =>
      Object.entries(one).map(([scheme, scopes]) => [scheme, ...(Array.isArray(scopes) ? scopes : [])].join(' ')),
    );
