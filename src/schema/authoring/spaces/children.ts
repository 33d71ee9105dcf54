import { MemberSearchText } from '../../../domain/people/members/fields.ts';
import { listChildren, listTopLevel } from '../../../domain/authoring/spaces/children.ts';
import { ChildOrder } from '../../../domain/authoring/tree/list-query.ts';
import { builder } from '../../builder.ts';
import { Collection } from '../collections/collection.ts';
import { pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { takes } from '../../form-inputs.ts';
import { SidebarItemConnection } from './sidebar-item.ts';

const childrenArgs = builder.args((t) => ({
  orderBy: t.field(takes(ChildOrder, 'The order; that of the sidebar when omitted.')),
  title: t.string({
    description: 'Only those whose title contains this text, ignoring case.',
    validate: MemberSearchText,
  }),
}));

builder.objectField(Collection, 'children', (t) =>
  t.field({
    type: SidebarItemConnection,
    description:
      'The spaces and collections directly in the collection that the caller may read, by position by default.',
    args: { ...pageArgs, ...childrenArgs },
    resolve: async ({ id }, { orderBy, title, ...page }, ctx, info) =>
      toConnection(await listChildren(ctx, id, pageRequest(page, info), { orderBy, title })),
  }),
);

builder.objectField(Organization, 'children', (t) =>
  t.field({
    type: SidebarItemConnection,
    description: 'The spaces and collections at the top level that the caller may read, by position by default.',
    args: { ...pageArgs, ...childrenArgs },
    resolve: async ({ id }, { orderBy, title, ...page }, ctx, info) =>
      toConnection(await listTopLevel(ctx, id, pageRequest(page, info), { orderBy, title })),
  }),
);
