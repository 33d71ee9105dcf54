import type { Caller, TakeTurn } from '../../lib/turns.ts';

interface SharedWork<Result> {
  /** Equal for equal work. */
  readonly key: string;
  readonly run: (signal: AbortSignal) => Promise<Result>;
  /** Called when the work begins, or at once when it has begun. */
  readonly onBegin: () => void;
}

/** Runs work when it is the turn of one of those who wait for it, and returns its result to all of them. */
export type ShareRun = <Result>(caller: Caller, work: SharedWork<Result>) => Promise<Result>;

/**
 * Runs equal work once for all who ask for it until it has ended. It waits in the queue of each owner and begins at the first
 * turn, so that an owner who joins does not wait for other work of the one who asked first. It is stopped when all who
 * asked have left.
 */
export function createSharedRuns(takeTurn: TakeTurn): ShareRun {
  const runs = new Map<string, SharedRun>();
  return async <Result>(caller: Caller, { key, run, onBegin }: SharedWork<Result>) => {
    caller.signal?.throwIfAborted();
    const shared = runs.get(key) ?? new SharedRun(takeTurn, run, () => runs.delete(key));
    runs.set(key, shared);
    return (await shared.join(caller, onBegin)) as Result;
  };
}

/** The place of an owner in the queue, with the callers for whom it waits. */
interface Place {
  readonly callers: Set<(error: Error) => void>;
  readonly leave: AbortController;
}

class SharedRun {
  readonly #takeTurn: TakeTurn;
  readonly #work: SharedWork<unknown>['run'];
  readonly #forget: () => void;
  readonly #places = new Map<string, Place>();
  readonly #abort = new AbortController();
  readonly #onBegin: (() => void)[] = [];
  readonly #outcome: Promise<unknown>;
  #settle: (outcome: Promise<unknown>) => void = () => undefined;
  #hasBegun = false;

  constructor(takeTurn: TakeTurn, work: SharedWork<unknown>['run'], forget: () => void) {
    this.#takeTurn = takeTurn;
    this.#work = work;
    this.#forget = forget;
    this.#outcome = new Promise((resolve) => (this.#settle = resolve));
  }

  join({ owner, signal }: Caller, onBegin: () => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const callers = this.#placeOf(owner).callers;
      const leave = () => {
        callers.delete(reject);
        reject(signal?.reason as Error);
        if (callers.size === 0) this.#leave(owner, signal?.reason);
      };
      callers.add(reject);
      signal?.addEventListener('abort', leave, { once: true });
      const ended = () => signal?.removeEventListener('abort', leave);
      this.#outcome.then(resolve, reject).then(ended, ended);
      if (this.#hasBegun) onBegin();
      else this.#onBegin.push(onBegin);
    });
  }

  #placeOf(owner: string): Place {
    const known = this.#places.get(owner);
    if (known) return known;
    const place: Place = { callers: new Set(), leave: new AbortController() };
    this.#places.set(owner, place);
    if (this.#hasBegun) return place;
    this.#takeTurn({ owner, signal: place.leave.signal }, () => this.#begin()).catch((error: unknown) => {
      if (place.leave.signal.aborted) return;
      for (const refuse of place.callers) refuse(error as Error);
      this.#leave(owner, error);
    });
    return place;
  }

  async #begin(): Promise<void> {
    // Two owners may have got their turn at once.
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    for (const { leave } of this.#places.values()) leave.abort();
    for (const begin of this.#onBegin) begin();
    const outcome = this.#work(this.#abort.signal);
    this.#settle(outcome);
    const forget = () => this.#forget();
    await outcome.then(forget, forget);
  }

  #leave(owner: string, reason: unknown): void {
    this.#places.get(owner)?.leave.abort(reason);
    this.#places.delete(owner);
    if (this.#places.size > 0) return;
    this.#forget();
    this.#abort.abort(reason);
  }
}
