/** What an attempt has led to. */
export interface Attempt {
  /** Status of the answer; null without one. */
  readonly status: number | null;
  /** The begin of the answer. */
  readonly response: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
  readonly durationMs: number;
  /** How long the answer asks to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** Whether the address has taken the event. */
export const isAccepted = ({ status }: Pick<Attempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;
