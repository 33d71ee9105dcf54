import { rule, type Policy } from '../access/policy.ts';
import { atLeast, type Role } from '../access/roles.ts';
import type { ChangeRequestStatus } from './fields.ts';

export interface ChangeRequestFacts {
  /** The caller's effective role on the space; null when the space is deleted. */
  readonly role: Role | null;
  readonly status: ChangeRequestStatus;
  /** Null when the author is gone. */
  readonly createdById: string | null;
}

type Allows = (actor: { readonly userId: string }, facts: ChangeRequestFacts) => boolean;

/** Reviewing is for the others. */
export const isAuthor: Allows = ({ userId }, { createdById }) => createdById === userId;

const canSee: Allows = (actor, facts) =>
  atLeast(facts.role, 'read') && (facts.status !== 'draft' || isAuthor(actor, facts) || atLeast(facts.role, 'edit'));

const needs =
  (needed: Role): Allows =>
  (_actor, { role }) =>
    atLeast(role, needed);

/** One's own with `edit`, another's with `review`. */
const canChange: Allows = (actor, facts) => atLeast(facts.role, isAuthor(actor, facts) ? 'edit' : 'review');

/** The authorisation matrix, sections 4.6 and 4.7. */
export const changeRequestPolicy: Policy<ChangeRequestAction, ChangeRequestFacts> = {
  kind: 'change request',
  rules: {
    view: rule('space:change-requests:read', canSee),
    readContent: rule('space:content:read', canSee),
    edit: rule('space:change-requests:write', canChange),
    editContent: rule('space:content:write', canChange),
    review: rule('space:change-requests:write', needs('review')),
    merge: rule('space:change-requests:merge', needs('review')),
    update: rule('space:change-requests:write', needs('edit')),
  },
};

export type ChangeRequestAction = 'readContent' | 'edit' | 'editContent' | 'review' | 'merge' | 'update';
