import { existsSync } from 'node:fs';
import path from 'node:path';

/** A server that is measured. */
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

/** Ours, as it is shipped, out of the folder of the compiled program. */
export const oursIn = (dist: string): Contender => ({
  name: 'octavo',
  file: path.join(dist, 'main.js'),
  args: ['serve'],
});

/** Fastify with Prisma's include; Fastify with one prepared statement per request. */
export const restPeers = [peer('fastify-prisma'), peer('fastify-pg')];

/** The name says whose resolvers; PostGraphile has none. */
export const graphqlPeers = [peer('apollo'), peer('apollo-ours'), peer('mercurius-ours'), peer('postgraphile', 22)];

/** Throws when the peers are not installed. */
export function assertInstalled(): void {
  if (!existsSync(path.join(import.meta.dirname, 'peers/node_modules')))
    throw new Error('The peers are not installed: npm ci --prefix bench/peers');
}
