import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { ConfigError } from '../../config.ts';
import { asOperator } from '../../domain/core/acting.ts';
import { beginInstallation, isNew, type FirstStart } from '../../domain/operations/installation/first-start.ts';
import { contextOf, originOf } from './context.ts';
import type { Platform } from './platform.ts';

/**
 * Creates the first user, organization and token of an empty installation, and writes the token to
 * BOOTSTRAP_TOKEN_FILE. Returns null when users exist. Throws ConfigError when the file cannot be written, before
 * anything is created.
 */
export async function bootstrap({ config, db, services }: Platform): Promise<FirstStart | null> {
  if (!(await isNew(db))) return null;
  const file = config.BOOTSTRAP_TOKEN_FILE === undefined ? null : await prepareFile(config.BOOTSTRAP_TOKEN_FILE);
  try {
    const ctx = contextOf(services, db, asOperator('nobody'), {
      requestId: 'first-start',
      origin: originOf('service'),
    });
    const beginning = await beginInstallation(ctx, {
      displayName: config.BOOTSTRAP_USER,
      email: config.BOOTSTRAP_EMAIL ?? null,
      organization: config.BOOTSTRAP_ORGANIZATION,
    });
    if (beginning) await file?.publish(`${beginning.secret}\n`);
    return beginning;
  } finally {
    await file?.discard();
  }
}

/** Creates a temporary file beside the target, readable by its owner only. `publish` writes it and renames it to the target. */
async function prepareFile(path: string) {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600).catch((error: Error) => {
    throw new ConfigError([`BOOTSTRAP_TOKEN_FILE: cannot be written (${error.message})`]);
  });
  return {
    publish: async (text: string) => {
      await handle.writeFile(text);
      await handle.sync();
      await rename(draft, path);
    },
    discard: async () => {
      await handle.close();
      await rm(draft, { force: true });
    },
  };
}
