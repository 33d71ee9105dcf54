import { Client } from 'pg';
import { contextOf, originOf } from '../../src/app/process/context.ts';
import { openPlatform, type Platform } from '../../src/app/process/platform.ts';
import { readConfig } from '../../src/config.ts';
import type { Context } from '../../src/domain/core/context.ts';
import { allScopes } from './actor.ts';

/** A platform on a separate database, with a user who has all permissions. */
export interface OwnPlatform {
  readonly platform: Platform;
  readonly databaseUrl: string;
  /** A token of the user. */
  readonly secret: string;
  readonly context: () => Context;
  /** Drops the database. */
  readonly close: () => Promise<void>;
}

/** Creates a database beside the given one, and opens a platform on it with the given settings. */
export async function openBeside(
  besideUrl: string,
  settings: Readonly<Record<string, string>>,
  onStatement?: (text: string) => void,
): Promise<OwnPlatform> {
  const admin = new Client({ connectionString: besideUrl });
  await admin.connect();
  const name = `octavo_bench_content_${process.pid}`;
  await admin.query(`create database ${name}`);
  const url = new URL(besideUrl);
  url.pathname = `/${name}`;
  const platform = await openPlatform(readConfig({ ...settings, DATABASE_URL: url.href }), {
    log: { info: () => undefined, warn: () => undefined, error: console.error },
    urls: { base: 'http://octavo.test', app: 'http://octavo.test', sites: 'sites.test' },
    ...(onStatement && { onStatement }),
  });
  const { userId, secret } = await allScopes(platform);
  const actor = { userId, tokenId: 'tok_bench', scopes: 'all', organizationId: null, isInstanceAdmin: false } as const;
  return {
    platform,
    databaseUrl: url.href,
    secret,
    context: () =>
      contextOf(platform.services, platform.db, actor, { requestId: 'req_bench', origin: originOf('service') }),
    close: async () => {
      await platform.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
