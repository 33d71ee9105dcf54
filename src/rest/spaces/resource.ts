import * as z from 'zod';
import { editModes, spaceVisibilities, type EditMode, type SpaceVisibility } from '../../domain/spaces/fields.ts';
import { spaceFlags } from '../../domain/spaces/policy.ts';
import type { SpaceFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given, permissions, RoleOrNull, Timestamp, urls } from '../shared/schemas.ts';

/** Contract 2.5, with what newer clients read beside it (disagreement 18). */
export const Space = z
  .strictObject({
    object: z.literal('space'),
    id: z.string(),
    title: z.string().max(50),
    emoji: z.string().max(50),
    visibility: z.enum(Object.keys(spaceVisibilities) as [SpaceVisibility, ...SpaceVisibility[]]),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Timestamp.optional(),
    editMode: z.enum(Object.keys(editModes) as [EditMode, ...EditMode[]]),
    organization: z.string(),
    parent: z.string().optional(),
    revision: z.string(),
    defaultLevel: RoleOrNull,
    comments: z.int(),
    changeRequests: z.int(),
    changeRequestsOpen: z.int(),
    changeRequestsDraft: z.int(),
    mergeRules: z.strictObject({ type: z.literal('inherit') }),
    urls: urls('location', 'app').extend({ icon: z.string().optional() }),
    permissions: permissions(spaceFlags),
  })
  .meta({ id: 'Space' });

export const space: Resource<SpaceFragment, z.infer<typeof Space>> = {
  schema: Space,
  present: (node) => ({
    object: 'space',
    id: node.id,
    title: node.title,
    emoji: node.emoji,
    visibility: node.visibility,
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
    deletedAt: given(node.deletedAt),
    editMode: node.editMode,
    organization: node.organizationId,
    parent: given(node.parentId),
    revision: node.revisionId,
    defaultLevel: given(node.defaultLevel) ?? null,
    comments: node.commentsOpen,
    changeRequests: node.changeRequestsTotal,
    changeRequestsOpen: node.changeRequestsOpen,
    changeRequestsDraft: node.changeRequestsDraft,
    mergeRules: { type: 'inherit' },
    urls: { location: node.location, app: node.app, icon: given(node.icon) },
    permissions: node.permissions,
  }),
};
