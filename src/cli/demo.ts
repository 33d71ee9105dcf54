import type { Command } from 'commander';
import type { Platform } from '../app/platform.ts';
import type { Beginning } from '../domain/installation/first-start.ts';
import { failure } from '../lib/errors.ts';
import { withSession } from './session.ts';

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('load the demo organization, with people, spaces and comments')
    .action(() => withSession(({ platform }) => loadDemo(platform, null)));
}

/** Loads the demo in the name of the user of the first start. */
export async function loadDemo(_platform: Platform, _beginning: Beginning | null): Promise<void> {
  throw failure('unavailable', 'There is no demo yet');
}
