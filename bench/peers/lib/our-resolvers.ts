import type { FastifyRequest } from 'fastify';
import { toActor } from '../../../src/app/http/bearer.ts';
import { contextOf } from '../../../src/app/process/context.ts';
import { openPlatform } from '../../../src/app/process/platform.ts';
import { readConfig } from '../../../src/config.ts';
import { baseUrl } from './settings.ts';

const log = { info: () => undefined, warn: console.warn, error: console.error };
const platform = await openPlatform(readConfig(), { log, urls: { base: baseUrl, app: baseUrl, sites: 'sites.test' } });

/** Our schema, with our resolvers on our database layer. */
export { schema } from '../../../src/schema/index.ts';

/** A context as our own server makes it for each request. */
export const contextFor = async ({ headers, id }: FastifyRequest) =>
  contextOf(platform.services, platform.db, await toActor(platform.authenticate, headers.authorization), id);
