/** Result of reading a text: a value, or the problem of the text, such as "it is nested too deeply". */
export type Outcome<Value> = { readonly value: Value } | { readonly problem: string };

/** A text cannot be read. */
export class TextProblem extends Error {
  readonly problem: string;

  constructor(problem: string) {
    super(`The text cannot be read: ${problem}`);
    this.name = 'TextProblem';
    this.problem = problem;
  }
}

/** For a text that takes too much time or memory. */
export const tooIntricate = 'it is too large or too complex';

/** For a text that takes too much of the stack. */
export const tooDeep = 'it is nested too deeply';

/** Runs a function of a text; nesting beyond the stack is a problem of the text. */
export function outcomeOf<Value>(run: () => Value): Outcome<Value> {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof TextProblem) return { problem: error.problem };
    if (error instanceof RangeError) return { problem: tooDeep };
    throw error;
  }
}
