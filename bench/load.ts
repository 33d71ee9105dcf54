import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request as sendRequest } from 'undici';
import { loadCore, pinned } from './machine.ts';

/** One request of a workload. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Instead of the token of the load. */
  readonly secret?: string;
}

/** Results of one measurement. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses other than 2xx, and connection errors. */
  readonly bad: number;
}

interface Load {
  readonly origin: string;
  /** Bearer token; null for requests without one. */
  readonly secret: string | null;
  /** `Accept-Encoding` of the requests. */
  readonly encoding?: string | undefined;
  /** `Host` of the requests; that of the origin by default. */
  readonly host?: string | undefined;
  /** Requests, which are sent in a cycle. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
  readonly generator: Generator;
}

/** `plain` sends the requests from this process, for checks that the benchmark runs; its figures say little. */
export type Generator = 'wrk' | 'autocannon' | 'plain';

/** Puts load on a server from a separate process, on the core that the server does not use. */
export async function putLoad(load: Load): Promise<LoadResult> {
  if (load.generator === 'plain') return plain(load);
  const directory = mkdtempSync(path.join(tmpdir(), 'octavo-load-'));
  try {
    const output = load.generator === 'wrk' ? await wrk(load, directory) : await autocannon(load, directory);
    const line = output.split('\n').find((text) => text.startsWith('{"requests"'));
    if (line === undefined) throw new Error(`The output of the load generator has no result:\n${output}`);
    return JSON.parse(line) as LoadResult;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The headers of every request of a load. */
export const headersOf = ({ secret, encoding, host }: Pick<Load, 'secret' | 'encoding' | 'host'>) => ({
  ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
  ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
  ...(host === undefined ? {} : { Host: host }),
  'content-type': 'application/json',
});

/** Sends the requests one after the other over each connection. */
async function plain({ origin, secret, encoding, host, requests, connections, seconds }: Load): Promise<LoadResult> {
  const began = performance.now();
  const times: number[] = [];
  const totals = { bytes: 0, bad: 0 };
  const send = async ({ method, path: target, body, secret: own }: LoadRequest) => {
    const started = performance.now();
    const headers = headersOf({ secret: own ?? secret, encoding, host });
    // Unlike fetch, it sends another `Host` than that of the origin.
    const response = await sendRequest(origin + target, { method, headers, ...(body === undefined ? {} : { body }) });
    totals.bytes += (await response.body.arrayBuffer()).byteLength;
    if (response.statusCode >= 300) totals.bad += 1;
    times.push(performance.now() - started);
  };
  const connection = async (first: number) => {
    for (let at = first; at === first || performance.now() - began < seconds * 1_000; at += connections) {
      const request = requests[at % requests.length];
      if (request) await send(request);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_none, first) => connection(first)));
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return {
    ...totals,
    requests: times.length,
    seconds: (performance.now() - began) / 1_000,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  };
}

async function wrk(load: Load, directory: string) {
  const script = path.join(directory, 'load.lua');
  writeFileSync(script, wrkScript(load));
  return run('wrk', [
    '-t1',
    `-c${load.connections}`,
    `-d${Math.max(1, Math.round(load.seconds))}s`,
    '--timeout',
    '10s',
    '-s',
    script,
    load.origin,
  ]);
}

const wrkScript = (load: Load) => `
local function headers(secret)
  local all = { ${Object.entries(headersOf(load))
    .map(([name, value]) => `[${luaText(name)}] = ${luaText(value)}`)
    .join(', ')} }
  if secret then all['authorization'] = 'Bearer ' .. secret end
  return all
end
local made = {}
function init()
${load.requests.map((request, index) => `  made[${index + 1}] = ${wrkRequest(request)}`).join('\n')}
end
local at = 0
function request()
  at = at % #made + 1
  return made[at]
end
function done(summary, latency)
  local errors = summary.errors
  print(string.format('{"requests":%d,"seconds":%.6f,"bytes":%d,"p50Ms":%.3f,"p99Ms":%.3f,"bad":%d}', summary.requests,
    summary.duration / 1e6, summary.bytes, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
`;

const wrkRequest = ({ method, path: target, body, secret }: LoadRequest) =>
  `wrk.format(${luaText(method)}, ${luaText(target)}, headers(${secret === undefined ? '' : luaText(secret)})${body === undefined ? '' : `, ${luaText(body)}`})`;

const luaText = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

async function autocannon(load: Load, directory: string) {
  const file = path.join(directory, 'load.json');
  const requests = load.requests.map(({ secret = load.secret, ...request }) => ({
    ...request,
    headers: headersOf({ ...load, secret }),
  }));
  writeFileSync(file, JSON.stringify({ ...load, requests }));
  return run(process.execPath, [path.join(import.meta.dirname, 'autocannon.mjs'), file]);
}

function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(...pinned(loadCore, command, args), { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
