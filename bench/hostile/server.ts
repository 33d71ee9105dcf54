import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shippedLaunch } from '../launch.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request with a token, that of the administrator unless another or none (null) is given. The status is 0 when there
 * was no response in time.
 */
export type Call = (method: string, path: string, body?: unknown, secret?: string | null) => Promise<Answer>;

export interface HostileServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** Token of the administrator. */
  readonly token: string;
  readonly call: Call;
  /** Stops the server, then runs `octavo doctor` on what it left. Returns its output, and whether it found nothing. */
  examine(): Promise<{ readonly isClean: boolean; readonly output: string }>;
  /** Stops the server and removes its data directory. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Heap size of the main thread in MiB; that of Node when absent. */
  readonly heap?: string;
  /** URL of the database; the embedded database when absent. */
  readonly database: string | undefined;
  /** Timeout of a request in milliseconds. */
  readonly boxMs: number;
  /** More settings. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Sends a request. The status is 0 when there was no response in time. */
export async function askInTime(url: string, init: RequestInit, boxMs: number): Promise<Answer> {
  // Not `AbortSignal.timeout`, with which a request once never ended.
  const box = new AbortController();
  const timer = setTimeout(() => box.abort(), boxMs);
  try {
    const response = await fetch(url, { ...init, signal: box.signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (box.signal.aborted) return { status: 0, text: '' };
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Starts the compiled server with a data directory of its own. */
export async function startServer({ heap, database, boxMs, environment = {} }: ServerOptions): Promise<HostileServer> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-hostile-'));
  const flags = [...shippedLaunch.flags, ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`])];
  const env = {
    ...shippedLaunch.environment,
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    IMPORT_ALLOW_HOSTS: '127.0.0.1',
    ...(database === undefined ? {} : { DATABASE_URL: database }),
    ...environment,
  };
  const child = spawn(process.execPath, [...flags, 'dist/main.js', 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  while (!/Octavo is ready[\s\S]+\/v1\n/.test(output)) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${output}`);
    await sleep(50);
  }
  const url = /REST\s+(\S+)\/v1/.exec(output)?.[1] ?? '';
  const token = /^ {2}(oc\w_\S+)$/m.exec(output)?.[1] ?? '';
  const call: Call = (method, path, body, secret = token) => {
    const headers = {
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return askInTime(`${url}${path}`, init, boxMs);
  };
  return {
    url,
    process: child,
    token,
    call,
    examine: async () => {
      child.kill();
      await ended;
      const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/main.js', 'doctor'], {
        env,
        encoding: 'utf8',
      });
      return { isClean: status === 0, output: (stdout + stderr).trim() };
    },
    close: async () => {
      child.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
