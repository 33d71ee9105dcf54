import { format } from 'node:util';
import { vi } from 'vitest';
import { run } from '../../src/cli/program.ts';

class Exited extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs a command line in this process, with these settings as its whole environment. Returns what a process of its own would
 * have written and its exit code. A start of the program takes longer than most commands; `runCommand` has it.
 */
export async function runHere(args: readonly string[], settings: Readonly<Record<string, string>> = {}, cwd?: string) {
  const written = { out: '', err: '' };
  const print = (to: 'out' | 'err', text: string) => {
    written[to] += text;
    return true;
  };
  const before = { env: process.env, directory: process.cwd(), exitCode: process.exitCode };
  const listening = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const mocks = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => print('out', String(text))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => print('err', String(text))),
    vi.spyOn(console, 'log').mockImplementation((...values) => void print('out', `${format(...values)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...values) => void print('err', `${format(...values)}\n`)),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Exited(Number(code ?? 0));
    }),
  ];
  process.env = { PATH: before.env['PATH'], ...settings };
  process.exitCode = undefined;
  if (cwd !== undefined) process.chdir(cwd);
  try {
    return { ...(await codeOf(args)), ...written };
  } finally {
    process.chdir(before.directory);
    process.env = before.env;
    process.exitCode = before.exitCode;
    for (const mock of mocks) mock.mockRestore();
    // A start listens to signals from its beginning on.
    for (const signal of signals)
      for (const listener of process.listeners(signal))
        if (!listening.has(listener)) process.removeListener(signal, listener);
  }
}

async function codeOf(args: readonly string[]) {
  try {
    await run(args);
    return { code: Number(process.exitCode ?? 0) };
  } catch (error) {
    if (error instanceof Exited) return { code: error.code };
    throw error;
  }
}
