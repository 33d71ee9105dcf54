import { methods, type Arrow, type ChainLink, type Expression, type PathStep } from './expression.ts';
import { ExpressionError, ExpressionTooLarge, syntaxError, tokenize, type Token } from './tokens.ts';

/** Operator precedence; operators are left-associative. */
const precedences: Readonly<Record<string, number>> = {
  '??': 1,
  '||': 1,
  '&&': 2,
  '===': 3,
  '!==': 3,
  '==': 3,
  '!=': 3,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};

const constants = new Map<string, boolean | null | undefined>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

/** Reserved words of JavaScript, which cannot be names. */
const reserved: ReadonlySet<string> = new Set(
  'await async break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof let new return static super switch this throw try typeof var void while with yield'.split(
    ' ',
  ),
);

/** Properties that give access to more than plain data. */
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Maximum length of an expression, in characters. */
export const maxExpressionLength = 1_024;

/** Maximum depth of brackets, choices and functions in each other. */
const maxDepth = 32;

/** Parses one expression. Throws ExpressionError. */
export function parseExpression(text: string): Expression {
  if (text.length > maxExpressionLength)
    throw new ExpressionTooLarge(`An expression has at most ${maxExpressionLength} characters`);
  return new Parser(tokenize(text)).whole();
}

/** Finds why a condition cannot be evaluated; null when it can. A blank condition is valid and true. */
export function findSyntaxError(text: string): ExpressionError | null {
  try {
    if (text.trim() !== '') parseExpression(text);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#expression();
    if (this.#token.kind !== 'end') throw this.#unexpected();
    return expression;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 };
  }

  #unexpected() {
    const { kind, text, at } = this.#token;
    return syntaxError(kind === 'end' ? 'The expression is incomplete' : `Unexpected "${text}"`, at);
  }

  #take(sign: string): boolean {
    const { kind, text } = this.#token;
    if (kind !== 'sign' || text !== sign) return false;
    this.#next += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw this.#unexpected();
  }

  #isName = () => this.#token.kind === 'name';

  #name(): string {
    const { kind, text } = this.#token;
    if (kind !== 'name') throw this.#unexpected();
    this.#next += 1;
    return text;
  }

  #expression(): Expression {
    this.#depth += 1;
    if (this.#depth > maxDepth)
      throw new ExpressionTooLarge(
        `The expression is nested deeper than ${maxDepth} levels at character ${this.#token.at + 1}`,
      );
    const test = this.#binary(1);
    const found: Expression = this.#take('?') ? this.#choice(test) : test;
    this.#depth -= 1;
    return found;
  }

  #choice(test: Expression): Expression {
    const yes = this.#expression();
    this.#expect(':');
    return { type: 'choice', test, yes, no: this.#expression() };
  }

  #binary(minPrecedence: number): Expression {
    const first = this.#unary();
    const links: ChainLink[] = [];
    for (;;) {
      const { kind, text: sign } = this.#token;
      const precedence = kind === 'sign' ? (precedences[sign] ?? 0) : 0;
      if (precedence < minPrecedence) return links.length === 0 ? first : { type: 'chain', first, links };
      this.#next += 1;
      links.push({ sign, operand: this.#binary(precedence + 1) });
    }
  }

  #unary(): Expression {
    const signs: string[] = [];
    for (;;) {
      const sign = ['!', '-', '+'].find((one) => this.#take(one));
      if (sign === undefined) break;
      signs.push(sign);
    }
    const operand = this.#postfix();
    return signs.length === 0 ? operand : { type: 'signed', signs, operand };
  }

  /** Parses an operand with its members and calls. */
  #postfix(): Expression {
    const object = this.#operand();
    const steps: PathStep[] = [];
    for (;;) {
      const isOptional = this.#take('?.');
      if (this.#take('[')) steps.push(this.#element());
      else if (isOptional || this.#take('.')) steps.push(this.#property());
      else return steps.length === 0 ? object : { type: 'path', object, steps };
    }
  }

  #element(): PathStep {
    const property = this.#expression();
    this.#expect(']');
    if (property.type === 'literal') this.#requireAllowed(String(property.value));
    return { type: 'member', property };
  }

  #property(): PathStep {
    const name = this.#name();
    this.#requireAllowed(name);
    if (!this.#take('(')) return { type: 'member', property: { type: 'literal', value: name } };
    const method = methods.find((one) => one === name);
    if (!method) throw syntaxError(`Unknown method "${name}"`, this.#token.at);
    return { type: 'call', method, args: this.#list(')') };
  }

  #requireAllowed(property: string): void {
    if (forbidden.has(property)) throw syntaxError(`The property "${property}" is not allowed`, this.#token.at);
  }

  #list(end: ')' | ']'): Expression[] {
    const items: Expression[] = [];
    while (!this.#take(end)) {
      items.push(end === ')' ? (this.#arrow() ?? this.#expression()) : this.#expression());
      if (!this.#take(',')) {
        this.#expect(end);
        break;
      }
    }
    return items;
  }

  /** Parses `x => …` or `(x, y) => …`; null when no arrow function follows. */
  #arrow(): Arrow | null {
    const begun = this.#next;
    const params = this.#params();
    if (params !== null && this.#take('=>')) return { type: 'arrow', params, body: this.#expression() };
    this.#next = begun;
    return null;
  }

  #params(): string[] | null {
    if (this.#isName()) return [this.#name()];
    if (!this.#take('(')) return null;
    const params: string[] = [];
    while (this.#isName()) {
      params.push(this.#name());
      if (!this.#take(',')) break;
    }
    return this.#take(')') ? params : null;
  }

  #operand(): Expression {
    const { kind, text, at } = this.#token;
    if (this.#take('(')) {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (this.#take('[')) return { type: 'array', items: this.#list(']') };
    if (kind === 'sign' || kind === 'end') throw this.#unexpected();
    this.#next += 1;
    if (kind === 'number') return { type: 'literal', value: Number(text) };
    if (kind === 'string') return { type: 'literal', value: text };
    if (constants.has(text)) return { type: 'literal', value: constants.get(text) };
    if (reserved.has(text)) throw syntaxError(`Unexpected "${text}"`, at);
    return { type: 'name', name: text };
  }
}
