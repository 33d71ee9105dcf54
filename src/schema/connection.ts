import type { GraphQLResolveInfo } from 'graphql';
import * as z from 'zod';
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

/** Every connection implements this, so that one fragment and one mapper serve every list. */
export const Connection = builder.interfaceRef<object>('Connection').implement({
  description: 'One page of a list.',
  fields: (t) => ({
    count: t.int({
      description: 'Items the caller may see on all pages together.',
      resolve: (connection) => (connection as ConnectionShape<unknown>).page.count(),
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Where this page ends.',
      resolve: (connection) => new PageInfo((connection as ConnectionShape<unknown>).page),
    }),
  }),
});

/** A class for its getters: on an object of its own, each page would pay for making them. */
class PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage = false;
  readonly #page: Page<unknown>;

  constructor(page: Page<unknown>) {
    this.hasNextPage = page.hasNext;
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

/** A class, as PageInfo. */
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

/** A domain page as a Relay connection; cursors are made when asked for. */
export function toConnection<Node>(page: Page<Node>) {
  return {
    page,
    edges: page.items.map((node) => new ItemEdge(node, page)),
    pageInfo: new PageInfo(page),
  };
}

/** Arguments of every list. Forward only, as in the contract (8.1). */
export const pageArgs = builder.args((t) => ({
  after: t.string({ description: 'Cursor of the last item already seen.' }),
  first: t.int({
    description: `Items wanted; ${defaultPageSize} when omitted.`,
    validate: z.int().min(0).max(maxPageSize),
  }),
}));

/** What a list is asked for. With `info` the count is read along with the first page when the document asks for it. */
export const pageRequest = (
  args: { readonly after?: string | null | undefined; readonly first?: number | null | undefined },
  info?: GraphQLResolveInfo,
): PageRequest => ({
  after: args.after ?? null,
  first: args.first ?? defaultPageSize,
  counted: info !== undefined && selects(info, 'count'),
});
