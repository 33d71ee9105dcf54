/** A token of an expression and its offset. */
export interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'sign' | 'end';
  /** The source of the token; for a string its value. */
  readonly text: string;
  readonly at: number;
}

/** A syntax or evaluation error of an expression. */
export class ExpressionError extends Error {}

/** An expression that is longer or nested deeper than expressions may be. */
export class ExpressionTooLarge extends ExpressionError {}

export const syntaxError = (what: string, at: number) => new ExpressionError(`${what} at character ${at + 1}`);

const tokenPattern =
  /\s+|(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<sign>===|!==|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|[-!<>+*/%?:()[\],.])/iuy;

/** Splits an expression into tokens, followed by an end token. Throws ExpressionError. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (match === null)
      throw syntaxError(`"${String.fromCodePoint(text.codePointAt(at) ?? 0)}" is not allowed here`, at);
    const { number, string, name, sign } = match.groups ?? {};
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (string !== undefined) tokens.push({ kind: 'string', text: unquote(string, at), at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at });
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

/** Lists the names that an expression refers to, and those of its parameters. Throws ExpressionError. */
export function variableNames(text: string): ReadonlySet<string> {
  const tokens = tokenize(text);
  const isMember = (at: number) => tokens[at - 1]?.kind === 'sign' && /^\??\.$/.test(tokens[at - 1]?.text ?? '');
  return new Set(tokens.flatMap((token, at) => (token.kind === 'name' && !isMember(at) ? [token.text] : [])));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const unquote = (quoted: string, at: number) =>
  quoted.slice(1, -1).replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/giu, (_whole, wide, narrow, plain: string) => {
    const code = (wide ?? narrow) as string | undefined;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (/[\dux]/.test(plain)) throw syntaxError(`"\\${plain}" is not a valid escape`, at);
    return escapes[plain] ?? plain;
  });
