import { existsSync } from 'node:fs';
import path from 'node:path';

/** A server under test. */
export interface Contender {
  readonly name: string;
  readonly file: string;
  readonly args?: readonly string[];
  /** Major version of Node it needs. */
  readonly node?: number;
}

const peer = (name: string, node?: number): Contender => ({
  name,
  file: path.join(import.meta.dirname, 'peers/dist', `${name}.mjs`),
  ...(node === undefined ? {} : { node }),
});

/** Octavo as it is shipped, from the folder of the compiled program. */
export const oursIn = (dist: string): Contender => ({
  name: 'octavo',
  file: path.join(dist, 'main.js'),
  // Each server has an empty directory for its files.
  args: ['serve', '--adopt-storage'],
});

/** Fastify with Prisma's include, and Fastify with one prepared statement per request. */
export const restPeers = [peer('fastify-prisma'), peer('fastify-pg')];

/** The name tells whose resolvers are used. PostGraphile has none. */
export const graphqlPeers = [peer('apollo'), peer('apollo-ours'), peer('mercurius-ours'), peer('postgraphile', 22)];

/** Throws when the peers are not installed. */
export function assertInstalled(): void {
  if (!existsSync(path.join(import.meta.dirname, 'peers/node_modules')))
    throw new Error('The peers are not installed: npm ci --prefix bench/peers');
}
