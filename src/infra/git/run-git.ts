import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { hearChild } from '../../lib/hear-child.ts';
import { lowerPriority } from '../workers/priority.ts';
import { gitUnavailable } from './git-errors.ts';

/** A call of git. */
export interface GitRun {
  readonly program: string;
  /** The folder in which it runs. */
  readonly folder: string;
  readonly args: readonly string[];
  /** Settings beside those that all runs have. They may be secret. */
  readonly config?: Readonly<Record<string, string>> | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly input?: string | undefined;
  readonly signal: AbortSignal;
}

/** How a call of git ended. */
export interface GitEnd<Output> {
  /** The exit code; null when it was killed. */
  readonly code: number | null;
  readonly output: Output;
  /** The end of what it wrote to stderr, which may contain what a server says. */
  readonly complaint: string;
}

/** Settings of every run: nothing of the machine counts, and nothing that a repository holds is run. */
const fixedConfig: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.attributesFile': '/dev/null',
  'core.fsmonitor': 'false',
  'credential.helper': '',
  'fetch.fsckObjects': 'true',
  'transfer.fsckObjects': 'true',
  'pack.threads': '1',
  'pack.windowMemory': '64m',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'protocol.version': '2',
  'http.followRedirects': 'false',
  'http.proxyAuthMethod': 'basic',
  'init.defaultBranch': 'main',
};

/** Where programs are, on Linux and on macOS. */
const searchPath = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

const maxComplaint = 8_192;

/** The environment of a run, which takes nothing from that of the server. */
function environmentOf({ folder, config, env }: GitRun): NodeJS.ProcessEnv {
  const settings = Object.entries({ ...fixedConfig, ...config });
  const named = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    PATH: searchPath,
    // The folder of a repository has no file that a program looks for at home, such as .netrc.
    HOME: folder,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:http',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(named),
    ...env,
  };
}

/**
 * Runs git in a process group of its own, which ends when `signal` aborts, and passes its output to `read`. Throws
 * git_unavailable without the program, the reason of the signal, and errors of `read`.
 */
export async function runGit<Output>(
  run: GitRun,
  read: (output: Readable) => Promise<Output>,
): Promise<GitEnd<Output>> {
  run.signal.throwIfAborted();
  const child: ChildProcess = spawn(run.program, [...run.args], {
    cwd: run.folder,
    env: environmentOf(run),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = endOf(child);
  lowerPriority(child);
  const kill = () => killGroup(child);
  run.signal.addEventListener('abort', kill, { once: true });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-maxComplaint)));
  // A run that ends before it has read its input tells why by its end.
  child.stdin?.on('error', () => undefined).end(run.input ?? '');
  try {
    const reading = child.stdout ? read(child.stdout) : Promise.reject(gitUnavailable('git could not be started'));
    const [output, code] = await Promise.all([reading, ended]);
    run.signal.throwIfAborted();
    return { code, output, complaint };
  } catch (error) {
    run.signal.throwIfAborted();
    throw error;
  } finally {
    kill();
    run.signal.removeEventListener('abort', kill);
  }
}

/** Reads an output whole, up to a number of bytes, after which `tooLarge()` is thrown. */
export async function readWhole(output: Readable, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  let bytes = 0;
  return buffer(
    (async function* counted() {
      for await (const chunk of output as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge();
        yield chunk;
      }
    })(),
  );
}

/** Ends a process with those that it has started. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** Resolves with the exit code when a process has ended; throws when it cannot be started. */
const endOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => {
    hearChild(child, (error) => {
      if ('syscall' in error && String(error.syscall).startsWith('spawn'))
        reject(gitUnavailable('The program git is not installed on the server', error));
    });
    child.once('close', (code) => resolve(code));
  });
