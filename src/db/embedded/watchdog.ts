/** Calls `onTimeout` when an operation does not end in time. Cheap to start and stop often. */
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

  /** Starts or restarts the timeout. */
  begin(): void {
    this.#startedAt = performance.now();
    // One timer serves many statements, because setting one per statement would cost more than the statement.
    this.#timer ??= this.#wait(this.#timeoutMs);
  }

  /** Stops the timeout. */
  end(): void {
    this.#startedAt = null;
  }

  suspend(): void {
    this.#suspensions += 1;
  }

  /** Restarts the timeout if something is running. */
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
    // If this thread was blocked, a reply may be pending. Messages are handled before `setImmediate`.
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
