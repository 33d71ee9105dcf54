import type { FastifyRequest } from 'fastify';
import { bearerModule, configModule, contextModule, platformModule, schemaModule } from './ours.ts';
import { baseUrl } from './settings.ts';

const { readConfig } = await configModule();
const { openPlatform } = await platformModule();
const { contextOf } = await contextModule();
const { actorOf } = await bearerModule();

const log = { info: () => undefined, warn: console.warn, error: console.error };
const platform = await openPlatform(readConfig(), { log, urls: { base: baseUrl, app: baseUrl, sites: 'sites.test' } });

/** Our schema, with our resolvers on our database layer. */
export const { schema } = await schemaModule();

/** A context as our own server makes it for each request. */
export const contextFor = async ({ headers, id }: FastifyRequest) =>
  contextOf(platform.services, platform.db, await actorOf(platform.authenticate, headers.authorization), id);
