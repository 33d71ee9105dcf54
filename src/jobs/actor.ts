import { sql, type Sql } from '../db/sql.ts';
import { scopes as allScopes, type Scope } from '../domain/access/scopes.ts';
import type { Actor } from '../domain/context.ts';
import type { Job } from '../domain/jobs/jobs.ts';
import { failure } from '../lib/errors.ts';

/** Its creator, with what the token was good for when the job was made and what the user may do now. Throws forbidden when the user is gone. */
export async function creatorOf(reader: Sql, job: Job): Promise<Actor> {
  const user = await reader.first<{ id: string; isInstanceAdmin: boolean }>(
    sql`select id, "isInstanceAdmin" from users where id = ${job.createdById}`,
  );
  if (user === null) throw failure('forbidden', 'The user who made the job is gone');
  const given = new Set(allScopes.filter((scope: Scope) => job.scopes.includes(scope)));
  return {
    userId: user.id,
    tokenId: job.id,
    scopes: given.size === allScopes.length ? 'all' : given,
    organizationId: job.tokenOrganization,
    isInstanceAdmin: user.isInstanceAdmin && job.tokenOrganization === null,
  };
}
