import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';

const peers = path.join(import.meta.dirname, 'peers');

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Whether processes can be pinned to one core each. */
export const canPin = process.platform === 'linux' && availableParallelism() >= 2 && succeeds('taskset', '--version');

/** Processes that used or waited for a processor in the last minute, on average. */
export const machineLoad = () => loadavg()[0] ?? 0;

/** The load up to which times and throughput of a run are those of the programs, and not of what else is running. */
export const quietLoad = 1;

/** The cores of a run: the server has core 0; the load generator and the database share core 1. */
export const serverCore = 0;
export const loadCore = 1;

/** Returns the command that runs a program on one core. */
export const pinned = (core: number, command: string, args: readonly string[]): [string, string[]] =>
  canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, [...args]];

/** Pins running processes to a core. Returns false if this is not permitted. */
export const movePids = (core: number, pids: readonly number[]): boolean =>
  canPin && pids.every((pid) => succeeds('taskset', '-a', '-p', '-c', String(core), String(pid)));

export const hasWrk =
  succeeds('wrk', '--version') || spawnSync('wrk', ['--version']).stdout?.toString().startsWith('wrk') === true;

/** Returns the Node 24 of `bench/peers` for the GraphQL comparison, or the running Node where there is none for this platform. */
export function graphqlNode(): string {
  const binary = path.join(peers, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existsSync(binary) && succeeds(binary, '--version') ? binary : process.execPath;
}

export const versionOf = (node: string) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();

const ticksPerSecond = 100;

/** Processor time of a process and its threads in microseconds; 0 if /proc cannot be read. */
export function cpuMicroseconds(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticksPerSecond;
  } catch {
    return 0;
  }
}

/** Resident memory of a process in megabytes. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Ids of the child processes that the main thread of a process has started. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Processor time of the main thread of this process in milliseconds; 0 without /proc. Its thread id is the process id. */
export function mainThreadMs(): number {
  try {
    const { pid } = process;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
