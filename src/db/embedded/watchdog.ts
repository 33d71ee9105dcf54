/** Calls `onTimeout` when something that began is not over in time; cheap to begin and end often. */
export class Watchdog {
  readonly #timeoutMs: number;
  readonly #onTimeout: (elapsedMs: number) => void;
  #timer: NodeJS.Timeout | null = null;
  #startedAt: number | null = null;
  #suspensions = 0;

  constructor(timeoutMs: number, onTimeout: (elapsedMs: number) => void) {
    this.#timeoutMs = timeoutMs;
    this.#onTimeout = onTimeout;
  }

  /** The time runs from here, anew if it ran already. */
  begin(): void {
    this.#startedAt = performance.now();
    // One timer outlives many statements: setting one for each would cost more than the statement.
    this.#timer ??= this.#wait(this.#timeoutMs);
  }

  /** Nothing is awaited any more. */
  end(): void {
    this.#startedAt = null;
  }

  suspend(): void {
    this.#suspensions += 1;
  }

  /** The time of what is still running begins anew. */
  resume(): void {
    this.#suspensions -= 1;
    if (this.#startedAt !== null) this.begin();
  }

  stop(): void {
    this.end();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(ms: number): NodeJS.Timeout {
    // When this thread itself was blocked, an answer may have come in: messages are handled before `setImmediate`.
    return setTimeout(() => setImmediate(() => this.#check()), ms).unref();
  }

  #check(): void {
    if (!this.#timer) return;
    this.#timer = null;
    if (this.#startedAt === null) return;
    const elapsedMs = performance.now() - this.#startedAt;
    if (elapsedMs >= this.#timeoutMs && this.#suspensions === 0) {
      this.#onTimeout(elapsedMs);
      return;
    }
    this.#timer = this.#wait(Math.max(this.#timeoutMs - elapsedMs, 1));
  }
}
