import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSpan, Tracing } from './tracing.ts';

/** Maximum time to wait for the collector at shutdown, in milliseconds. */
const closeMs = 2_000;

interface Options {
  /** URL to which spans are sent. */
  readonly url: string;
  readonly service: string;
  readonly version: string;
  readonly warn: (problem: string) => void;
}

/**
 * Creates tracing by OpenTelemetry, which exports batches of spans by OTLP over HTTP. The libraries read the standard
 * variables for headers, time limits, batches and sampling.
 */
export function openTelemetry({ url, service, version, warn }: Options): Tracing {
  const ignore = () => undefined;
  const report = (problem: unknown) => warn(String(problem));
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': service, 'service.version': version })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  provider.register();
  diag.setLogger({ error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  const tracer = provider.getTracer('octavo', version);
  return {
    startRequest: (name, headers) => {
      const parent = propagation.extract(ROOT_CONTEXT, headers);
      return openSpan(tracer.startSpan(name, { kind: SpanKind.SERVER }, parent), parent);
    },
    trace: async (name, attributes, run) => {
      const span = openSpan(tracer.startSpan(name, { attributes }), context.active());
      try {
        return await span.within(run);
      } catch (error) {
        span.fail(error instanceof Error ? error.name : 'Error');
        throw error;
      } finally {
        span.end();
      }
    },
    startStatement: (name, attributes) => {
      const active = context.active();
      if (trace.getSpan(active) === undefined) return null;
      return openSpan(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }), active);
    },
    bind: (run) => context.bind(context.active(), run),
    close: () => Promise.race([provider.shutdown().catch(report), sleep(closeMs, undefined, { ref: false })]),
  };
}

function openSpan(span: Span, parent: Context): OpenSpan {
  const own = trace.setSpan(parent, span);
  return {
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
    end: () => span.end(),
    within: (run) => context.with(own, run),
  };
}
