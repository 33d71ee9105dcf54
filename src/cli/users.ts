import { listUsers } from '../domain/people/users/queries.ts';
import { withSession } from './session.ts';

const pageSize = 500;

/** Prints the users of the installation, sorted by id. */
export async function printUsers(): Promise<void> {
  await withSession(async ({ platform }) => {
    let after: string | null = null;
    for (;;) {
      // Each page begins after the last user of the previous page.
      const users: Awaited<ReturnType<typeof listUsers>> = await listUsers(platform.db.sql, after, pageSize);
      for (const { id, email, displayName, isInstanceAdmin, organizationId, organizations } of users) {
        const role = isInstanceAdmin ? 'administrator' : '';
        const kind = organizationId === null ? role : `managed by ${organizationId}`;
        console.log(
          [id, email ?? 'no email', displayName, `${organizations} organizations`, kind].join('  ').trimEnd(),
        );
      }
      const last = users.at(-1);
      if (last === undefined || users.length < pageSize) return;
      after = last.id;
    }
  });
}
