import { keyOfRead } from './key-of-read.ts';

/** What the page has asked for before the scripts of the desk were there (`start.ts`). */
export interface Early {
  readonly words: Promise<Response>;
  /** The token for which it has asked; null for nobody. */
  readonly token: string | null;
  /** The answers by what was asked; null for one that has not come. Each is taken once. */
  readonly answers: Map<string, Promise<Response | null>>;
}

export const { octavoEarly: early } = globalThis as unknown as { readonly octavoEarly: Early };

interface Asked {
  readonly operationName?: string;
  readonly variables?: object | null;
}

/** A `fetch` for the queries of somebody: it takes what was asked for early, the first time, and asks for all else. */
export const fetchAs =
  (token: string): typeof fetch =>
  async (input, init) => {
    if (token !== early.token || typeof init?.body !== 'string') return fetch(input, init);
    const { operationName, variables } = JSON.parse(init.body) as Asked;
    const key = keyOfRead(operationName, variables);
    const answer = early.answers.get(key);
    early.answers.delete(key);
    return (await answer) ?? fetch(input, init);
  };
