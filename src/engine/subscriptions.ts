import {
  createSourceEventStream,
  Kind,
  type DirectiveNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from '../domain/core/context.ts';
import type { EventBatches } from '../domain/core/streams/answers.ts';
import { fragmentsOf } from './limits/measure.ts';

/** Begins a subscription: returns its events, or the errors for which there are none. */
export type Begin = (
  ctx: Context,
  variables: Record<string, unknown>,
) => Promise<EventBatches<unknown> | ExecutionResult>;

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

export const isStream = (begun: EventBatches<unknown> | ExecutionResult): begun is EventBatches<unknown> =>
  Symbol.asyncIterator in begun;

/**
 * Finds `@skip` or `@include` where a subscription selects its field: the specification forbids them there since 2025, and
 * graphql 16.15 throws for some, in its validation too. The document may be invalid.
 */
export function findConditionalSubscription(document: DocumentNode): DirectiveNode | null {
  const fragments = fragmentsOf(document);
  const looked = new Set<SelectionSetNode>();
  const find = (set: SelectionSetNode | undefined): DirectiveNode[] => {
    if (set === undefined || looked.has(set)) return [];
    looked.add(set);
    return set.selections.flatMap((selection) => [
      ...(selection.directives ?? []).filter(({ name: { value } }) => value === 'skip' || value === 'include'),
      ...(selection.kind === Kind.INLINE_FRAGMENT ? find(selection.selectionSet) : []),
      ...(selection.kind === Kind.FRAGMENT_SPREAD ? find(fragments.get(selection.name.value)?.selectionSet) : []),
    ]);
  };
  const found = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.operation === 'subscription'
      ? find(definition.selectionSet)
      : [],
  );
  return found[0] ?? null;
}
