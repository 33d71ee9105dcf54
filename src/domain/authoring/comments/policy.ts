import { rule, type Policy } from '../../../access/policy.ts';
import { atLeast, type Role } from '../../../access/roles.ts';

export interface CommentFacts {
  readonly authorId: string;
  /** The caller's effective role on the space. */
  readonly role: Role | null;
  /** Id of the thread of a reply, which cannot be resolved itself. */
  readonly parentId?: string | null;
}

const canDiscuss = (_actor: unknown, { role }: CommentFacts) => atLeast(role, 'comment');

const isAuthor = (actor: { readonly userId: string }, { authorId }: CommentFacts) => authorId === actor.userId;

/** Who may do what with a comment. See docs/reference/access.md. */
export const commentPolicy: Policy<CommentAction, CommentFacts> = {
  kind: 'comment',
  rules: {
    view: rule('space:comments:read', canDiscuss),
    reply: rule('space:comments:write', canDiscuss),
    react: rule('space:comments:write', canDiscuss),
    edit: rule('space:comments:write', (actor, facts) => canDiscuss(actor, facts) && isAuthor(actor, facts)),
    resolve: rule(
      'space:comments:write',
      (actor, facts) =>
        canDiscuss(actor, facts) &&
        (isAuthor(actor, facts) || atLeast(facts.role, 'edit')) &&
        (facts.parentId ?? null) === null,
    ),
    delete: rule(
      'space:comments:write',
      (actor, facts) => canDiscuss(actor, facts) && (isAuthor(actor, facts) || facts.role === 'admin'),
    ),
  },
};

export type CommentAction = 'reply' | 'react' | 'edit' | 'resolve' | 'delete';

/** The actions shown in the `permissions` of a comment. */
export const commentFlags = ['view', 'edit', 'reply', 'react', 'resolve', 'delete'] as const satisfies readonly (
  | CommentAction
  | 'view'
)[];
