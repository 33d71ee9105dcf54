/**
 * A part of a segment: text, a placeholder code (`ph`) such as an image, or a pair of codes (`pc`) around other parts.
 */
export type Token = string | PlaceholderToken | PairToken;

export interface PlaceholderToken {
  readonly code: string;
  /** Description of the code for translators. */
  readonly shown?: string;
}

interface PairToken {
  readonly code: string;
  readonly kind?: PairKind;
  readonly parts: readonly Token[];
}

/** `fmt` is a mark such as bold, which a translation may omit; `link` must be kept. */
export type PairKind = 'fmt' | 'link';

/** A text that is translated as a unit: the text of a block, or a title. */
export interface Unit {
  readonly id: string;
  /** Type of the block, or name of the title. */
  readonly name: string;
  readonly source: readonly Token[];
  /** Whether translators see the unit as context only. Imports ignore it. */
  readonly isKept?: boolean;
}

export const isPair = (token: Token): token is PairToken => typeof token !== 'string' && 'parts' in token;

/** The text of tokens without codes. */
export const wordsIn = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (typeof token === 'string') return token;
      return isPair(token) ? wordsIn(token.parts) : '';
    })
    .join('');

/** Serializes tokens for comparison, with normalized whitespace. */
export const spelled = (tokens: readonly Token[]): string => marked(tokens).replaceAll(/\s+/g, ' ').trim();

/** Serializes tokens for comparison without whitespace, because translation tools indent text between codes. */
export const spelledWithoutBlanks = (tokens: readonly Token[]): string => marked(tokens).replaceAll(/\s+/g, '');

const marked = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (typeof token === 'string') return token;
      return isPair(token) ? `\0<${token.code}>${marked(token.parts)}\0</${token.code}>` : `\0<${token.code}/>`;
    })
    .join('');
