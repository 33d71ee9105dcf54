import { listChildren, listTopLevel } from '../../../domain/authoring/spaces/children.ts';
import { builder } from '../../builder.ts';
import { Collection } from '../collections/collection.ts';
import { pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { SidebarItemConnection } from './sidebar-item.ts';

builder.objectField(Collection, 'children', (t) =>
  t.field({
    type: SidebarItemConnection,
    description: 'The spaces and collections directly in the collection that the caller may read, by position.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx, info) => toConnection(await listChildren(ctx, id, pageRequest(args, info))),
  }),
);

builder.objectField(Organization, 'children', (t) =>
  t.field({
    type: SidebarItemConnection,
    description: 'The spaces and collections at the top level that the caller may read, by position.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx, info) => toConnection(await listTopLevel(ctx, id, pageRequest(args, info))),
  }),
);
