import type { Sql } from '../db/sql.ts';
import { scopes as allScopes, type Scope } from '../access/scopes.ts';
import type { Actor, Visitor } from '../access/actor.ts';
import type { Job } from '../domain/core/jobs/jobs.ts';
import { integrationActor } from '../domain/people/tokens/integration-actor.ts';
import { findActingIntegration } from '../domain/people/tokens/queries.ts';
import { findInstanceRole } from '../domain/people/users/queries.ts';
import { visitorActor } from '../domain/people/visitors/visitor-actor.ts';
import { failure } from '../lib/errors.ts';

/**
 * Creates the actor of a job's creator, with the scopes of the token that created the job and the current permissions
 * of the user. Throws forbidden when the user was deleted.
 */
export async function loadCreator(reader: Sql, job: Job): Promise<Actor> {
  if (job.visitor !== null) return visitorActor(job.visitor as unknown as Visitor);
  const user = await findInstanceRole(reader, job.createdById);
  if (user === null) throw failure('forbidden', 'The user who created the job was deleted');
  const integration = job.installationId === null ? null : await findActingIntegration(reader, job.installationId);
  if (job.installationId !== null && integration === null)
    throw failure('forbidden', 'The installation that created the job is paused');
  const acting = integration && integrationActor(integration);
  const granted = new Set(
    allScopes.filter((scope: Scope) => job.scopes.includes(scope) && (acting?.scopes.has(scope) ?? true)),
  );
  return {
    userId: user.id,
    tokenId: job.id,
    scopes: granted.size === allScopes.length ? 'all' : granted,
    organizationId: job.tokenOrganization,
    isInstanceAdmin: user.isInstanceAdmin && job.tokenOrganization === null,
    ...(acting && { integration: acting.integration }),
  };
}
