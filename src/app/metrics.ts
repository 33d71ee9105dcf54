import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Gauge, Registry } from 'prom-client';
import { hashOf } from '../lib/secret-token.ts';
import { failure } from '../lib/errors.ts';
import { bearerOf } from './bearer.ts';
import { RequestCounts } from './request-counts.ts';
import { routeOf, type RequestEnd } from './request-end.ts';

interface MetricsParts {
  readonly pool: Pool;
  readonly inFlight: () => number;
  readonly token: string | undefined;
}

const loopResolutionMs = 20;

/** `/metrics` for Prometheus: for this machine, or for whoever has METRICS_TOKEN. Labels are templates, never ids. */
export function registerMetrics(app: FastifyInstance, { pool, inFlight, token }: MetricsParts): RequestEnd {
  const registry = new Registry();
  const requests = new RequestCounts();
  for (const metric of requests.metrics()) registry.registerMetric(metric);
  const loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
  loop.enable();
  app.addHook('onClose', (_instance, done) => {
    loop.disable();
    done();
  });
  gauges(registry, { pool, inFlight, loop, startedAt: app.lifecycle.startedAt });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw failure('route_not_found', 'No such path: GET /metrics');
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
  return (request, reply, ms) => requests.add(request.method, routeOf(request), reply.statusCode, ms / 1000);
}

interface Sources {
  readonly pool: Pool;
  readonly inFlight: () => number;
  readonly loop: IntervalHistogram;
  readonly startedAt: number;
}

function gauges(registry: Registry, { pool, inFlight, loop, startedAt }: Sources) {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `octavo_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  gauge('http_requests_in_flight', 'Requests under way.', inFlight);
  gauge('database_connections', 'Open connections of the pool.', () => pool.totalCount);
  gauge('database_connections_idle', 'Connections of the pool that nobody uses.', () => pool.idleCount);
  gauge('database_requests_waiting', 'Callers that wait for a connection.', () => pool.waitingCount);
  gauge('event_loop_lag_p99_seconds', 'Lag of the event loop since the last look, 99th percentile.', () => {
    const lag = seconds(loop.percentile(99)) - loopResolutionMs / 1000;
    loop.reset();
    return Math.max(0, lag);
  });
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge('process_start_time_seconds', 'Start of the process, since 1970.', () => startedAt / 1000);
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** A request that a proxy on this machine passed on does not come from this machine. */
function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && headers.authorization !== undefined) {
    const given = bearerOf(headers.authorization) ?? '';
    return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)));
  }
  const forwarded = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['x-real-ip'];
  return forwarded === undefined && loopback.test(socket.remoteAddress ?? '');
}
