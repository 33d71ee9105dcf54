import { createSourceEventStream, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import type { Context } from '../domain/core/context.ts';
import type { Happenings } from '../domain/core/streams/answers.ts';

/** Begins a subscription: returns its events, or the errors for which there are none. */
export type Begin = (
  ctx: Context,
  variables: Record<string, unknown>,
) => Promise<Happenings<unknown> | ExecutionResult>;

/** Returns the function that begins a subscription. Each of its events is executed by the `Run` of its document. */
export const beginOf =
  (schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): Begin =>
  (ctx, variables) =>
    // What `subscribe` of a field returns is passed on as it is; see `schema/subscription.ts`.
    createSourceEventStream({
      schema,
      document,
      contextValue: ctx,
      variableValues: variables,
      operationName,
    }) as ReturnType<Begin>;

export const isStream = (begun: Happenings<unknown> | ExecutionResult): begun is Happenings<unknown> =>
  Symbol.asyncIterator in begun;
