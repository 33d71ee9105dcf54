import type { Pool } from 'pg';

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
  /** Runs a function in a span of its own, within the current one. A rejection marks the span as failed. */
  trace<Result>(name: string, attributes: Attributes, run: () => Promise<Result>): Promise<Result>;
  /** Begins a span within the current one; null outside of any. */
  startStatement(name: string, attributes: Attributes): OpenSpan | null;
  /** A function that runs within the span that is current now. */
  bind<Callback>(run: Callback): Callback;
  /** Sends what was not sent yet, as far as that takes no longer than two seconds. */
  close(): Promise<void>;
}

/** The settings of tracing. The exporter reads the other standard variables itself. */
interface TracingConfig {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_SDK_DISABLED: boolean;
}

/** Loads OpenTelemetry when an endpoint is configured. `warn` is told what keeps spans from being sent. */
export async function createTracing(
  config: TracingConfig,
  version: string,
  warn: (problem: string) => void,
): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint } = config;
  const url = endpoint ?? (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`);
  if (url === undefined || config.OTEL_SDK_DISABLED) return null;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry({ url, service: config.OTEL_SERVICE_NAME, version, warn });
}

/** Longest text of a statement in a span. */
const maxStatement = 4_000;

type Query = (...args: unknown[]) => unknown;

/** Gives every statement of the pool a span with its text and without its values. */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  // A new connection calls back from its socket, which belongs to no request.
  const connect = pool.connect.bind(pool) as Query;
  Object.assign(pool, { connect: (...args: unknown[]) => connect(...args.map((one) => tracing.bind(one))) });
  const known = new WeakSet();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as Query;
    Object.assign(client, { query: (...args: unknown[]) => tracedQuery(tracing, query, args) });
  });
}

function tracedQuery(tracing: Tracing, query: Query, args: unknown[]): unknown {
  const [first] = args;
  const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
  const verb = /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL';
  const span = tracing.startStatement(verb, {
    'db.system.name': 'postgresql',
    'db.operation.name': verb,
    'db.query.text': text.slice(0, maxStatement),
  });
  if (span === null) return query(...args);
  const end = (error: unknown) => {
    if (error instanceof Error) span.fail(error.name);
    span.end();
  };
  const callback = args.at(-1);
  if (typeof callback === 'function')
    return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
      end(error);
      (callback as Query)(error, result);
    });
  const answer = query(...args);
  if (answer instanceof Promise) answer.then(() => end(null), end);
  else span.end();
  return answer;
}
