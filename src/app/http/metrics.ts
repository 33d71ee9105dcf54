import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../../db/client.ts';
import { countBacklog, type Backlog } from '../../domain/core/jobs/queries/backlog.ts';
import { durationBuckets, type Meters } from '../../infra/metrics/meters.ts';
import { hashSecret } from '../../lib/secret-token.ts';
import { failure } from '../../lib/errors.ts';
import { findBearer } from './bearer.ts';
import type { Connections } from './connections.ts';
import { routeTemplate, type RequestEnd } from './request-end.ts';

interface MetricsParts {
  readonly db: Db;
  readonly meters: Meters;
  readonly inFlight: () => number;
  readonly connections: Connections;
  readonly token: string | undefined;
}

const loopResolutionMs = 20;

/**
 * Mounts `/metrics` for Prometheus, readable from this machine or with METRICS_TOKEN. Returns the listener that counts
 * requests. Labels contain route templates and never ids, so the number of series is bounded.
 */
export function registerMetrics(
  app: FastifyInstance,
  { db, meters, inFlight, connections, token }: MetricsParts,
): RequestEnd {
  const registry = new Registry();
  const loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
  loop.enable();
  app.addHook('onClose', (_instance, done) => {
    loop.disable();
    done();
  });
  gauges(registry, { db, inFlight, loop });
  backlogGauges(registry, db);
  countConnections(registry, app, connections);
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw failure('route_not_found', 'No such path: GET /metrics');
    return reply
      .header('content-type', registry.contentType)
      .send(await Registry.merge([registry, meters.registry]).metrics());
  });
  return countRequests(registry);
}

function countRequests(registry: Registry): RequestEnd {
  const requests = new Counter({
    name: 'octavo_http_requests_total',
    help: 'Number of answered requests, by method, route and status class.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'octavo_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return (request, reply, ms) => {
    const route = routeTemplate(request);
    requests.inc({ method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` });
    durations.observe({ method: request.method, route }, ms / 1000);
  };
}

function countConnections(registry: Registry, { server }: FastifyInstance, connections: Connections) {
  new Gauge({
    name: 'octavo_http_connections',
    help: 'Open connections.',
    registers: [registry],
    async collect() {
      this.set(await promisify(server.getConnections.bind(server))());
    },
  });
  new Counter({
    name: 'octavo_http_connections_refused_total',
    help: 'Connections that were refused because too many were open.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(connections.refused);
    },
  });
}

interface Sources {
  readonly db: Db;
  readonly inFlight: () => number;
  readonly loop: IntervalHistogram;
}

function gauges(registry: Registry, { db: { pool }, inFlight, loop }: Sources) {
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
  gauge('http_requests_in_flight', 'Requests in progress.', inFlight);
  gauge('database_connections', 'Open connections of the pool.', () => pool.totalCount);
  gauge('database_connections_idle', 'Idle connections of the pool.', () => pool.idleCount);
  gauge('database_requests_waiting', 'Callers that wait for a connection of the pool.', () => pool.waitingCount);
  gauge('event_loop_lag_p99_seconds', '99th percentile of the event loop lag since the last scrape.', () => {
    const lag = seconds(loop.percentile(99)) - loopResolutionMs / 1000;
    loop.reset();
    return Math.max(0, lag);
  });
}

/** Registers gauges of unfinished jobs over all processes. When their statement fails, a scrape reports no jobs. */
function backlogGauges(registry: Registry, db: Db) {
  let reading: Promise<Backlog[]> | null = null;
  const read = () =>
    (reading ??= countBacklog(db.sql)
      .catch(() => [])
      .finally(() => void (reading = null)));
  const gauge = (name: string, help: string, valueOf: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help: `${help}, by kind and state, over all processes.`,
      labelNames: ['kind', 'state'],
      registers: [registry],
      async collect() {
        const backlogs = await read();
        this.reset();
        for (const backlog of backlogs) this.set({ kind: backlog.kind, state: backlog.state }, valueOf(backlog));
      },
    });
  gauge('octavo_jobs', 'Unfinished background jobs', ({ count }) => count);
  gauge('octavo_jobs_oldest_seconds', 'Age of the oldest unfinished background job', ({ oldest }) => oldest);
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Whether a request may read the metrics. One that a proxy on this machine forwarded does not count as local. */
function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && headers.authorization !== undefined) {
    const given = findBearer(headers.authorization) ?? '';
    return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)));
  }
  const forwarded = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['x-real-ip'];
  return forwarded === undefined && loopback.test(socket.remoteAddress ?? '');
}
