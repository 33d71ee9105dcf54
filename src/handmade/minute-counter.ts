const windowMs = 60_000;
const maxKeys = 100_000;

/**
 * Counts per key in fixed windows of one minute, shared by all keys, so that a key costs one number and no timer.
 * Memory is bounded: beyond 100,000 keys, new keys are not counted. See src/handmade/README.md for the alternative.
 */
export class MinuteCounter {
  readonly #counts = new Map<string, number>();
  readonly #now: () => number;
  #endsAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds to a key, one by default, and returns its count in the current window. */
  add(key: string, amount = 1): number {
    this.#turn();
    const known = this.#counts.get(key);
    const count = (known ?? 0) + amount;
    if (known !== undefined || this.#counts.size < maxKeys) this.#counts.set(key, count);
    return count;
  }

  /** Whether no key has been counted in the current window. */
  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  count(key: string): number {
    this.#turn();
    return this.#counts.get(key) ?? 0;
  }

  /** End of the window, in milliseconds since 1970. */
  get endsAt(): number {
    return this.#endsAt;
  }

  /** Number of seconds until the window ends, at least 1. */
  get secondsLeft(): number {
    return Math.max(1, Math.ceil((this.#endsAt - this.#now()) / 1000));
  }

  #turn() {
    const now = this.#now();
    if (now < this.#endsAt) return;
    this.#counts.clear();
    this.#endsAt = now + windowMs;
  }
}
