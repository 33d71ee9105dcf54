import { enterChangeRequest, getChangeRequest } from '../../../domain/authoring/change-requests/change-requests.ts';
import { listChangeRequests, listOrganizationChangeRequests } from '../../../domain/authoring/change-requests/list.ts';
import { builder } from '../../builder.ts';
import { pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { readsOwnFields } from '../../own-fields.ts';
import { Space } from '../spaces/space.ts';
import { ChangeRequest, ChangeRequestConnection, ChangeRequestStatusEnum } from './change-request.ts';

const filterArgs = builder.args((t) => ({
  status: t.field({
    type: ChangeRequestStatusEnum,
    description: 'Only change requests in this status; all when omitted.',
  }),
  contributor: t.id({ description: 'Only change requests that the user with this id created or edited.' }),
  creator: t.id({ description: 'Only change requests that the user with this id created.' }),
}));

// These fields are nullable: if the caller may not read the change requests of one space, the other spaces of a list remain.
builder.objectFields(Space, (t) => ({
  changeRequests: t.field({
    type: ChangeRequestConnection,
    nullable: true,
    description: 'The change requests of the space that the caller may see, newest first.',
    args: { ...pageArgs, ...filterArgs },
    resolve: async (space, { status, contributor, creator, ...page }, ctx, info) =>
      toConnection(await listChangeRequests(ctx, space.id, { status, contributor, creator }, pageRequest(page, info))),
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
    description: 'The change requests that the caller may see in all spaces of the organization, newest first.',
    args: { ...pageArgs, ...filterArgs },
    resolve: async ({ id }, { status, contributor, creator, ...page }, ctx, info) => {
      const filter = { status, contributor, creator };
      return toConnection(await listOrganizationChangeRequests(ctx, id, filter, pageRequest(page, info)));
    },
  }),
);
