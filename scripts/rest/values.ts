import type { GraphQLInterfaceType, GraphQLObjectType } from 'graphql';
import type { Schema } from '../../src/rest/schema.ts';

export type Composite = GraphQLObjectType | GraphQLInterfaceType;

/** A part of an answer. */
export type Value =
  | { readonly kind: 'scalar'; readonly schema: Schema }
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'array'; readonly item: Value }
  | { readonly kind: 'list'; readonly item: Value; readonly facts: ObjectValue; readonly component: string | null }
  | { readonly kind: 'shaped'; readonly by: string; readonly of: Value }
  | ObjectValue;

export interface ObjectValue {
  readonly kind: 'object';
  /** Fragment that selects the value; null for a selection without a fragment. */
  readonly fragment: string | null;
  readonly component: string | null;
  readonly description: string | null;
  readonly members: readonly Member[];
  /** Response keys that lead to the values of the headers. */
  readonly etag: readonly string[] | null;
  readonly location: readonly string[] | null;
  /** Whether the selection has values that are not shown. */
  readonly hides: boolean;
}

export interface Member {
  readonly key: string;
  /** Objects that `@in` moves the member into, from the outermost one. */
  readonly group: readonly string[];
  /** Response key in the data. */
  readonly source: string;
  /** `asserted`: null is an internal error. `nullable`: null is shown. */
  readonly presence: 'required' | 'asserted' | 'optional' | 'nullable';
  readonly value: Value;
  readonly description: string | null;
}

export interface Answer {
  /** Response keys that lead from the data to the answer. */
  readonly steps: readonly string[];
  readonly value: Value;
  readonly type: Composite | null;
}

/** Returns the object that an answer is, or that it is computed from. */
export function findObject(value: Value): ObjectValue | null {
  if (value.kind === 'shaped') return findObject(value.of);
  return value.kind === 'object' ? value : null;
}

/** Returns the component that an answer is, or that it is computed from. */
export function findComponent(value: Value): string | null {
  if (value.kind === 'shaped') return findComponent(value.of);
  return 'component' in value ? value.component : null;
}
