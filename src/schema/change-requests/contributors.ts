import { listContributors, type Contributor as ContributorModel } from '../../domain/change-requests/contributors.ts';
import { contributionKinds } from '../../domain/change-requests/fields.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { User } from '../users/user.ts';
import { ChangeRequest } from './change-request.ts';

const ContributionKindEnum = contractEnum(
  'ContributionKind',
  'What somebody does in a change request.',
  contributionKinds,
);

const Contributor = builder.objectRef<ContributorModel>('Contributor').implement({
  description: 'What one person has done in a change request, of one kind.',
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'Who did it.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.user.load(userId),
    }),
    actionType: t.expose('actionType', { type: ContributionKindEnum, description: 'What was done.' }),
    count: t.exposeInt('count', { description: 'How often: revisions, or comments and replies.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last done.' }),
  }),
});

const ContributorConnection = builder.connectionObject(
  {
    type: Contributor,
    name: 'ContributorConnection',
    interfaces: [Connection],
    description: 'A page of contributors.',
  },
  { name: 'ContributorEdge', description: 'A contributor in a list.' },
);

builder.objectField(ChangeRequest, 'contributors', (t) =>
  t.field({
    type: ContributorConnection,
    description: 'Who changed its content or said something in it, last active first; whoever did both is there twice.',
    args: { ...pageArgs },
    resolve: async (changeRequest, page, ctx, info) =>
      toConnection(await listContributors(ctx, changeRequest, pageRequest(page, info))),
  }),
);
