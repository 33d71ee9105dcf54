// Functions that `__generated__/routes.ts` calls to create answers.

interface Connection {
  readonly count: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly edges: ReadonlyArray<{ readonly node: unknown }>;
}

type Present = (node: never) => unknown;

/**
 * The part of the data that is the answer. A resolver that finds nothing throws not_found, so null is a bug. @public
 */
export function found<Part>(part: Part | null | undefined): Part {
  if (part === null || part === undefined) throw new Error('The operation answered null without an error');
  return part;
}

/** A connection as the envelope that the API uses for lists: `{ next?: { page }, count, items }`. @public */
export function list({ count, pageInfo, edges }: Connection, present: Present) {
  const items = edges.map(({ node }) => present(node as never));
  return pageInfo.hasNextPage && pageInfo.endCursor
    ? { next: { page: pageInfo.endCursor }, count, items }
    : { count, items };
}

/** A list with further members in its envelope, such as `stats`. @public */
export const listWith = (connection: Connection, present: Present, facts: (connection: never) => object) => ({
  ...list(connection, present),
  ...facts(connection as never),
});
