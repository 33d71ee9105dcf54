import type { Data } from 'unified';

/** The types of micromark, which its plugins for unified use without a dependency on it. */
export type MicromarkExtension = NonNullable<Data['micromarkExtensions']>[number];
export type Construct = Extract<NonNullable<MicromarkExtension['flow']>[string], { tokenize: unknown }>;
export type Tokenizer = Construct['tokenize'];
export type State = ReturnType<Tokenizer>;
export type Code = Parameters<State>[0];

type FromMarkdownExtension = Exclude<NonNullable<Data['fromMarkdownExtensions']>[number], unknown[]>;

/** The tree that a parser of Markdown returns. */
export type SyntaxTree = Parameters<NonNullable<FromMarkdownExtension['transforms']>[number]>[0];

/** Whether a code is the end of a line or of the text. */
export const isEnd = (code: Code) => code === null || code < -2;

/** Whether a code is a blank. Negative codes are a tab, and the columns that it takes. */
export const isBlank = (code: Code) => code === -2 || code === -1 || code === 32;
