import { methods, type Arrow, type Expression } from './expression.ts';
import { ExpressionError, syntaxError, tokenize, type Token } from './tokens.ts';

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

const maxDepth = 32;

/** Parses one expression. Throws ExpressionError. */
export const parseExpression = (text: string): Expression => new Parser(tokenize(text)).whole();

/** Finds the syntax error of a condition; null when it is valid. A blank condition is valid and true. */
export function findSyntaxError(text: string): string | null {
  try {
    if (text.trim() !== '') parseExpression(text);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
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
      throw syntaxError(`The expression is nested deeper than ${maxDepth} levels`, this.#token.at);
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
    let left = this.#unary();
    for (;;) {
      const { kind, text: sign } = this.#token;
      const precedence = kind === 'sign' ? (precedences[sign] ?? 0) : 0;
      if (precedence < minPrecedence) return left;
      this.#next += 1;
      left = { type: 'binary', sign, left, right: this.#binary(precedence + 1) };
    }
  }

  #unary(): Expression {
    const signs: ('not' | 'minus' | 'plus')[] = [];
    for (;;) {
      if (this.#take('!')) signs.push('not');
      else if (this.#take('-')) signs.push('minus');
      else if (this.#take('+')) signs.push('plus');
      else break;
    }
    if (signs.length > maxDepth)
      throw syntaxError(`The expression is nested deeper than ${maxDepth} levels`, this.#token.at);
    return signs.reduceRight<Expression>((operand, type) => ({ type, operand }), this.#postfix());
  }

  /** Parses an operand with its members and calls. */
  #postfix(): Expression {
    let object = this.#operand();
    for (let steps = 0; ; steps += 1) {
      if (steps > maxDepth) throw syntaxError(`More than ${maxDepth} members in a row`, this.#token.at);
      const isOptional = this.#take('?.');
      if (this.#take('[')) object = this.#element(object);
      else if (isOptional || this.#take('.')) object = this.#property(object);
      else return object;
    }
  }

  #element(object: Expression): Expression {
    const property = this.#expression();
    this.#expect(']');
    if (property.type === 'literal') this.#requireAllowed(String(property.value));
    return { type: 'member', object, property };
  }

  #property(object: Expression): Expression {
    const name = this.#name();
    this.#requireAllowed(name);
    if (!this.#take('(')) return { type: 'member', object, property: { type: 'literal', value: name } };
    const method = methods.find((one) => one === name);
    if (!method) throw syntaxError(`Unknown method "${name}"`, this.#token.at);
    return { type: 'call', object, method, args: this.#list(')') };
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
