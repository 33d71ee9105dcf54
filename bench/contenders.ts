import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A server under test. */
export interface Contender {
  readonly name: string;
  readonly file: string;
  readonly args?: readonly string[];
  /** Minimum major version of Node. */
  readonly node?: number;
}

const peer = (name: string, node?: number): Contender => ({
  name,
  file: path.join(import.meta.dirname, 'peers/dist', `${name}.mjs`),
  ...(node === undefined ? {} : { node }),
});

/** Octavo as `npm start` runs it, from the folder of the compiled program. */
export const oursIn = (dist: string): Contender => ({
  name: 'octavo',
  file: path.join(dist, 'main.js'),
  // Each server stores files in an empty directory of its own.
  args: ['serve', '--adopt-storage'],
});

/** Fastify with Prisma's include, and Fastify with one prepared statement per request. */
export const restPeers = [peer('fastify-prisma'), peer('fastify-pg')];

/** Contenders named `-ours` use the resolvers of Octavo, `apollo` has its own, and PostGraphile needs none. */
export const graphqlPeers = [peer('apollo'), peer('apollo-ours'), peer('mercurius-ours'), peer('postgraphile', 22)];

/** Throws when peers are asked for that are not installed. Those of REST need the packages of Octavo alone. */
export function assertInstalled(against: readonly string[]): void {
  const isAsked = graphqlPeers.some(({ name }) => against.length === 0 || against.includes(name));
  if (isAsked && !arePeersInstalled()) throw new Error('The peers are not installed: npm ci --prefix bench/peers');
}

export const arePeersInstalled = () => existsSync(path.join(import.meta.dirname, 'peers/node_modules'));

/** Bundles the peers, each with what it imports of Octavo. */
export const compilePeers = (): void =>
  void execFileSync(process.execPath, [path.join(import.meta.dirname, 'peers/build.mjs')], { stdio: 'inherit' });
