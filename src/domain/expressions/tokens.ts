/** A word of an expression: what kind it is, and where it begins. */
export interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'sign' | 'end';
  /** Of a string its value. */
  readonly text: string;
  readonly at: number;
}

/** What is wrong with an expression, and where. */
export class ExpressionError extends Error {}

export const wrong = (what: string, at: number) => new ExpressionError(`${what} at character ${at + 1}`);

const word =
  /\s+|(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<sign>===|!==|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|[-!<>+*/%?:()[\],.])/iuy;

/** The words of an expression, an end after them. Throws ExpressionError for what is none. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  word.lastIndex = 0;
  while (word.lastIndex < text.length) {
    const at = word.lastIndex;
    const match = word.exec(text);
    if (match === null) throw wrong(`"${String.fromCodePoint(text.codePointAt(at) ?? 0)}" is not understood`, at);
    const { number, string, name, sign } = match.groups ?? {};
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (string !== undefined) tokens.push({ kind: 'string', text: unquoted(string, at), at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at });
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const unquoted = (quoted: string, at: number) =>
  quoted.slice(1, -1).replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/giu, (_whole, wide, narrow, plain: string) => {
    const code = (wide ?? narrow) as string | undefined;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (/[\dux]/.test(plain)) throw wrong(`"\\${plain}" is no escape`, at);
    return escapes[plain] ?? plain;
  });
