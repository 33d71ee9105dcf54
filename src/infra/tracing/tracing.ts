/** Attributes of a span, named by OpenTelemetry's semantic conventions. */
type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A started span. */
export interface OpenSpan {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the span as failed. */
  fail(message: string): void;
  end(): void;
  /** Runs a function, with everything it starts, within the span. */
  within<Result>(run: () => Result): Result;
}

/** Distributed tracing. Null when it is not configured, so that nothing is loaded or measured. */
export interface Tracing {
  /** Starts the span of a request. It continues the trace given in the headers, if any. */
  startRequest(name: string, headers: Readonly<Record<string, unknown>>): OpenSpan;
  /** Runs a function in a new span within the current one. A rejection marks the span as failed. */
  trace<Result>(name: string, attributes: Attributes, run: () => Promise<Result>): Promise<Result>;
  /** Starts a span within the current one; null outside of any span. */
  startStatement(name: string, attributes: Attributes): OpenSpan | null;
  /** Binds a function to the current span. */
  bind<Callback>(run: Callback): Callback;
  /** Exports pending spans, for at most two seconds. */
  close(): Promise<void>;
}
