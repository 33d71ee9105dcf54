import * as z from 'zod';
import { commentStatuses, type CommentStatus } from '../../domain/comments/fields.ts';
import { commentFlags } from '../../domain/comments/policy.ts';
import type {
  CommentBodyFragment,
  CommentFragment,
  CommentReplyFragment,
  ReactionFragment,
} from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given, permissions, Timestamp, urls } from '../shared/schemas.ts';
import { User, user } from '../users/resource.ts';

/** Contract 2.2 `reactions`. */
const Reactions = z.array(
  z.strictObject({
    emoji: z.string(),
    count: z.int(),
    users: z.array(z.strictObject({ user: User, reactedAt: Timestamp })),
  }),
);

/** Contract 2.2 `body`; with `format=document` the JSON document (decisions 2.3). */
const Body = z.union([
  z.strictObject({ markdown: z.string() }),
  z.strictObject({ document: z.looseObject({ object: z.literal('document') }) }),
]);

/** Contract 2.2 `target`; `tableCell` is disagreement 25. */
const Target = z.strictObject({
  space: z.string(),
  changeRequest: z.string().optional(),
  review: z.string().optional(),
  revision: z.string(),
  page: z
    .strictObject({
      id: z.string(),
      title: z.string(),
      emoji: z.string().optional(),
      icon: z.string().optional(),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      path: z.string(),
      outdated: z.boolean(),
    })
    .optional(),
  node: z.strictObject({ id: z.string() }).optional(),
  tableCell: z.strictObject({ record: z.string(), definition: z.string() }).optional(),
});

/** Contract 2.2. */
export const Comment = z
  .strictObject({
    object: z.literal('comment'),
    id: z.string(),
    postedBy: User,
    postedAt: Timestamp,
    editedAt: Timestamp.optional(),
    reactions: Reactions,
    replies: z.int(),
    body: Body,
    target: Target,
    status: z.enum(Object.keys(commentStatuses) as [CommentStatus, ...CommentStatus[]]),
    resolvedAt: Timestamp.optional(),
    resolvedBy: User.optional(),
    urls: urls('location'),
    permissions: permissions(commentFlags),
  })
  .meta({ id: 'Comment' });

/** Contract 2.3. */
export const CommentReply = z
  .strictObject({
    object: z.literal('comment-reply'),
    id: z.string(),
    postedBy: User,
    postedAt: Timestamp,
    editedAt: Timestamp.optional(),
    reactions: Reactions,
    body: Body,
    urls: urls('location'),
    permissions: permissions(commentFlags),
  })
  .meta({ id: 'CommentReply' });

interface WithBody {
  readonly body: CommentBodyFragment;
}

export const comment: Resource<CommentFragment & WithBody, z.infer<typeof Comment>> = {
  schema: Comment,
  present: (node) => ({
    object: 'comment',
    id: node.id,
    postedBy: user.present(node.postedBy),
    postedAt: node.postedAt,
    editedAt: given(node.editedAt),
    reactions: node.reactions.map(presentReaction),
    replies: node.repliesTotal,
    body: presentBody(node.body),
    target: presentTarget(node.target),
    status: node.status,
    resolvedAt: given(node.resolvedAt),
    resolvedBy: node.resolvedBy ? user.present(node.resolvedBy) : undefined,
    urls: { location: node.location },
    permissions: node.permissions,
  }),
};

export const commentReply: Resource<CommentReplyFragment & WithBody, z.infer<typeof CommentReply>> = {
  schema: CommentReply,
  present: (node) => ({
    object: 'comment-reply',
    id: node.id,
    postedBy: user.present(node.postedBy),
    postedAt: node.postedAt,
    editedAt: given(node.editedAt),
    reactions: node.reactions.map(presentReaction),
    body: presentBody(node.body),
    urls: { location: node.location },
    permissions: node.permissions,
  }),
};

const presentReaction = (reaction: ReactionFragment) => ({
  emoji: reaction.emoji,
  count: reaction.count,
  users: reaction.users.map((one) => ({ user: user.present(one.user), reactedAt: one.reactedAt })),
});

const presentBody = ({ markdown, document }: CommentBodyFragment): z.infer<typeof Body> =>
  typeof markdown === 'string' ? { markdown } : { document: document as { object: 'document' } };

const presentTarget = ({
  spaceId,
  changeRequestId,
  reviewId,
  revisionId,
  page,
  node,
  tableCell,
}: CommentFragment['target']) => ({
  space: spaceId,
  changeRequest: given(changeRequestId),
  review: given(reviewId),
  revision: revisionId,
  page: page
    ? {
        id: page.id,
        title: page.title,
        emoji: given(page.emoji),
        icon: given(page.icon),
        createdAt: page.createdAt,
        updatedAt: page.updatedAt,
        path: page.path,
        outdated: page.outdated,
      }
    : undefined,
  node: node ? { id: node.id } : undefined,
  tableCell: tableCell ? { record: tableCell.record, definition: tableCell.definition } : undefined,
});
