import { inTurn } from '../../domain/budget.ts';
import {
  findMergedFrom,
  getChangeRequest,
  isOutdated,
  type ChangeRequest as ChangeRequestModel,
} from '../../domain/change-requests/change-requests.ts';
import { changeRequestStatuses } from '../../domain/change-requests/fields.ts';
import { contentOfChangeRequest } from '../../domain/content/revisions.ts';
import { documentOrText } from '../../domain/rich-text/from-markdown.ts';
import { findSpace } from '../../domain/spaces/spaces.ts';
import { appUrl, locationUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { Connection } from '../connection.ts';
import { asAsked, contentArgs, Revision } from '../content/revision.ts';
import { contractEnum } from '../enums.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../users/user.ts';

export const ChangeRequestStatusEnum = contractEnum(
  'ChangeRequestStatus',
  'How far a change request is.',
  changeRequestStatuses,
);

export const ChangeRequest = builder.objectRef<ChangeRequestModel>('ChangeRequest');

builder.node(ChangeRequest, {
  description: 'Content of a space under work beside the main content, until it is merged.',
  id: { description: 'Id of the change request.', resolve: (changeRequest) => changeRequest.id },
  loadOne: (id, ctx) => getChangeRequest(ctx, { id }),
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Its number in the space: 1, 2, 3 and on, without gap.' }),
    status: t.expose('status', { type: ChangeRequestStatusEnum, description: 'How far it is.' }),
    subject: t.exposeString('subject', { description: 'What it is about.' }),
    description: t.exposeString('description', { description: 'What it is for, in Markdown; empty for nothing said.' }),
    descriptionDocument: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The same as a JSON document; null for nothing said.',
      resolve: ({ description }, _args, ctx) =>
        description === '' ? null : inTurn(ctx, () => documentOrText(description)),
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of its space.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of its active revision.' }),
    revisionInitialId: t.exposeID('revisionInitialId', { description: 'Id of the main revision it was made from.' }),
    revisionMergedAncestorId: t.exposeID('revisionMergedAncestorId', {
      nullable: true,
      description: 'Id of the newest main revision that an update brought in.',
    }),
    revisionMergedId: t.exposeID('revisionMergedId', {
      nullable: true,
      description: 'Id of the main revision that its merge made.',
    }),
    commentsOpen: t.exposeInt('comments', { description: 'Count of opened comments.' }),
    outdated: t.boolean({ description: 'Whether main content has moved on since.', resolve: isOutdated }),
    version: t.exposeInt('version', { description: 'Counts its changes; see `expectedVersion`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'Who made it.',
      resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.loaders.user.load(createdById)),
    }),
    location: t.string({
      description: 'URL of the change request in the REST API.',
      resolve: ({ spaceId, id }, _args, ctx) => locationUrl(ctx.urls, 'spaces', spaceId, 'change-requests', id),
    }),
    app: t.string({
      description: 'URL of the change request in the application.',
      resolve: ({ spaceId, id }, _args, ctx) => appUrl(ctx.urls, 'spaces', spaceId, 'change-requests', id),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'Its space.',
      resolve: ({ spaceId }, _args, ctx) => findSpace(ctx, spaceId),
    }),
    content: t.field({
      type: Revision,
      description: 'The content: its active revision.',
      args: { ...contentArgs },
      resolve: async (changeRequest, args, ctx) => asAsked(await contentOfChangeRequest(ctx, changeRequest), args),
    }),
  }),
});

export const ChangeRequestConnection = builder.connectionObject(
  {
    type: ChangeRequest,
    name: 'ChangeRequestConnection',
    interfaces: [Connection],
    description: 'A page of change requests.',
  },
  { name: 'ChangeRequestEdge', description: 'A change request in a list.' },
);

builder.objectField(Revision, 'mergedFrom', (t) =>
  t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'The change request that was merged by it; null for whoever may not see change requests.',
    resolve: (revision, _args, ctx) => findMergedFrom(ctx, revision),
  }),
);
