import { isSpace, type Child } from '../../domain/spaces/children.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection.ts';

/** A space or a collection, as one list shows both in their order. */
export const SidebarItem = builder.interfaceRef<Child>('SidebarItem').implement({
  description: 'A space or a collection, in the order in which a sidebar shows them.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: (child) => (isSpace(child) ? 'Space' : 'Collection'),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its name.' }),
    organizationId: t.exposeID('organizationId'),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the parent collection; null at the top level of the organization.',
    }),
    position: t.exposeString('position', {
      description:
        'Order key among the spaces and collections with the same parent. They are ordered by the bytes of their keys.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last updated.' }),
  }),
});

export const SidebarItemConnection = connectionOf(
  SidebarItem,
  'SidebarItem',
  'a space or a collection',
  'spaces and collections',
);
