import type * as bearer from '../../../src/app/http/bearer.ts';
import type * as context from '../../../src/app/process/context.ts';
import type * as platform from '../../../src/app/process/platform.ts';
import type * as config from '../../../src/config.ts';
import type * as prisma from '../../../src/db/generated/client.ts';
import type * as schema from '../../../src/schema/index.ts';

/** Modules of the compiled program, for peers that use its parts: BENCH_DIST is the URL of its folder. */
const { BENCH_DIST = '' } = process.env;

const load = (path: string): Promise<unknown> => import(new URL(path, BENCH_DIST).href);

export const configModule = async () => (await load('config.js')) as typeof config;
export const contextModule = async () => (await load('app/context.js')) as typeof context;
export const platformModule = async () => (await load('app/platform.js')) as typeof platform;
export const prismaModule = async () => (await load('db/generated/client.js')) as typeof prisma;
export const schemaModule = async () => (await load('schema/index.js')) as typeof schema;
export const bearerModule = async () => (await load('app/bearer.js')) as typeof bearer;
