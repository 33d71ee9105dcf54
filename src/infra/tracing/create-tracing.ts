import type { Tracing } from './tracing.ts';

/** Settings of tracing. The exporter reads the other standard variables itself. */
interface TracingConfig {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_SDK_DISABLED: boolean;
}

/** Loads OpenTelemetry if an endpoint is configured. `warn` reports failures to export spans. */
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
