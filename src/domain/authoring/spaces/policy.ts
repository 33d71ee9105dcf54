import { isInstallation } from '../../../access/actor.ts';
import { needsRole, rule, type Policy } from '../../../access/policy.ts';
import { atLeast, type Role } from '../../../access/roles.ts';
import type { EditMode } from './fields.ts';

export interface SpaceFacts {
  /** The caller's effective role. */
  readonly role: Role | null;
  readonly deleted: boolean;
  readonly editMode: EditMode;
}

const needs = needsRole(({ role, deleted }: SpaceFacts) => (deleted ? null : role));

const isAdmin = (_actor: unknown, { role }: SpaceFacts) => role === 'admin';

/** Who may do what with a space. Only admins see a deleted space. See docs/reference/access.md. */
export const spacePolicy: Policy<SpaceAction, SpaceFacts> = {
  kind: 'space',
  rules: {
    view: rule('space:read', (actor, facts) => (facts.deleted ? isAdmin(actor, facts) : atLeast(facts.role, 'read'))),
    read: rule('space:read', needs('read')),
    access: rule('space:read', needs('read')),
    comment: rule('space:comments:write', needs('comment')),
    readComments: rule('space:comments:read', needs('comment')),
    readContent: rule('space:content:read', needs('read')),
    edit: rule('space:content:write', (actor, facts) => needs('edit')(actor, facts) && facts.editMode === 'live'),
    listChangeRequests: rule('space:change-requests:read', needs('read')),
    createChangeRequest: rule('space:change-requests:write', needs('edit')),
    editContent: rule('space:content:write', needs('edit')),
    review: rule('space:change-requests:write', needs('review')),
    merge: rule('space:change-requests:merge', needs('review')),
    // An installation gets the scope for this alone, with the role that its edits need.
    triggerGitSync: rule('space:git:write', (actor, facts) =>
      needs(isInstallation(actor) ? 'edit' : 'create')(actor, facts),
    ),
    viewGitConnection: rule('space:read', needs('create')),
    connectGit: rule('space:git:write', isAdmin),
    addToSite: rule('site:write', needs('create')),
    installIntegration: rule('integration:write', needs('create')),
    admin: rule('space:write', isAdmin),
    viewInviteLinks: rule('space:read', needs('admin')),
    viewGrants: rule('space:read', needs('admin')),
  },
};

export type SpaceAction =
  | 'read'
  | 'access'
  | 'comment'
  | 'readComments'
  | 'readContent'
  | 'edit'
  | 'listChangeRequests'
  | 'createChangeRequest'
  | 'editContent'
  | 'review'
  | 'merge'
  | 'triggerGitSync'
  | 'viewGitConnection'
  | 'connectGit'
  | 'addToSite'
  | 'installIntegration'
  | 'admin'
  | 'viewInviteLinks'
  | 'viewGrants';

/** The flags of the `permissions` object. */
export const spaceFlags = [
  'view',
  'access',
  'admin',
  'viewInviteLinks',
  'edit',
  'triggerGitSync',
  'comment',
  'merge',
  'review',
  'installIntegration',
] as const satisfies readonly (SpaceAction | 'view')[];
