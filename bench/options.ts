import { parseArgs } from 'node:util';
import type { Generator } from './load.ts';
import { fullSizes, quickSizes, type Sizes } from './dataset/sizes.ts';

/** Options of a run. */
export interface Options {
  readonly sizes: Sizes;
  readonly rounds: number;
  /** Duration of one measurement; wrk accepts whole seconds only. */
  readonly seconds: number;
  readonly connections: number;
  /** Names of the workloads to run; empty for all. */
  readonly only: readonly string[];
  /** Names of the other contenders to run; empty for all. */
  readonly against: readonly string[];
  /** Whether the REST peers start with the Node flags of Octavo. */
  readonly sameFlags: boolean;
  readonly json: boolean;
  readonly quick: boolean;
  /** Whether to drop the database at the end instead of keeping it for the next run. */
  readonly drop: boolean;
  readonly load: Generator | null;
}

/** The text that `--help` prints. */
export const help = `Usage: npm run bench -- [options]

  --quick               small data, one short round: under a minute
  --only W1,W2          workloads: W1, W2, W3b, W5, W6, W7, deep, W3, W8, W9, W10, search; growth only when named
  --against NAMES       peers to measure beside ours: fastify-prisma,fastify-pg,apollo,apollo-ours,mercurius-ours,postgraphile
  --rounds 5            rounds; medians are shown
  --seconds 2           length of one measurement
  --connections 32
  --organizations 10 --spaces 2000 --users 5000 --comments 1000000 --reactions 500000 --deep 1000000 --sections 20
  --same-flags          REST peers also with the flags of Node that npm start gives ours
  --load wrk            load generator: wrk, autocannon or plain (no figures to publish); wrk when it is installed
  --drop                drop the database at the end instead of keeping it for the next run
  --json                the result as JSON on stdout

Environment: BENCH_DATABASE_URL (default postgresql://postgres@127.0.0.1:5432/octavo_bench, with --quick octavo_bench_quick;
its database is created).`;

/** Parses the command line; null requests the help text. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      drop: { type: 'boolean', default: false },
      'same-flags': { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      against: { type: 'string', default: '' },
      load: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string', default: '32' },
      organizations: { type: 'string' },
      orgs: { type: 'string' },
      spaces: { type: 'string' },
      users: { type: 'string' },
      comments: { type: 'string' },
      reactions: { type: 'string' },
      deep: { type: 'string' },
      sections: { type: 'string' },
    },
  });
  if (values.help) return null;
  const { quick, json, drop } = values;
  const sizes = quick ? quickSizes : fullSizes;
  const count = (text: string | undefined, otherwise: number) => (text === undefined ? otherwise : positive(text));
  return {
    sizes: {
      organizations: count(values.organizations ?? values.orgs, sizes.organizations),
      spaces: count(values.spaces, sizes.spaces),
      users: count(values.users, sizes.users),
      comments: count(values.comments, sizes.comments),
      reactions: count(values.reactions, sizes.reactions),
      deep: count(values.deep, sizes.deep),
      sections: count(values.sections, sizes.sections),
    },
    rounds: count(values.rounds, quick ? 1 : 5),
    seconds: count(values.seconds, quick ? 1 : 2),
    connections: positive(values.connections),
    only: names(values.only),
    against: names(values.against),
    load: values.load === undefined ? null : generatorNamed(values.load),
    sameFlags: values['same-flags'],
    json,
    quick,
    drop,
  };
}

function generatorNamed(name: string): Generator {
  if (name === 'wrk' || name === 'autocannon' || name === 'plain') return name;
  throw new Error(`"${name}" is no load generator: wrk, autocannon or plain`);
}

const names = (text: string) => text.split(',').filter((name) => name !== '');

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`"${text}" is not a number above 0`);
  return value;
}
