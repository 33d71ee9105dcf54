import type { OutputType } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import * as z from 'zod';
import { invalid } from '../lib/errors.ts';
import { defaultPageSize, maxPageSize, type Page, type PageRequest } from '../lib/page.ts';
import { builder } from './builder.ts';
import { selects } from './selection.ts';

interface Edge<Node> {
  readonly node: Node;
  readonly page: Page<Node>;
}

interface ConnectionShape<Node> {
  readonly page: Page<Node>;
  readonly edges: readonly Edge<Node>[];
}

/** The interface of all connections, so that one fragment and one presenter work for every list. */
export const Connection = builder.interfaceRef<object>('Connection').implement({
  description: 'One page of a list.',
  fields: (t) => ({
    count: t.int({
      description: 'Number of items on all pages that the caller may see.',
      resolve: (connection) => (connection as ConnectionShape<unknown>).page.count(),
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Position of this page in the list.',
      resolve: (connection) => new PageInfo((connection as ConnectionShape<unknown>).page),
    }),
  }),
});

/**
 * Defines the connection and edge types for lists of a type. Their names begin with `name`. Their descriptions contain
 * `one`, such as `a space`, and `many`, such as `spaces`.
 */
export function connectionOf<Type extends OutputType<(typeof builder)['$inferSchemaTypes']>>(
  type: Type,
  name: string,
  one: string,
  many: string,
) {
  return builder.connectionObject(
    { type, name: `${name}Connection`, interfaces: [Connection], description: `A page of ${many}.` },
    { name: `${name}Edge`, description: `${one.charAt(0).toUpperCase()}${one.slice(1)} in a list.` },
  );
}

/** A class, because getters on a prototype are created once and not per page. */
class PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #page: Page<unknown>;

  constructor(page: Page<unknown>) {
    this.hasNextPage = page.hasNext;
    this.hasPreviousPage = page.hasPrevious;
    this.#page = page;
  }

  get startCursor() {
    return this.#cursorOf(this.#page.items[0]);
  }

  get endCursor() {
    return this.#cursorOf(this.#page.items.at(-1));
  }

  #cursorOf(item: unknown) {
    return item === undefined ? null : this.#page.cursorOf(item);
  }
}

/** A class for the same reason as `PageInfo`. */
class ItemEdge<Node> implements Edge<Node> {
  readonly node: Node;
  readonly page: Page<Node>;

  constructor(node: Node, page: Page<Node>) {
    this.node = node;
    this.page = page;
  }

  get cursor() {
    return this.page.cursorOf(this.node);
  }
}

/** Converts a page to a Relay connection. Cursors are computed only if they are selected. */
export function toConnection<Node>(page: Page<Node>) {
  return {
    page,
    edges: page.items.map((node) => new ItemEdge(node, page)),
    pageInfo: new PageInfo(page),
  };
}

/** Validates the number of items that an argument asks for. */
export const sizeOfPage = z.int().min(0).max(maxPageSize);

/** Paging arguments of lists with at most so many items on a page. */
export const pageArgsUpTo = (most: number) =>
  builder.args((t) => ({
    after: t.string({ description: 'Cursor of the last item of the previous page.' }),
    first: t.int({
      description: `Number of items per page, 0 to ${most}. ${defaultPageSize} when omitted.`,
      validate: z.int().min(0).max(most),
    }),
    before: t.string({ description: 'Cursor of the first item of the next page, to page backward with `last`.' }),
    last: t.int({
      description: `Number of items to return from before \`before\`, or from the end of the list, 0 to ${most}. Cannot be combined with \`first\` or \`after\`.`,
      validate: z.int().min(0).max(most),
    }),
  }));

/** Paging arguments of most lists. */
export const pageArgs = pageArgsUpTo(maxPageSize);

interface PageArguments {
  readonly after?: string | null | undefined;
  readonly first?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly last?: number | null | undefined;
}

/**
 * Returns the page that the arguments request. With `info`, the first page is read together with the count if `count` is
 * selected. Throws validation_failed when arguments of both directions are given.
 */
export function pageRequest(args: PageArguments, info?: GraphQLResolveInfo): PageRequest {
  const counted = info !== undefined && selects(info, 'count');
  const before = args.before ?? null;
  const last = args.last ?? null;
  const backward = before !== null || last !== null;
  if (!backward) return { after: args.after ?? null, first: args.first ?? defaultPageSize, counted };
  const path = last === null ? 'before' : 'last';
  if ((args.after ?? args.first ?? null) !== null)
    throw invalid(path, `${path}: give either first and after, or last and before, not both`);
  return { after: before, first: last ?? defaultPageSize, backward, counted };
}
