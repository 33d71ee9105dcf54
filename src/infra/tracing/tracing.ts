/** What a span is about, by the names of OpenTelemetry's semantic conventions. */
type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span that has begun. */
export interface OpenSpan {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the span as failed. */
  fail(message: string): void;
  end(): void;
  /** Runs a function, and what it starts, within the span. */
  within<Result>(run: () => Result): Result;
}

/** Distributed tracing. It is null where nothing is configured, so that nothing is loaded and nothing is measured. */
export interface Tracing {
  /** Begins the span of a request, which continues the trace of its headers if they have one. */
  startRequest(name: string, headers: Readonly<Record<string, unknown>>): OpenSpan;
  /** Runs a function in a new span within the current one. A rejection marks the span as failed. */
  trace<Result>(name: string, attributes: Attributes, run: () => Promise<Result>): Promise<Result>;
  /** Begins a span within the current one; null outside of any. */
  startStatement(name: string, attributes: Attributes): OpenSpan | null;
  /** A function that runs within the span that is current now. */
  bind<Callback>(run: Callback): Callback;
  /** Sends what was not sent yet, as far as that takes no longer than two seconds. */
  close(): Promise<void>;
}
