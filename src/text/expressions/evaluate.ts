import { ExpressionError } from './tokens.ts';
import type { ChainLink, Expression, Method, PathStep } from './expression.ts';

/** Values by the name under which expressions refer to them: plain data without functions. */
export type Names = Readonly<Record<string, unknown>>;

/** Remaining evaluation steps, shared by all expressions of one text. */
export interface EvaluationBudget {
  left: number;
}

const maxTextLength = 10_000;

/** An operation on a string costs one step more per this many characters. */
const charactersPerStep = 100;

/** A compiled expression. Members of undefined are undefined. Throws ExpressionError. */
export type Evaluator = (names: Names, steps: EvaluationBudget) => unknown;

/** One evaluation: its inputs, and the parameters of the functions that are being called, outer ones first. */
interface Run {
  readonly names: Names;
  readonly steps: EvaluationBudget;
  readonly params: unknown[];
}
type Part = (run: Run) => unknown;

/** Compiles an expression to functions, which take a fifth of the time of a walk through its tree. */
export function compileExpression(expression: Expression): Evaluator {
  const part = compile(expression, []);
  return (names, steps) => part({ names, steps, params: [] });
}

/** Evaluates an expression once. Throws ExpressionError. */
export const evaluate = (expression: Expression, names: Names, steps: EvaluationBudget): unknown =>
  compileExpression(expression)(names, steps);

/** Takes a step of the budget, or the steps of an operation on strings of this many characters: none for short ones. */
function takeSteps({ steps }: Run, characters?: number): void {
  steps.left -= characters === undefined ? 1 : Math.floor(characters / charactersPerStep);
  if (steps.left < 0) throw new ExpressionError('The expression takes too many steps');
}

/** `scope` lists the parameters in scope, outer ones first; each has a place in `Run.params`. */
function compile(expression: Expression, scope: readonly string[]): Part {
  const of = (inner: Expression) => compile(inner, scope);
  switch (expression.type) {
    case 'literal': {
      const { value } = expression;
      return (run) => {
        takeSteps(run);
        return value;
      };
    }
    case 'name':
      return compileName(expression.name, scope);
    case 'path':
      return compilePath(of(expression.object), expression.steps, scope);
    case 'signed':
      return compileSigned(expression.signs, of(expression.operand));
    case 'chain':
      return compileChain(of(expression.first), expression.links, scope);
    case 'choice': {
      const [test, yes, no] = [of(expression.test), of(expression.yes), of(expression.no)];
      return (run) => {
        takeSteps(run);
        return test(run) ? yes(run) : no(run);
      };
    }
    case 'array': {
      const items = expression.items.map(of);
      return (run) => {
        takeSteps(run);
        return items.map((item) => item(run));
      };
    }
    case 'arrow':
      return (run) => {
        takeSteps(run);
        throw new ExpressionError('A function can only be an argument of a method');
      };
  }
}

function compileName(name: string, scope: readonly string[]): Part {
  const place = scope.lastIndexOf(name);
  return (run) => {
    takeSteps(run);
    if (place !== -1) return run.params[place];
    if (!Object.hasOwn(run.names, name)) throw new ExpressionError(`"${name}" is not defined`);
    return run.names[name];
  };
}

function compileSigned(signs: readonly string[], operand: Part): Part {
  const inward = signs.toReversed();
  return (run) => {
    let value = operand(run);
    for (const sign of inward) {
      takeSteps(run);
      if (sign === '!') value = !value;
      else value = sign === '-' ? -readNumber(value) : readNumber(value);
    }
    return value;
  };
}

type Step = (value: unknown, run: Run) => unknown;

function compilePath(object: Part, path: readonly PathStep[], scope: readonly string[]): Part {
  const steps = path.map((step): Step => {
    if (step.type === 'call') return compileCall(step, scope);
    const property = compile(step.property, scope);
    return (value, run) => readMember(value, property(run));
  });
  return (run) => {
    let value = object(run);
    for (const step of steps) {
      takeSteps(run);
      value = step(value, run);
    }
    return value;
  };
}

function compileCall({ method, args }: Extract<PathStep, { type: 'call' }>, scope: readonly string[]): Step {
  const values = args.map((argument) => compile(argument, scope));
  const callback = compileArrow(args[0], scope);
  return (value, run) => {
    takeSteps(run, measureLength(value));
    return callMethod(value, method, {
      values: () => {
        const given = values.map((argument) => argument(run));
        takeSteps(run, measureLength(given[0]));
        return given;
      },
      each: (item) => callback(run, item),
    });
  };
}

type Item = readonly [value: unknown, index: number];

/** Compiles the function argument of a method. */
function compileArrow(argument: Expression | undefined, scope: readonly string[]): (run: Run, item: Item) => unknown {
  if (argument?.type !== 'arrow')
    return () => {
      throw new ExpressionError('The argument must be a function');
    };
  const { params, body } = argument;
  const inner = compile(body, [...scope, ...params]);
  return (run, item) => {
    for (let at = 0; at < params.length; at += 1) run.params[scope.length + at] = item[at];
    return inner(run);
  };
}

function readMember(object: unknown, property: unknown): unknown {
  if (typeof object === 'string' || Array.isArray(object)) {
    if (property === 'length') return object.length;
    return typeof property === 'number' ? object[property] : undefined;
  }
  if (typeof object !== 'object' || object === null) return undefined;
  const key = readText(property);
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

interface Arguments {
  readonly values: () => unknown[];
  /** Calls the function argument with an item. */
  readonly each: (item: Item) => unknown;
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
  at: (items, { values }) => items.at(readNumber(values()[0] ?? 0)),
  includes: (items, { values }) => items.includes(values()[0]),
  every: (items, { each }) => items.every((item, index) => each([item, index])),
  some: (items, { each }) => items.some((item, index) => each([item, index])),
  map: (items, { each }) => items.map((item, index) => each([item, index])),
};

const stringMethods: Partial<Record<Method, (text: string, args: Arguments) => unknown>> = {
  at: (text, { values }) => text.at(readNumber(values()[0] ?? 0)),
  includes: (text, { values }) => text.includes(readText(values()[0])),
  startsWith: (text, { values }) => text.startsWith(readText(values()[0])),
  endsWith: (text, { values }) => text.endsWith(readText(values()[0])),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
};

/** Operators from left to right: each takes the value of what is before it. */
function compileChain(first: Part, chain: readonly ChainLink[], scope: readonly string[]): Part {
  const links = chain.map(({ sign, operand }) => compileLink(sign, compile(operand, scope)));
  return (run) => {
    let value = first(run);
    for (const link of links) {
      takeSteps(run);
      value = link(value, run);
    }
    return value;
  };
}

function compileLink(sign: string, operand: Part): Step {
  const isEnough = enough[sign];
  if (isEnough) return (value, run) => (isEnough(value) ? value : operand(run));
  const operator = operators[sign];
  if (!operator) throw new Error(`Unknown operator "${sign}"`);
  return (value, run) => {
    const other = operand(run);
    takeSteps(run, measureLength(value) + measureLength(other));
    return operator(value, other);
  };
}

/** Whether the value on the left is that of the whole, so that the right is not evaluated. */
const enough: Readonly<Record<string, (one: unknown) => boolean>> = {
  '&&': (one) => !one,
  '||': Boolean,
  '??': (one) => one !== undefined && one !== null,
};

const measureLength = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

const comparison =
  (compare: (one: number | string, other: number | string) => boolean) =>
  (one: unknown, other: unknown): boolean =>
    typeof one === 'string' && typeof other === 'string'
      ? compare(one, other)
      : compare(readNumber(one), readNumber(other));

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
      ? bounded(readText(one) + readText(other))
      : readNumber(one) + readNumber(other),
  '-': (one, other) => readNumber(one) - readNumber(other),
  '*': (one, other) => readNumber(one) * readNumber(other),
  '/': (one, other) => readNumber(one) / readNumber(other),
  '%': (one, other) => readNumber(one) % readNumber(other),
};

function looselyEqual(one: unknown, other: unknown): boolean {
  const [isNone, isOtherNone] = [one, other].map((value) => value === undefined || value === null);
  if (isNone || isOtherNone) return isNone === isOtherNone;
  return typeof one === typeof other ? one === other : readNumber(one) === readNumber(other);
}

function readNumber(value: unknown): number {
  if (typeof value === 'object' && value !== null) throw new ExpressionError('An object is not a number');
  return Number(value);
}

function readText(value: unknown): string {
  if (typeof value === 'object' && value !== null) throw new ExpressionError('An object is not a string');
  return String(value);
}

function bounded(text: string): string {
  if (text.length > maxTextLength) throw new ExpressionError(`The result exceeds ${maxTextLength} characters`);
  return text;
}
