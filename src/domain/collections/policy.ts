import type { Actor } from '../context.ts';
import { allowed, rule, type Policy } from '../access/policy.ts';
import { atLeast, type Role } from '../access/roles.ts';

export interface CollectionFacts {
  /** The caller's effective role. */
  readonly role: Role | null;
}

const needs =
  (needed: Role) =>
  (_actor: unknown, { role }: CollectionFacts) =>
    atLeast(role, needed);

/** Contract 2.4 `permissions`; decisions 5.2. */
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

/** True when the caller may do it. */
export const mayIn = (action: CollectionAction, actor: Actor, collection: CollectionFacts): boolean =>
  allowed<Exclude<CollectionAction, 'view'>, CollectionFacts>(collectionPolicy, action, actor, collection);

/** The flags of the contract's `permissions` object. */
export const collectionFlags = ['view', 'admin', 'viewInviteLinks', 'create'] as const;
