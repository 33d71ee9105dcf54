import { organizationFlags, organizationPolicy } from '../../domain/organizations/policy.ts';
import {
  getOrganization,
  listOrganizations,
  type Organization as OrganizationModel,
} from '../../domain/organizations/organizations.ts';
import { permissionsOf } from '../../domain/access/permissions.ts';
import { builder } from '../builder.ts';
import { RoleEnum } from '../access.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { permissionsType } from '../permissions.ts';
import { User } from '../users/user.ts';

export const Organization = builder.objectRef<OrganizationModel>('Organization');

const OrganizationPermissions = permissionsType('OrganizationPermissions', {
  view: 'See the organization.',
  admin: 'Administrate the organization.',
  ownTeam: 'Own a team.',
  createContent: 'Create spaces and collections.',
  createOpenAPISpec: 'Create OpenAPI specifications.',
  ingestConversations: 'Ingest conversations.',
  viewBilling: 'View billing.',
  listMembers: 'List the members.',
  listTeams: 'List the teams.',
  listIntegrations: 'List the integrations.',
  listInstallations: 'List the installed integrations.',
  installIntegration: 'Install integrations.',
});

builder.node(Organization, {
  description: 'An organization: its members, teams and content.',
  id: { description: 'Id of the organization.', resolve: (organization) => organization.id },
  loadOne: (id, ctx) => getOrganization(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the organization.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    defaultRole: t.expose('defaultRole', {
      type: RoleEnum,
      nullable: true,
      description: 'Role of new members; null for guests.',
    }),
    permissions: t.field({
      type: OrganizationPermissions,
      description: 'What the caller may do.',
      resolve: (organization, _args, ctx) =>
        permissionsOf(organizationPolicy, organizationFlags, ctx.actor, organization),
    }),
  }),
});

export const OrganizationConnection = builder.connectionObject(
  { type: Organization, name: 'OrganizationConnection', interfaces: [Connection], description: 'A page of organizations.' },
  { name: 'OrganizationEdge', description: 'An organization in a list.' },
);

// Nullable: one missing thing must not null a whole query.
builder.queryField('organization', (t) =>
  t.field({
    type: Organization,
    nullable: true,
    description: 'The organization of an id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    resolve: (_root, { id }, ctx) => getOrganization(ctx, id),
  }),
);

builder.objectField(User, 'organizations', (t) =>
  t.field({
    type: OrganizationConnection,
    description: 'The organizations the caller belongs to, newest first; empty for anybody else.',
    args: { ...pageArgs },
    resolve: async (user, args, ctx) =>
      toConnection(
        await listOrganizations(ctx, user.id === ctx.actor.userId ? pageRequest(args) : { after: null, first: 0 }),
      ),
  }),
);
