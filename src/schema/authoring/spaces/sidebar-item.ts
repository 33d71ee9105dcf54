import { isSpace, type Child } from '../../../domain/authoring/spaces/children.ts';
import { builder } from '../../builder.ts';
import { connectionOf } from '../../connection.ts';

/** The interface of spaces and collections, which one list contains in a common order. */
export const SidebarItem = builder.interfaceRef<Child>('SidebarItem').implement({
  description: 'A space or a collection, as listed in a sidebar.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: (child) => (isSpace(child) ? 'Space' : 'Collection'),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the space or collection.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that owns it.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the parent collection; null at the top level of the organization.',
    }),
    position: t.exposeString('position', {
      description: 'Sort key among the spaces and collections with the same parent. Keys are compared byte by byte.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the space or collection was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the space or collection was last updated.',
    }),
  }),
});

export const SidebarItemConnection = connectionOf(
  SidebarItem,
  'SidebarItem',
  'a space or a collection',
  'spaces and collections',
);
