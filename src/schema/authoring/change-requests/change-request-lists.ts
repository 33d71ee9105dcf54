import type { InputShapeFromFields } from '@pothos/core';
import { enterChangeRequest, getChangeRequest } from '../../../domain/authoring/change-requests/change-requests.ts';
import { ChangeRequestOrder, changeRequestRoles } from '../../../domain/authoring/change-requests/fields.ts';
import {
  listChangeRequests,
  listOrganizationChangeRequests,
  listUserChangeRequests,
} from '../../../domain/authoring/change-requests/list.ts';
import { builder } from '../../builder.ts';
import { pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { takes } from '../../form-inputs.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { User } from '../../people/users/user.ts';
import { asParameter } from '../../member-names.ts';
import { readsOwnFields } from '../../own-fields.ts';
import { Space } from '../spaces/space.ts';
import { ChangeRequest, ChangeRequestConnection, ChangeRequestStatusEnum } from './change-request.ts';

const queryArgs = builder.args((t) => ({
  orderBy: t.field(takes(ChangeRequestOrder, 'The order; newest first when omitted.')),
  status: t.field({
    type: [ChangeRequestStatusEnum],
    defaultValue: ['open'],
    description: 'Only change requests in this status, or in one of several; open ones when omitted.',
  }),
  contributorId: t.id({
    ...asParameter('contributor'),
    description: 'Only change requests that the user with this id created or edited.',
  }),
  creatorId: t.id({
    ...asParameter('creator'),
    description: 'Only change requests that the user with this id created.',
  }),
}));

/** Returns the filter of a list, in the terms of the domain. */
const filterIn = ({ contributorId, creatorId, ...query }: InputShapeFromFields<typeof queryArgs>) => ({
  ...query,
  contributor: contributorId,
  creator: creatorId,
});

// These fields are nullable: if the caller may not read the change requests of one space, the other spaces of a list remain.
builder.objectFields(Space, (t) => ({
  changeRequests: t.field({
    type: ChangeRequestConnection,
    nullable: true,
    description:
      'The change requests of the space that the caller may see, newest first by default: open ones, or those in the states of `status`, which may be null for all.',
    args: { ...pageArgs, ...queryArgs },
    resolve: async (space, args, ctx, info) =>
      toConnection(await listChangeRequests(ctx, space.id, filterIn(args), pageRequest(args, info))),
  }),
  changeRequest: t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'A change request of the space by id or number.',
    args: { id: t.arg.id({ required: true, description: 'Id of the change request, or its number in the space.' }) },
    resolve: (space, { id }, ctx, info) =>
      readsOwnFields(info)
        ? getChangeRequest(ctx, { id, spaceId: space.id })
        : enterChangeRequest(ctx, { id, spaceId: space.id }),
  }),
}));

builder.objectField(Organization, 'changeRequests', (t) =>
  t.field({
    type: ChangeRequestConnection,
    nullable: true,
    description:
      'The change requests that the caller may see in all spaces of the organization, newest first by default: open ones, or those in the states of `status`, which may be null for all.',
    args: { ...pageArgs, ...queryArgs },
    resolve: async ({ id }, args, ctx, info) =>
      toConnection(await listOrganizationChangeRequests(ctx, id, filterIn(args), pageRequest(args, info))),
  }),
);

const ChangeRequestRoleEnum = contractEnum(
  'ChangeRequestRole',
  'What a user did with a change request.',
  changeRequestRoles,
);

builder.objectField(User, 'changeRequests', (t) =>
  t.field({
    type: ChangeRequestConnection,
    nullable: true,
    description:
      'The change requests in all organizations that the user created or reviewed, or is asked to review, and that the caller may see. Newest first by default: open ones, or those in the states of `status`, which may be null for all.',
    args: {
      ...pageArgs,
      ...queryArgs,
      role: t.arg({ type: ChangeRequestRoleEnum, description: 'Only change requests with which the user did this.' }),
      reviewRequested: t.arg.boolean({
        description: 'Only change requests where a review by the user is pending; with `false`, only others.',
      }),
    },
    resolve: async ({ id: userId }, { role, reviewRequested, ...args }, ctx, info) =>
      toConnection(
        await listUserChangeRequests(ctx, { userId, role, reviewRequested }, filterIn(args), pageRequest(args, info)),
      ),
  }),
);
