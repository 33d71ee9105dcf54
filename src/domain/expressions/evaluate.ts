import { ExpressionError } from './tokens.ts';
import type { Arrow, Expression, Method } from './expression.ts';

/** Values by the name under which expressions refer to them: plain data without functions. */
export type Names = Readonly<Record<string, unknown>>;

/** Remaining evaluation steps, shared by all expressions of one text. */
export interface EvaluationBudget {
  left: number;
}

const maxTextLength = 10_000;

/** A method call on a string costs one step per this many characters. */
const charactersPerStep = 100;

/** Evaluates an expression. Members of undefined are undefined. Throws ExpressionError. */
export function evaluate(expression: Expression, names: Names, steps: EvaluationBudget): unknown {
  steps.left -= 1;
  if (steps.left < 0) throw new ExpressionError('The expression takes too many steps');
  const value = (inner: Expression) => evaluate(inner, names, steps);
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'name':
      if (!Object.hasOwn(names, expression.name)) throw new ExpressionError(`"${expression.name}" is not defined`);
      return names[expression.name];
    case 'member':
      return memberOf(value(expression.object), value(expression.property));
    case 'call': {
      const object = value(expression.object);
      if (typeof object === 'string') steps.left -= Math.floor(object.length / charactersPerStep);
      return callMethod(object, expression.method, {
        values: () => expression.args.map(value),
        each: (item) =>
          callArrow(expression.args[0], item, (arrow, inner) => evaluate(arrow.body, { ...names, ...inner }, steps)),
      });
    }
    case 'not':
      return !value(expression.operand);
    case 'minus':
      return -numberOf(value(expression.operand));
    case 'plus':
      return numberOf(value(expression.operand));
    case 'binary':
      return evaluateBinary(expression, value);
    case 'choice':
      return value(expression.test) ? value(expression.yes) : value(expression.no);
    case 'array':
      return expression.items.map(value);
    case 'arrow':
      throw new ExpressionError('A function can only be an argument of a method');
  }
}

function memberOf(object: unknown, property: unknown): unknown {
  if (typeof object === 'string' || Array.isArray(object)) {
    if (property === 'length') return object.length;
    return typeof property === 'number' ? object[property] : undefined;
  }
  if (typeof object !== 'object' || object === null) return undefined;
  const key = textOf(property);
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

interface Arguments {
  readonly values: () => unknown[];
  /** Calls the function argument with an item. */
  readonly each: (item: readonly [value: unknown, index: number]) => unknown;
}

function callArrow(
  argument: Expression | undefined,
  item: readonly [value: unknown, index: number],
  run: (arrow: Arrow, names: Names) => unknown,
): unknown {
  if (argument?.type !== 'arrow') throw new ExpressionError('The argument must be a function');
  return run(argument, Object.fromEntries(argument.params.map((name, index) => [name, item[index]])));
}

function callMethod(object: unknown, method: Method, args: Arguments): unknown {
  // Like members, methods of undefined return undefined.
  if (object === undefined || object === null) return undefined;
  const known = typeof object === 'string' ? stringMethods[method]?.bind(null, object) : undefined;
  const run = Array.isArray(object) ? arrayMethods[method]?.bind(null, object) : known;
  if (!run) throw new ExpressionError(`"${method}" is not a method of this value`);
  return run(args);
}

const arrayMethods: Partial<Record<Method, (items: readonly unknown[], args: Arguments) => unknown>> = {
  at: (items, { values }) => items.at(numberOf(values()[0] ?? 0)),
  includes: (items, { values }) => items.includes(values()[0]),
  every: (items, { each }) => items.every((item, index) => each([item, index])),
  some: (items, { each }) => items.some((item, index) => each([item, index])),
  map: (items, { each }) => items.map((item, index) => each([item, index])),
};

const stringMethods: Partial<Record<Method, (text: string, args: Arguments) => unknown>> = {
  at: (text, { values }) => text.at(numberOf(values()[0] ?? 0)),
  includes: (text, { values }) => text.includes(textOf(values()[0])),
  startsWith: (text, { values }) => text.startsWith(textOf(values()[0])),
  endsWith: (text, { values }) => text.endsWith(textOf(values()[0])),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
};

function evaluateBinary(
  { sign, left, right }: Extract<Expression, { type: 'binary' }>,
  value: (inner: Expression) => unknown,
): unknown {
  const one = value(left);
  if (sign === '&&') return one && value(right);
  if (sign === '||') return one || value(right);
  if (sign === '??') return one ?? value(right);
  const operator = operators[sign];
  if (!operator) throw new Error(`Unknown operator "${sign}"`);
  return operator(one, value(right));
}

const comparison =
  (compare: (one: number | string, other: number | string) => boolean) =>
  (one: unknown, other: unknown): boolean =>
    typeof one === 'string' && typeof other === 'string'
      ? compare(one, other)
      : compare(numberOf(one), numberOf(other));

const operators: Readonly<Record<string, (one: unknown, other: unknown) => unknown>> = {
  '===': (one, other) => one === other,
  '!==': (one, other) => one !== other,
  '==': looselyEqual,
  '!=': (one, other) => !looselyEqual(one, other),
  '<': comparison((one, other) => one < other),
  '>': comparison((one, other) => one > other),
  '<=': comparison((one, other) => one <= other),
  '>=': comparison((one, other) => one >= other),
  '+': (one, other) =>
    typeof one === 'string' || typeof other === 'string'
      ? bounded(textOf(one) + textOf(other))
      : numberOf(one) + numberOf(other),
  '-': (one, other) => numberOf(one) - numberOf(other),
  '*': (one, other) => numberOf(one) * numberOf(other),
  '/': (one, other) => numberOf(one) / numberOf(other),
  '%': (one, other) => numberOf(one) % numberOf(other),
};

function looselyEqual(one: unknown, other: unknown): boolean {
  const [isNone, isOtherNone] = [one, other].map((value) => value === undefined || value === null);
  if (isNone || isOtherNone) return isNone === isOtherNone;
  return typeof one === typeof other ? one === other : numberOf(one) === numberOf(other);
}

function numberOf(value: unknown): number {
  if (typeof value === 'object' && value !== null) throw new ExpressionError('An object is not a number');
  return Number(value);
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) throw new ExpressionError('An object is not a string');
  return String(value);
}

function bounded(text: string): string {
  if (text.length > maxTextLength) throw new ExpressionError(`The result exceeds ${maxTextLength} characters`);
  return text;
}
