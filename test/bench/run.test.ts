import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { arePeersInstalled } from '../../bench/contenders.ts';
import type { Result } from '../../bench/result.ts';
import { adminUrl, postgresAnswers } from '../setup/postgres.ts';
import { isWhole } from '../setup/size.ts';

const root = join(import.meta.dirname, '../..');

/** The smallest data that every workload has an answer in. */
const sizes = '--organizations 2 --spaces 40 --users 40 --comments 400 --reactions 100 --deep 2000 --sections 2';
const briefly = '--load plain --connections 2 --rounds 1 --seconds 0.1';

/** All but the search, whose sets come from the registry. */
const workloads = ['W1', 'W2', 'W3b', 'W5', 'W6', 'W7', 'deep', 'W3', 'W8', 'W9', 'W10'];

/** The peers of REST need the packages of Octavo alone. */
const restPeers = ['fastify-prisma', 'fastify-pg'];
const graphqlPeers = ['apollo', 'apollo-ours', 'mercurius-ours'];

async function runBench(): Promise<Result> {
  const url = new URL(adminUrl());
  url.pathname = `/octavo_bench_test_${process.pid}`;
  const against = arePeersInstalled() ? [] : ['--against', restPeers.join(',')];
  const only = ['--only', workloads.join(',')];
  const args = [`bench/run.ts`, ...`${sizes} ${briefly} --drop --json`.split(' '), ...only, ...against];
  // Goals may be missed by such a run, whose status is 1 then.
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    env: { ...process.env, BENCH_DATABASE_URL: url.href },
  }).catch((error: unknown) => {
    const { code, stdout: out = '' } = error as { code?: unknown; stdout?: string };
    if (code !== 1 || !out.startsWith('{')) throw error;
    return { stdout: out };
  });
  return JSON.parse(stdout) as Result;
}

// Starts a dozen servers.
describe.runIf(isWhole && (await postgresAnswers()))('the benchmark', () => {
  it('one command measures every workload against every peer, with equal answers', { timeout: 600_000 }, async () => {
    const { tables } = await runBench();

    expect(tables.map(({ name }) => name)).toEqual(workloads);
    const listRows = (name: string) => tables.find((table) => table.name === name)?.rows ?? [];
    for (const name of ['W1', 'W2', 'W3b'])
      expect(listRows(name)).toEqual(
        expect.arrayContaining(restPeers.map((peer) => expect.objectContaining({ name: peer, isCompared: true }))),
      );
    expect(listRows('W5')).toContainEqual(expect.objectContaining({ name: 'fastify-pg', isCompared: true }));
    if (arePeersInstalled())
      expect(listRows('W3')).toEqual(
        expect.arrayContaining(graphqlPeers.map((peer) => expect.objectContaining({ name: peer, isCompared: true }))),
      );
    // Statements are counted for whoever takes part.
    expect(listRows('W1').every(({ name, statements }) => statements !== null || name.includes(','))).toBe(true);
  });
});
