import { createSourceEventStream, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import type { Context } from '../domain/core/context.ts';

/** Begins a subscription: returns its events, or the errors for which there are none. */
export type Begin = (
  ctx: Context,
  variables: Record<string, unknown>,
) => Promise<AsyncIterable<unknown> | ExecutionResult>;

/** Returns the function that begins a subscription. Each of its events is executed by the `Run` of its document. */
export const beginOf =
  (schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): Begin =>
  (ctx, variables) =>
    createSourceEventStream({ schema, document, contextValue: ctx, variableValues: variables, operationName });

export const isStream = (begun: AsyncIterable<unknown> | ExecutionResult): begun is AsyncIterable<unknown> =>
  Symbol.asyncIterator in begun;
