import type { FastifyRequest } from 'fastify';
import { bearerModule, configModule, contextModule, platformModule, schemaModule } from './ours.ts';
import { baseUrl } from './settings.ts';

const { readConfig } = await configModule();
const { openPlatform } = await platformModule();
const { contextOf } = await contextModule();
const { actorOf } = await bearerModule();

const log = { info: () => undefined, warn: console.warn, error: console.error };
const platform = await openPlatform(readConfig(), { log, urls: { base: baseUrl, app: baseUrl, sites: 'sites.test' } });

/** The schema of Octavo, with its resolvers and database layer. */
export const { schema } = await schemaModule();

/** Creates a context as Octavo does for each request. */
export const contextFor = async ({ headers, id }: FastifyRequest) =>
  contextOf(platform.services, platform.db, await actorOf(platform.authenticate, headers.authorization), id);
