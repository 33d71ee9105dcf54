import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuilt } from '../../scripts/build.mjs';
import { chanceSettings } from '../setup/chance.ts';
import { patience } from '../setup/patience.ts';
import { endsWithParent } from '../setup/ends-with-parent.ts';
import { v8Flags } from '../setup/v8-flags.ts';
import { embeddedTemplate } from '../setup/templates.ts';

// Here, where no time limit of a hook applies: a busy machine takes minutes for the build.
await ensureBuilt();

const ownProgram = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

type Settings = Readonly<Record<string, string>>;

/** A process of the compiled program. */
export interface Process {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Output so far. */
  readonly output: { readonly out: string; readonly err: string };
  /** Exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

export interface ServerProcess extends Process {
  readonly url: string;
  /** Token that the first start printed; empty for later starts. */
  readonly token: string;
  /** Sends a signal, and returns the exit code or signal. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

interface Place {
  readonly cwd?: string;
  /** Options of the command. */
  readonly options?: readonly string[];
  /** Path of a program to run instead of the compiled one of this tree. */
  readonly program?: string;
  /** Id of the user that runs it; that of this process when omitted. */
  readonly uid?: number;
}

/** Starts a command of the compiled program, without the environment of this process. */
export async function launch(
  args: readonly string[],
  settings: Settings = {},
  flags: readonly string[] = [],
  { cwd = process.cwd(), program = ownProgram, ...user }: Pick<Place, 'cwd' | 'program' | 'uid'> = {},
): Promise<Process> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOST: '127.0.0.1',
    PORT: '0',
    // A second one would start as soon as two texts are read at once.
    WORKER_PROCESSES: '1',
    ...patience,
    ...chanceSettings(),
    ...settings,
  };
  const child = spawn(process.execPath, [...v8Flags, ...endsWithParent, ...flags, program, ...args], {
    cwd,
    env,
    ...user,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => (output.out += String(chunk)));
  child.stderr?.on('data', (chunk) => (output.err += String(chunk)));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return { child, pid: child.pid ?? 0, output, ended };
}

/** Runs a command to its end. */
export async function runCommand(args: readonly string[], settings: Settings = {}, cwd?: string) {
  const { output, ended } = await launch(args, settings, [], cwd === undefined ? {} : { cwd });
  const code = await ended;
  return { code, ...output };
}

/** Starts a server and waits until it says that it is ready. */
export async function startServerProcess(
  settings: Settings,
  flags: readonly string[] = [],
  place: Place = {},
): Promise<ServerProcess> {
  const server = await launch(['serve', ...(place.options ?? [])], settings, flags, place);
  const { child, output, ended } = server;
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (/Octavo is ready[\s\S]+\/v1\n/.test(output.out)) resolve();
    };
    child.stdout?.on('data', look);
    void ended.then((code) => reject(new Error(`The server ended with ${code}:\n${output.out}${output.err}`)));
  });
  return {
    ...server,
    url: /REST\s+(\S+)\/v1/.exec(output.out)?.[1] ?? '',
    token: /^ {2}(oc\w_\S+)$/m.exec(output.out)?.[1] ?? '',
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Creates a directory. The returned function removes it. */
export async function aDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'octavo-ops-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Creates a directory with a migrated embedded database, because a migration takes as long as a start. */
export async function aMigratedDirectory(): ReturnType<typeof aDirectory> {
  const directory = await aDirectory();
  const database = join(directory.path, 'database');
  await mkdir(database, { mode: 0o700 });
  await promisify(execFile)('tar', ['-xzf', await embeddedTemplate(), '-C', database]);
  return directory;
}

interface Answer {
  readonly status: number;
  readonly body: any;
}

/** Sends a request with the token. */
export async function ask(server: { url: string; token: string }, signature: string, body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = signature.split(' ');
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
