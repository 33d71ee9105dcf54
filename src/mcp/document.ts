import { parse } from 'graphql';
import type { Context } from '../domain/core/context.ts';
import { compile, type Run } from '../engine/compile.ts';
import { schema } from '../schema/index.ts';

/** Runs a GraphQL document for a caller. Throws its first error. */
export type Ask<Data> = (ctx: Context, variables: Readonly<Record<string, unknown>>) => Promise<Data>;

/**
 * A GraphQL document of a tool, which is compiled when it is first used, as those of REST are. `Data` is what it selects; enum
 * values are spelled as in REST.
 */
export function aDocument<Data>(text: string): Ask<Data> {
  let run: Run | null = null;
  return async (ctx, given) => {
    run ??= compile(schema, parse(text, { noLocation: true }), { contractSpellings: true });
    const variables = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const { data, errors } = await run(ctx, variables);
    if (errors?.[0]) throw errors[0];
    // The schema promises what the document selects; a test runs each document against it.
    return data as Data;
  };
}

/** Documents that read the same of a space and of one of its change requests. */
export function inContent<Content>(name: string, variables: string, selection: string) {
  const inMain = aDocument<{ space: { content: Content } }>(
    `query ${name}($space: ID!${variables}) { space(id: $space) { content { ${selection} } } }`,
  );
  const inRequest = aDocument<{ space: { changeRequest: { content: Content } } }>(
    `query ${name}InRequest($space: ID!, $changeRequest: ID!${variables}) { space(id: $space) { changeRequest(id: $changeRequest) { content { ${selection} } } } }`,
  );
  return async (ctx: Context, given: Readonly<Record<string, unknown>>): Promise<Content> =>
    given['changeRequest'] === undefined
      ? (await inMain(ctx, given)).space.content
      : (await inRequest(ctx, given)).space.changeRequest.content;
}

/** A list as the graph has it. */
export interface Listed<Item> {
  readonly count: number;
  readonly edges: readonly { readonly node: Item }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Selects a list of what is selected. */
export const selectList = (selection: string, more = '') =>
  `{ count edges { node { ${selection} } } pageInfo { hasNextPage endCursor } ${more} }`;
