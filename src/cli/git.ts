import { connectionStates } from '../domain/exchange/git/connection-states.ts';
import { counted } from '../lib/counted.ts';
import { withSession } from './session.ts';

/** Prints the connections of spaces with Git repositories, and how their last syncs ended. */
export async function printGitStatus(): Promise<void> {
  await withSession(async ({ platform }) => {
    let count = 0;
    for await (const connection of connectionStates(platform.db.sql)) {
      const { spaceId, title, url, ref, directory, status, failures, endedAt, error, changeRequestId } = connection;
      const place = [url, ref.replace(/^refs\/heads\//, ''), directory].filter((part) => part !== '').join(' ');
      const last = endedAt === null ? 'no sync yet' : `last sync ${endedAt}`;
      const failed = failures === 0 ? [] : [counted(failures, 'failure'), error ?? ''];
      const waits = changeRequestId === null ? '' : `waits for ${changeRequestId}`;
      console.log([spaceId, title, place, status, last, ...failed, waits].filter((part) => part !== '').join('  '));
      count += 1;
    }
    console.log(`${counted(count, 'connection')}.`);
  });
}
