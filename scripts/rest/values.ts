import type { GraphQLInterfaceType, GraphQLObjectType } from 'graphql';
import type { Schema } from '../../src/rest/schema.ts';

export type Composite = GraphQLObjectType | GraphQLInterfaceType;

/** What an answer is made of. */
export type Value =
  | { readonly kind: 'scalar'; readonly schema: Schema }
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'array'; readonly item: Value }
  | { readonly kind: 'list'; readonly item: Value; readonly facts: ObjectValue; readonly component: string | null }
  | { readonly kind: 'shaped'; readonly by: string; readonly of: Value }
  | ObjectValue;

export interface ObjectValue {
  readonly kind: 'object';
  /** The fragment it is made by; null for a selection of its own. */
  readonly fragment: string | null;
  readonly component: string | null;
  readonly description: string | null;
  readonly members: readonly Member[];
  /** Ways to what is read for the headers. */
  readonly etag: readonly string[] | null;
  readonly location: readonly string[] | null;
  /** True when something is read that is not shown. */
  readonly hides: boolean;
}

export interface Member {
  readonly key: string;
  /** Objects around it. */
  readonly group: readonly string[];
  /** Response key in the data. */
  readonly source: string;
  /** `asserted`: null is a fault; `nullable`: null is shown. */
  readonly presence: 'required' | 'asserted' | 'optional' | 'nullable';
  readonly value: Value;
  readonly description: string | null;
}

export interface Answer {
  /** Response keys from the data to the answer. */
  readonly steps: readonly string[];
  readonly value: Value;
  readonly type: Composite | null;
}

/** The object that an answer is, or is made of. */
export function objectOf(value: Value): ObjectValue | null {
  if (value.kind === 'shaped') return objectOf(value.of);
  return value.kind === 'object' ? value : null;
}

/** The component of what an answer is, or is made of. */
export function componentOf(value: Value): string | null {
  if (value.kind === 'shaped') return componentOf(value.of);
  return 'component' in value ? value.component : null;
}
