import { rule, type Policy } from '../../../access/policy.ts';
import type { Actor } from '../../../access/actor.ts';

export interface JobFacts {
  readonly createdById: string | null;
  readonly organizationId: string | null;
  /** Whether the caller is an admin of the space or organization of the job. */
  readonly isAdmin: boolean;
}

const isConcerned = (actor: Actor, { createdById, organizationId, isAdmin }: JobFacts) =>
  isAdmin ||
  (createdById === actor.userId && (actor.organizationId === null || actor.organizationId === organizationId));

/** Who may do what with a job: its creator, and the admins of its space. */
export const jobPolicy: Policy<'cancel', JobFacts> = {
  kind: 'job',
  rules: { view: rule('space:content:read', isConcerned), cancel: rule('space:content:write', isConcerned) },
};
