import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMicroseconds, pinned, serverCore } from './machine.ts';
import type { Contender } from './contenders.ts';
import type { Launch } from './launch.ts';
import { freePort } from '../test/free-port.ts';

/** Origin of the URLs in all responses. */
export const baseUrl = 'http://octavo.bench';
/** Hostname below which organizations publish their sites. */
export const sitesDomain = 'sites.test';

/** Several servers start at once, perhaps on a busy machine. */
const startTimeoutMs = 120_000;

// Stops servers that a failed run left.
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

export interface RunningServer {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface Place extends Launch {
  readonly node: string;
  readonly databaseUrl: string;
}

/** Starts a contender on its core and waits until it listens. Throws with its output when it does not. */
export async function startServer(contender: Contender, place: Place): Promise<RunningServer> {
  const { node, databaseUrl, flags, environment } = place;
  const port = await freePort();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'octavo-bench-'));
  const [command, args] = pinned(serverCore, node, [...flags, contender.file, ...(contender.args ?? [])]);
  const child = spawn(command, args, {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      BASE_URL: baseUrl,
      SITES_DOMAIN: sitesDomain,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      POOL_SIZE: '10',
      SECRETS_KEY: 'the benchmark signs its cursors with this',
      RATE_LIMIT_PER_MINUTE: '1000000000',
      SITE_SEARCHES_PER_MINUTE: '1000000000',
      ANONYMOUS_TIME_MS_PER_MINUTE: '1000000000',
      MAX_IN_FLIGHT: '100000',
      MAX_IN_FLIGHT_PER_USER: '100000',
    },
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = `${output}${String(chunk)}`.slice(-4_000)));
  const stop = () => ended(child).finally(() => rmSync(dataDir, { recursive: true, force: true }));
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + startTimeoutMs;
  while (!(await answers(origin))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${contender.name} did not start:\n${output}`);
    }
    await sleep(50);
  }
  await settled(child.pid ?? 0);
  // taskset replaces itself with the program, so the pid of the child is that of the server.
  return { name: contender.name, origin, pid: child.pid ?? 0, stop };
}

const settledMs = 300;
/** Share of a core below which a server counts as idle. */
const idleShare = 0.1;

/**
 * Waits until a server is idle. For some seconds after its start, Octavo compiles its routes between requests, which would
 * distort the first measurement.
 */
async function settled(pid: number) {
  const deadline = Date.now() + startTimeoutMs;
  let before = cpuMicroseconds(pid);
  while (Date.now() < deadline) {
    await sleep(settledMs);
    const after = cpuMicroseconds(pid);
    if (after - before < idleShare * settledMs * 1_000) return;
    before = after;
  }
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await once(child, 'exit');
  clearTimeout(hard);
}

const answers = (origin: string) =>
  fetch(origin, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
