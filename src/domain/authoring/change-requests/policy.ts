import { needsRole, rule, type Policy } from '../../../access/policy.ts';
import { atLeast, type Role } from '../../../access/roles.ts';
import type { ChangeRequestStatus } from './fields.ts';

export interface ChangeRequestFacts {
  /** The caller's effective role on the space; null when the space is deleted. */
  readonly role: Role | null;
  readonly status: ChangeRequestStatus;
  /** Null when the author's account was deleted. */
  readonly createdById: string | null;
}

type Allows = (actor: { readonly userId: string }, facts: ChangeRequestFacts) => boolean;

export const isAuthor: Allows = ({ userId }, { createdById }) => createdById === userId;

const canSee: Allows = (actor, facts) =>
  atLeast(facts.role, 'read') && (facts.status !== 'draft' || isAuthor(actor, facts) || atLeast(facts.role, 'edit'));

const needs = needsRole(({ role }: ChangeRequestFacts) => role);

/** Authors need `edit`, everybody else needs `review`. */
const canEdit: Allows = (actor, facts) => atLeast(facts.role, isAuthor(actor, facts) ? 'edit' : 'review');

/** Who may do what with a change request. See docs/reference/access.md. */
export const changeRequestPolicy: Policy<ChangeRequestAction, ChangeRequestFacts> = {
  kind: 'change request',
  rules: {
    view: rule('space:change-requests:read', canSee),
    readContent: rule('space:content:read', canSee),
    edit: rule('space:change-requests:write', canEdit),
    editContent: rule('space:content:write', canEdit),
    review: rule('space:change-requests:write', needs('review')),
    merge: rule('space:change-requests:merge', needs('review')),
    update: rule('space:change-requests:write', needs('edit')),
  },
};

export type ChangeRequestAction = 'readContent' | 'edit' | 'editContent' | 'review' | 'merge' | 'update';
