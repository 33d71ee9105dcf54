/**
 * A part of a segment: text, a code for something without words (`ph`), such as an image, or a pair of codes around parts
 * (`pc`).
 */
export type Token = string | PlaceholderToken | PairToken;

interface PlaceholderToken {
  readonly code: string;
  /** What the code represents, shown to translators. */
  readonly shown?: string;
}

interface PairToken {
  readonly code: string;
  readonly kind?: PairKind;
  readonly parts: readonly Token[];
}

/** `fmt` are marks such as bold, which a translation may leave out; `link` must stay. */
export type PairKind = 'fmt' | 'link';

/** A text of a page that is translated as a whole: what one block says, or one of its titles. */
export interface Unit {
  readonly id: string;
  /** The type of the block, or the name of the title. */
  readonly name: string;
  readonly source: readonly Token[];
  /** Translators see it and do not translate it; imports leave it out. */
  readonly isKept?: boolean;
}

export const isPair = (token: Token): token is PairToken => typeof token !== 'string' && 'parts' in token;

/** The words of tokens, codes left out. */
export const wordsIn = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (typeof token === 'string') return token;
      return isPair(token) ? wordsIn(token.parts) : '';
    })
    .join('');

/** Tokens as one text that is equal for equal tokens, whatever the length of their blanks. */
export const spelled = (tokens: readonly Token[]): string => marked(tokens).replaceAll(/\s+/g, ' ').trim();

/** Tokens as one text without blanks, because translation tools indent the text between codes. */
export const spelledWithoutBlanks = (tokens: readonly Token[]): string => marked(tokens).replaceAll(/\s+/g, '');

const marked = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (typeof token === 'string') return token;
      return isPair(token) ? `\0<${token.code}>${marked(token.parts)}\0</${token.code}>` : `\0<${token.code}/>`;
    })
    .join('');
