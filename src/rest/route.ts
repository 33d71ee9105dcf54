import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import * as z from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `'GET /v1/spaces/{spaceId}/comments'` → `'spaceId'` */
type PathParam<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParam<Rest> : never;

/** How one REST resource looks, and how it is made from its GraphQL fragment. */
export interface Resource<Node, Json> {
  readonly schema: z.ZodType<Json>;
  readonly present: (node: Node) => Json;
  /** Where the resource is, when it is not in `urls.location`. */
  readonly location?: (json: Json) => string | undefined;
}

/** How a route answers. */
export interface Reply<Data> {
  readonly status: 200 | 201 | 204 | 205;
  readonly schema: z.ZodType | null;
  readonly body: (data: Data) => unknown;
  /** Counts the changes of the one resource it answers with, or is the id of its revision; part of its ETag. */
  readonly version?: (data: Data) => number | string | undefined;
  /** Absolute URL of what was created. */
  readonly location?: (body: unknown, data: Data) => string | undefined;
}

export interface RouteOptions {
  /** Body size limit in bytes, when it is not the general one. */
  readonly bodyLimitBytes?: number;
  /** Longest run in milliseconds, when it is not the general one. */
  readonly timeoutMs?: number;
  /** The first write is outside the transaction, so a key is claimed before the work starts. */
  readonly longRunning?: boolean;
  /** The route that replaces this deprecated one. */
  readonly replacedBy?: string;
}

export interface Route extends RouteOptions {
  readonly method: Method;
  readonly path: string;
  readonly document: TypedDocumentNode<unknown, unknown>;
  readonly reply: Reply<unknown>;
}

/** Binds one documented path to one operation. A `{param}` that is no variable of the operation does not compile. */
export function route<const P extends `${Method} /v1/${string}`, Data, Variables>(
  signature: PathParam<P> extends keyof Variables
    ? P
    : `the operation has no variable $${Exclude<PathParam<P>, keyof Variables>}`,
  document: TypedDocumentNode<Data, Variables>,
  reply: Reply<NoInfer<Data>>,
  options: RouteOptions = {},
): Route {
  const [method, path] = signature.split(' ') as [Method, string];
  return { method, path, document, reply, ...options } as Route;
}

/** Where the operation's data holds the answer. Root lookups are nullable in the schema, so null is allowed here… */
type Pick<Data, Part> = (data: Data) => Part | null | undefined;

/** …but a resolver that finds nothing throws not_found: null without an error is a bug. */
function found<Part>(part: Part | null | undefined): Part {
  if (part === null || part === undefined) throw new Error('The operation answered null without an error');
  return part;
}

interface Versioned {
  readonly version?: number | string;
}

export const ok = <Data, Node, Json>(resource: Resource<Node, Json>, pick: Pick<Data, Node>): Reply<Data> => ({
  status: 200,
  schema: resource.schema,
  body: (data) => resource.present(found(pick(data))),
  version: (data) => (pick(data) as Versioned | null | undefined)?.version,
});

interface Located {
  readonly urls?: { readonly location?: string };
}

export const created = <Data, Node, Json>(resource: Resource<Node, Json>, pick: Pick<Data, Node>): Reply<Data> => ({
  ...ok(resource, pick),
  status: 201,
  location: (body) => (resource.location ? resource.location(body as Json) : (body as Located).urls?.location),
});

export const noContent = (status: 204 | 205): Reply<unknown> => ({
  status,
  schema: null,
  body: () => null,
});

/** An answer that is no single resource: its schema, and how it is made. */
export const answer = <Data, Json>(
  schema: z.ZodType<Json>,
  body: (data: Data) => Json,
  status: 200 | 201 = 200,
): Reply<Data> => ({ status, schema, body });

interface Connection<Node> {
  readonly count: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly edges: ReadonlyArray<{ readonly node: Node }>;
}

/** Contract 1.5: `{ next?: { page }, count, items }`. */
const listSchema = (item: z.ZodType, more: z.ZodRawShape = {}) =>
  z.strictObject({
    next: z.strictObject({ page: z.string() }).optional(),
    count: z.int(),
    ...more,
    items: z.array(item),
  });

export const listOf = <Data, Node, Json>(
  resource: Resource<Node, Json>,
  pick: Pick<Data, Connection<Node>>,
): Reply<Data> => ({
  status: 200,
  schema: listSchema(resource.schema),
  body: (data) => {
    const { count, pageInfo, edges } = found(pick(data));
    const items = edges.map(({ node }) => resource.present(node));
    return pageInfo.hasNextPage && pageInfo.endCursor
      ? { next: { page: pageInfo.endCursor }, count, items }
      : { count, items };
  },
});

/** What a list says of itself beside its envelope. */
export interface ListFacts<List, Facts> {
  readonly schema: { readonly [Key in keyof Facts]: z.ZodType<Facts[Key]> };
  readonly present: (list: List) => Facts;
}

/** A list with facts beside its envelope. */
export const listWith = <Data, Node, Json, List extends Connection<Node>, Facts extends object>(
  resource: Resource<Node, Json>,
  facts: ListFacts<List, Facts>,
  pick: Pick<Data, List>,
): Reply<Data> => {
  const list = listOf<Data, Node, Json>(resource, pick);
  return {
    ...list,
    schema: listSchema(resource.schema, facts.schema),
    body: (data) => ({ ...(list.body(data) as object), ...facts.present(found(pick(data))) }),
  };
};
