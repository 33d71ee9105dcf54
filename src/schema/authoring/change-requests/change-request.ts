import { parentField } from '../../payload.ts';
import {
  findMergedFrom,
  getChangeRequest,
  isOutdated,
  type ChangeRequest as ChangeRequestModel,
} from '../../../domain/authoring/change-requests/change-requests.ts';
import { ChangeRequestSubject, changeRequestStatuses } from '../../../domain/authoring/change-requests/fields.ts';
import { contentOfChangeRequest } from '../../../domain/authoring/content/revisions.ts';
import { convertToDocument } from '../../../domain/authoring/content/convert-to-document.ts';
import { convertToHtml } from '../../../domain/authoring/content/convert-to-html.ts';
import { findSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { appUrl, locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { ownId } from '../../plain-fields.ts';
import { connectionOf } from '../../connection.ts';
import { withContentOptions, contentArgs, Revision } from '../content/revision.ts';
import { contractEnum } from '../../enums.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../../people/users/user.ts';

export const ChangeRequestStatusEnum = contractEnum(
  'ChangeRequestStatus',
  'The status of a change request.',
  changeRequestStatuses,
);

export const ChangeRequest = builder.objectRef<ChangeRequestModel>('ChangeRequest');

/** The change request of something deleted, if it was in one. */
export const inChangeRequest = parentField(
  'changeRequest',
  ChangeRequest,
  async (ctx, { changeRequestId }: { readonly changeRequestId: string | null }) =>
    changeRequestId === null ? null : getChangeRequest(ctx, { id: changeRequestId }),
);

builder.node(ChangeRequest, {
  description:
    'A proposal to change the content of a space, which is edited and reviewed until it is merged or archived.',
  id: { description: 'Id of the change request.', resolve: ownId },
  loadOne: (id, ctx) => getChangeRequest(ctx, { id }),
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Number in the space: 1, 2, 3 and so on, without gaps.' }),
    status: t.expose('status', {
      description: 'Whether it is in work, ready for review, merged or closed.',
      type: ChangeRequestStatusEnum,
    }),
    subject: t.exposeString('subject', {
      description: 'One line that says what it changes; empty for a new one without it.',
      extensions: { limits: ChangeRequestSubject },
    }),
    description: t.exposeString('description', { description: 'The description as Markdown; empty without one.' }),
    descriptionDocument: t.field({
      type: 'RichDocument',
      nullable: true,
      description: `The description as a JSON document; null without one. ${freeForms.document}`,
      resolve: ({ description }, _args, ctx) => (description === '' ? null : convertToDocument(ctx, description)),
    }),
    descriptionHtml: t.string({
      nullable: true,
      description: 'The description as HTML without scripts, styles and forms; null without one.',
      resolve: ({ description }, _args, ctx) => (description === '' ? null : convertToHtml(ctx, description)),
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space whose content it changes.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the active revision of the change request.' }),
    revisionInitialId: t.exposeID('revisionInitialId', {
      description: 'Id of the main revision that the change request was created from.',
    }),
    revisionMergedAncestorId: t.exposeID('revisionMergedAncestorId', {
      nullable: true,
      description: 'Id of the main revision that was last merged into the change request; null before an update.',
    }),
    revisionMergedId: t.exposeID('revisionMergedId', {
      nullable: true,
      description: 'Id of the main revision that the merge created; null until the change request is merged.',
    }),
    outdated: t.boolean({
      description: 'Whether the main content has changed since the change request was created or last updated from it.',
      resolve: isOutdated,
    }),
    version: t.exposeInt('version', {
      description: 'Increases with every change. Pass it as `expectedVersion` to detect concurrent changes.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'The author; null when the account was deleted.',
      resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.loaders.user.load(createdById)),
    }),
  }),
});

builder.objectFields(ChangeRequest, (t) => ({
  apiUrl: t.field({
    type: 'URL',
    description: 'URL of the change request in the REST API.',
    resolve: ({ spaceId, id }, _args, ctx) => locationUrl(ctx.urls, 'spaces', spaceId, 'change-requests', id),
  }),
  appUrl: t.field({
    type: 'URL',
    description: 'URL of the change request in the application.',
    resolve: ({ spaceId, id }, _args, ctx) => appUrl(ctx.urls, 'spaces', spaceId, 'change-requests', id),
  }),
  space: t.field({
    description: 'The space whose content it changes; null when the caller may not read it.',
    type: Space,
    nullable: true,
    resolve: ({ spaceId }, _args, ctx) => findSpace(ctx, spaceId),
  }),
  content: t.field({
    type: Revision,
    description: 'The content of the change request, which is its active revision.',
    args: { ...contentArgs },
    resolve: async (changeRequest, args, ctx) =>
      withContentOptions(await contentOfChangeRequest(ctx, changeRequest), args),
  }),
  pullRequestUrl: t.field({
    type: 'URL',
    nullable: true,
    description:
      'Page of the pull request that it shows, where it is edited, merged and closed instead of here; null for all others, and for visitors.',
    resolve: ({ pullRequestUrl }, _args, { actor }) => (actor.visitor ? null : pullRequestUrl),
  }),
  closedAt: t.expose('closedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Time of the merge or of archiving; null while the change request is a draft or open.',
  }),
  mergedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the merge; null until the change request is merged.',
    resolve: ({ status, closedAt }) => (status === 'merged' ? closedAt : null),
  }),
  mergedBy: t.field({
    type: User,
    nullable: true,
    description: 'The user who merged it; null until it is merged, or when the account was deleted.',
    resolve: async ({ revisionMergedId }, _args, ctx) => {
      const merge = revisionMergedId === null ? null : await ctx.loaders.revision.load(revisionMergedId);
      return merge?.createdById ? ctx.loaders.user.load(merge.createdById) : null;
    },
  }),
}));

export const ChangeRequestConnection = connectionOf(
  ChangeRequest,
  'ChangeRequest',
  'a change request',
  'change requests',
);

builder.objectField(Revision, 'mergedFrom', (t) =>
  t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'The change request whose merge created this revision; null for callers who may not see it.',
    resolve: (revision, _args, ctx) => findMergedFrom(ctx, revision),
  }),
);
