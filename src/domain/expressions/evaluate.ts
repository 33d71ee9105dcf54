import { ExpressionError } from './tokens.ts';
import type { Arrow, Expression, Method } from './expression.ts';

/** What expressions can name: data, and nothing that does anything. */
export type Names = Readonly<Record<string, unknown>>;

/** Steps that are left; shared by expressions that are worked out together. */
export interface Steps {
  left: number;
}

const longestText = 10_000;

/** What functions do with a long text takes as long as many steps. */
const charactersPerStep = 100;

/** The value of an expression. What is not there is undefined, however far it is reached. Throws ExpressionError. */
export function valueOf(expression: Expression, names: Names, steps: Steps): unknown {
  steps.left -= 1;
  if (steps.left < 0) throw new ExpressionError('It takes too many steps');
  const value = (inner: Expression) => valueOf(inner, names, steps);
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'name':
      if (!Object.hasOwn(names, expression.name)) throw new ExpressionError(`There is no "${expression.name}"`);
      return names[expression.name];
    case 'member':
      return memberOf(value(expression.object), value(expression.property));
    case 'call': {
      const object = value(expression.object);
      if (typeof object === 'string') steps.left -= Math.floor(object.length / charactersPerStep);
      return call(object, expression.method, {
        values: () => expression.args.map(value),
        each: (item) =>
          applied(expression.args[0], item, (arrow, inner) => valueOf(arrow.body, { ...names, ...inner }, steps)),
      });
    }
    case 'not':
      return !value(expression.operand);
    case 'minus':
      return -numberOf(value(expression.operand));
    case 'plus':
      return numberOf(value(expression.operand));
    case 'binary':
      return joined(expression, value);
    case 'choice':
      return value(expression.test) ? value(expression.yes) : value(expression.no);
    case 'array':
      return expression.items.map(value);
    case 'arrow':
      throw new ExpressionError('A function is no value');
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
  /** What the function that is given makes of an item. */
  readonly each: (item: readonly [value: unknown, index: number]) => unknown;
}

function applied(
  given: Expression | undefined,
  item: readonly [value: unknown, index: number],
  run: (arrow: Arrow, names: Names) => unknown,
): unknown {
  if (given?.type !== 'arrow') throw new ExpressionError('It takes a function');
  return run(given, Object.fromEntries(given.params.map((name, index) => [name, item[index]])));
}

function call(object: unknown, method: Method, args: Arguments): unknown {
  // As what is not there is undefined, so is what it would do.
  if (object === undefined || object === null) return undefined;
  const known = typeof object === 'string' ? ofTexts[method]?.bind(null, object) : undefined;
  const run = Array.isArray(object) ? ofLists[method]?.bind(null, object) : known;
  if (!run) throw new ExpressionError(`There is no function "${method}" of it`);
  return run(args);
}

const ofLists: Partial<Record<Method, (items: readonly unknown[], args: Arguments) => unknown>> = {
  at: (items, { values }) => items.at(numberOf(values()[0] ?? 0)),
  includes: (items, { values }) => items.includes(values()[0]),
  every: (items, { each }) => items.every((item, index) => each([item, index])),
  some: (items, { each }) => items.some((item, index) => each([item, index])),
  map: (items, { each }) => items.map((item, index) => each([item, index])),
};

const ofTexts: Partial<Record<Method, (text: string, args: Arguments) => unknown>> = {
  at: (text, { values }) => text.at(numberOf(values()[0] ?? 0)),
  includes: (text, { values }) => text.includes(textOf(values()[0])),
  startsWith: (text, { values }) => text.startsWith(textOf(values()[0])),
  endsWith: (text, { values }) => text.endsWith(textOf(values()[0])),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
};

function joined(
  { sign, left, right }: Extract<Expression, { type: 'binary' }>,
  value: (inner: Expression) => unknown,
): unknown {
  const one = value(left);
  if (sign === '&&') return one && value(right);
  if (sign === '||') return one || value(right);
  if (sign === '??') return one ?? value(right);
  const join = joins[sign];
  if (!join) throw new Error(`Nothing joins by "${sign}"`);
  return join(one, value(right));
}

const ordered =
  (isInOrder: (one: number | string, other: number | string) => boolean) =>
  (one: unknown, other: unknown): boolean =>
    typeof one === 'string' && typeof other === 'string'
      ? isInOrder(one, other)
      : isInOrder(numberOf(one), numberOf(other));

const joins: Readonly<Record<string, (one: unknown, other: unknown) => unknown>> = {
  '===': (one, other) => one === other,
  '!==': (one, other) => one !== other,
  '==': isLike,
  '!=': (one, other) => !isLike(one, other),
  '<': ordered((one, other) => one < other),
  '>': ordered((one, other) => one > other),
  '<=': ordered((one, other) => one <= other),
  '>=': ordered((one, other) => one >= other),
  '+': (one, other) =>
    typeof one === 'string' || typeof other === 'string'
      ? bounded(textOf(one) + textOf(other))
      : numberOf(one) + numberOf(other),
  '-': (one, other) => numberOf(one) - numberOf(other),
  '*': (one, other) => numberOf(one) * numberOf(other),
  '/': (one, other) => numberOf(one) / numberOf(other),
  '%': (one, other) => numberOf(one) % numberOf(other),
};

function isLike(one: unknown, other: unknown): boolean {
  const [isNone, isOtherNone] = [one, other].map((value) => value === undefined || value === null);
  if (isNone || isOtherNone) return isNone === isOtherNone;
  return typeof one === typeof other ? one === other : numberOf(one) === numberOf(other);
}

function numberOf(value: unknown): number {
  if (typeof value === 'object' && value !== null) throw new ExpressionError('It is no number');
  return Number(value);
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) throw new ExpressionError('It is no text');
  return String(value);
}

function bounded(text: string): string {
  if (text.length > longestText) throw new ExpressionError(`It makes more than ${longestText} characters`);
  return text;
}
