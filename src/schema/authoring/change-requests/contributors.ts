import {
  listContributors,
  type Contributor as ContributorModel,
} from '../../../domain/authoring/change-requests/contributors.ts';
import { contributionKinds } from '../../../domain/authoring/change-requests/fields.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { User } from '../../people/users/user.ts';
import { ChangeRequest } from './change-request.ts';

const ContributionKindEnum = contractEnum(
  'ContributionKind',
  'A kind of contribution to a change request.',
  contributionKinds,
);

const Contributor = builder.objectRef<ContributorModel>('Contributor').implement({
  description: 'The contributions of one kind by one user.',
  fields: (t) => ({
    user: t.field({
      description: 'The user who contributed; null when the account was deleted.',
      type: User,
      nullable: true,
      resolve: ({ userId }, _args, ctx) => ctx.loaders.user.load(userId),
    }),
    actionType: t.expose('actionType', { type: ContributionKindEnum, description: 'The kind of contribution.' }),
    count: t.exposeInt('count', { description: 'Number of revisions, or of comments and replies.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the most recent contribution.' }),
  }),
});

const ContributorConnection = connectionOf(Contributor, 'Contributor', 'a contributor', 'contributors');

builder.objectField(ChangeRequest, 'contributors', (t) =>
  t.field({
    type: ContributorConnection,
    description:
      'Users who edited the content or commented, most recent contribution first. A user who did both is listed twice. Comments are counted only for callers who may read them.',
    args: { ...pageArgs },
    resolve: async (changeRequest, page, ctx, info) =>
      toConnection(await listContributors(ctx, changeRequest, pageRequest(page, info))),
  }),
);
