/**
 * An expression: a subset of JavaScript without statements, assignments and side effects (docs/reference/content.md).
 * Operators and members that follow each other are lists, so that only nesting is recursion.
 */
export type Expression =
  | { readonly type: 'literal'; readonly value: string | number | boolean | null | undefined }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'path'; readonly object: Expression; readonly steps: readonly PathStep[] }
  | { readonly type: 'signed'; readonly signs: readonly string[]; readonly operand: Expression }
  | { readonly type: 'chain'; readonly first: Expression; readonly links: readonly ChainLink[] }
  | { readonly type: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly type: 'array'; readonly items: readonly Expression[] }
  | Arrow;

/** A member, or a call of a method, of the value before it. */
export type PathStep =
  | { readonly type: 'member'; readonly property: Expression }
  | { readonly type: 'call'; readonly method: Method; readonly args: readonly Expression[] };

/** An operator and its right operand. The left one is the value of the chain before it. */
export interface ChainLink {
  readonly sign: string;
  readonly operand: Expression;
}

/** An arrow function as the argument of a method. */
export interface Arrow {
  readonly type: 'arrow';
  readonly params: readonly string[];
  readonly body: Expression;
}

/** Supported methods of arrays and strings. */
export const methods = [
  'at',
  'includes',
  'startsWith',
  'endsWith',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'every',
  'some',
  'map',
] as const;
export type Method = (typeof methods)[number];
