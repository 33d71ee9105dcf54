import { getOperationName, makeOperation, makeResult, type Exchange, type ExecutionResult, type Operation } from 'urql';
import { filter, map, merge, pipe, share } from 'wonka';
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

/** How long the first view waits for answers that were asked for early, in milliseconds, once all else is there. */
const waitMs = 300;

/** The answers that have come before the first view is drawn. */
const come = new Map<string, ExecutionResult>();

/**
 * Waits for what was asked for early, so that the first view is drawn once and with all of it. A slow answer is not waited for: the
 * view says meanwhile that it is loading.
 */
export async function takeEarly(): Promise<void> {
  let isWaiting = true;
  const reading = [...early.answers].map(async ([key, asked]) => {
    const response = await asked;
    if (!response?.ok) return;
    const result = (await response.clone().json()) as ExecutionResult;
    if (isWaiting) come.set(key, result);
  });
  await Promise.race([Promise.allSettled(reading), new Promise((resolve) => setTimeout(resolve, waitMs))]);
  isWaiting = false;
}

let isFirstDrawing = true;

/** Ends the first drawing: what is asked for from now on is asked of the server. */
export function endFirstDrawing(): void {
  isFirstDrawing = false;
  come.clear();
}

/** In the first drawing a view asks twice, once while it is drawn and once when it stands there, and the server is asked once. */
export const askOnce = (operation: Operation): Operation =>
  isFirstDrawing && operation.kind === 'query'
    ? makeOperation('query', operation, { ...operation.context, requestPolicy: 'cache-first' })
    : operation;

/** What has come for an operation, once. */
function takeResult({ kind, query, variables }: Operation): ExecutionResult | undefined {
  const key = keyOfRead(getOperationName(query), variables as object | null);
  const result = kind === 'query' ? come.get(key) : undefined;
  if (result === undefined) return undefined;
  come.delete(key);
  early.answers.delete(key);
  return result;
}

/** Answers what has come early at once, while it is asked for, so that the view that asks has it in its first drawing. */
export const earlyExchange =
  (token: string): Exchange =>
  ({ forward }) =>
  (operations) => {
    const asked = pipe(
      operations,
      map((operation) => ({ operation, result: token === early.token ? takeResult(operation) : undefined })),
      share,
    );
    return merge([
      pipe(
        asked,
        filter(({ result }) => result !== undefined),
        map(({ operation, result }) => makeResult(operation, result ?? {})),
      ),
      forward(
        pipe(
          asked,
          filter(({ result }) => result === undefined),
          map(({ operation }) => operation),
        ),
      ),
    ]);
  };
