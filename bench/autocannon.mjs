// Runs one measurement with autocannon in a separate process. Usage: `node autocannon.mjs load.json`.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const { origin, requests, connections, seconds } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const result = await autocannon({ url: origin, connections, duration: seconds, requests });
const bad = result.non2xx + result.errors + result.timeouts;
console.log(
  JSON.stringify({
    requests: result.requests.total,
    seconds: result.duration,
    bytes: result.throughput.total,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    bad,
  }),
);
