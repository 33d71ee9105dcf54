import type { Actor } from '../../../access/actor.ts';
import { allowed, needsRole, rule, type Policy } from '../../../access/policy.ts';
import type { Role } from '../../../access/roles.ts';

export interface CollectionFacts {
  /** The caller's effective role. */
  readonly role: Role | null;
}

const needs = needsRole(({ role }: CollectionFacts) => role);

export const collectionPolicy = {
  kind: 'collection',
  rules: {
    view: rule('collection:read', needs('read')),
    listSpaces: rule('space:read', needs('read')),
    create: rule('space:write', needs('create')),
    createCollection: rule('collection:write', needs('create')),
    admin: rule('collection:write', needs('admin')),
    viewInviteLinks: rule('collection:read', needs('admin')),
    viewGrants: rule('collection:read', needs('admin')),
  },
} satisfies Policy<string, CollectionFacts>;

export type CollectionAction = keyof typeof collectionPolicy.rules;

export const isAllowedInCollection = (action: CollectionAction, actor: Actor, collection: CollectionFacts): boolean =>
  allowed<Exclude<CollectionAction, 'view'>, CollectionFacts>(collectionPolicy, action, actor, collection);

/** The flags of the `permissions` object. */
export const collectionFlags = ['view', 'admin', 'viewInviteLinks', 'create'] as const;
