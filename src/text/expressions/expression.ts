/** An expression: a subset of JavaScript without statements, assignments and side effects (docs/reference/content.md). */
export type Expression =
  | { readonly type: 'literal'; readonly value: string | number | boolean | null | undefined }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'member'; readonly object: Expression; readonly property: Expression }
  | {
      readonly type: 'call';
      readonly object: Expression;
      readonly method: Method;
      readonly args: readonly Expression[];
    }
  | { readonly type: 'not' | 'minus' | 'plus'; readonly operand: Expression }
  | { readonly type: 'binary'; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly type: 'array'; readonly items: readonly Expression[] }
  | Arrow;

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

/** Lists the names that an expression refers to. */
export function variableNames(expression: Expression): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (inner: Expression): void => {
    if (inner.type === 'name') found.add(inner.name);
    for (const part of listParts(inner)) walk(part);
  };
  walk(expression);
  return found;
}

function listParts(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case 'member':
      return [expression.object, expression.property];
    case 'call':
      return [expression.object, ...expression.args];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.test, expression.yes, expression.no];
    case 'array':
      return expression.items;
    case 'arrow':
      return [expression.body];
    case 'not':
    case 'minus':
    case 'plus':
      return [expression.operand];
    case 'literal':
    case 'name':
      return [];
  }
}
