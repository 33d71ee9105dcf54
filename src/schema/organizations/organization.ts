import { requireScope } from '../../domain/access/policy.ts';
import type { Context } from '../../domain/context.ts';
import {
  communityTypes,
  organizationTypes,
  useCases,
  type CommunityType,
  type OrganizationType,
  type UseCase,
} from '../../domain/organizations/fields.ts';
import { listOrganizationsByEmailDomain, getOrganizationByHostname } from '../../domain/organizations/lookup.ts';
import { appUrl, locationUrl } from '../../domain/urls.ts';
import { organizationFlags, organizationPolicy } from '../../domain/organizations/policy.ts';
import {
  getOrganization,
  listOrganizations,
  type Organization as OrganizationModel,
} from '../../domain/organizations/organizations.ts';
import { permissionsOf } from '../../domain/access/permissions.ts';
import { emptyPage } from '../../lib/page.ts';
import { builder } from '../builder.ts';
import { RoleEnum } from '../access.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { readsMoreThan } from '../own-fields.ts';
import { permissionsType } from '../permissions.ts';
import { User } from '../users/user.ts';

/** An organization in an answer. */
export interface OrganizationNode extends OrganizationModel {
  /** True for what a mutation answers: the right to change it was enough to be shown it. */
  readonly isAnswer?: boolean;
}

export const Organization = builder.objectRef<OrganizationNode>('Organization');

/** The organization as the answer of a mutation. */
export const answered = (organization: OrganizationModel): OrganizationNode => ({ ...organization, isAnswer: true });

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

/** An organization leads to its content and people for other scopes; its own fields need `org:read`. */
const own =
  <Value>(read: (organization: OrganizationModel, ctx: Context) => Value) =>
  (organization: OrganizationNode, _args: object, ctx: Context): Value => {
    if (!organization.isAnswer) requireScope(ctx.actor, 'org:read');
    return read(organization, ctx);
  };

const OrganizationTypeEnum = contractEnum('OrganizationType', 'What kind of organization it is.', organizationTypes);
const UseCaseEnum = contractEnum('UseCase', 'What an organization writes documentation for.', useCases);
const CommunityTypeEnum = contractEnum('CommunityType', 'What kind of community it is.', communityTypes);

builder.node(Organization, {
  description: 'An organization: its members, teams and content.',
  id: { description: 'Id of the organization.', resolve: (organization) => organization.id },
  loadOne: (id, ctx) => getOrganization(ctx, id),
  fields: (t) => ({
    title: t.string({ description: 'Name of the organization.', resolve: own(({ title }) => title) }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was created.', resolve: own((o) => o.createdAt) }),
    emailDomains: t.stringList({
      description: 'Whoever has a verified address in one of them may join.',
      resolve: own((o) => o.emailDomains),
    }),
    hostname: t.string({
      nullable: true,
      description: 'Default hostname of public content.',
      resolve: own((o) => o.hostname),
    }),
    type: t.field({
      type: OrganizationTypeEnum,
      description: 'What kind of organization it is.',
      resolve: own((o) => o.type as OrganizationType),
    }),
  }),
});

builder.objectFields(Organization, (t) => ({
  useCase: t.field({
    type: UseCaseEnum,
    nullable: true,
    description: 'What it writes documentation for.',
    resolve: own((o) => o.useCase as UseCase | null),
  }),
  communityType: t.field({
    type: CommunityTypeEnum,
    nullable: true,
    description: 'What kind of community it is.',
    resolve: own((o) => o.communityType as CommunityType | null),
  }),
  defaultRole: t.field({
    type: RoleEnum,
    nullable: true,
    description: 'Role of new members; null for guests.',
    resolve: own((o) => o.defaultRole),
  }),
  defaultSiteId: t.id({
    nullable: true,
    description: 'Id of the site that is its default content.',
    resolve: own((o) => o.defaultSiteId),
  }),
  logo: t.string({ nullable: true, description: 'URL of its logo.', resolve: own((o) => o.logo) }),
  sso: t.boolean({ description: 'Whether SSO is enforced.', resolve: own((o) => o.sso) }),
  ai: t.boolean({ description: 'Whether AI features are enabled.', resolve: own((o) => o.ai) }),
  inviteLinks: t.boolean({ description: 'Whether invite links work.', resolve: own((o) => o.inviteLinks) }),
  plan: t.string({ description: 'The plan of the installation.', resolve: own((_o, ctx) => ctx.config.PLAN) }),
  role: t.field({
    type: RoleEnum,
    nullable: true,
    description: "The caller's role; null for a guest.",
    resolve: own((o) => o.membership?.role ?? null),
  }),
  version: t.int({ description: 'Counts its changes; see `expectedVersion`.', resolve: own((o) => o.version) }),
  location: t.string({
    description: 'URL of the organization in the REST API.',
    resolve: own((o, ctx) => locationUrl(ctx.urls, 'orgs', o.id)),
  }),
  app: t.string({
    description: 'URL of the organization in the application.',
    resolve: own((o, ctx) => appUrl(ctx.urls, 'orgs', o.id)),
  }),
  permissions: t.field({
    type: OrganizationPermissions,
    description: 'What the caller may do.',
    resolve: own((organization, ctx) => permissionsOf(organizationPolicy, organizationFlags, ctx.actor, organization)),
  }),
}));

const OrganizationConnection = builder.connectionObject(
  {
    type: Organization,
    name: 'OrganizationConnection',
    interfaces: [Connection],
    description: 'A page of organizations.',
  },
  { name: 'OrganizationEdge', description: 'An organization in a list.' },
);

// Nullable: one missing thing must not null a whole query.
const readsMoreThanSpaces = readsMoreThan('spaces');

builder.queryFields((t) => ({
  organization: t.field({
    type: Organization,
    nullable: true,
    description: 'The organization of an id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    // The list of spaces proves the membership in the statement that reads it.
    resolve: (_root, { id }, ctx, info) =>
      readsMoreThanSpaces(info) ? getOrganization(ctx, id) : ({ id } as OrganizationNode),
  }),
  organizations: t.field({
    type: OrganizationConnection,
    description: 'The organizations the caller belongs to, newest first.',
    args: { ...pageArgs },
    resolve: async (_root, args, ctx, info) => toConnection(await listOrganizations(ctx, pageRequest(args, info))),
  }),
  organizationsByEmailDomain: t.field({
    type: [Organization],
    description: "The organizations that take in a domain's addresses; none unless the caller's verified one is of it.",
    args: { emailDomain: t.arg.string({ required: true, description: 'Such as `example.org`.' }) },
    resolve: (_root, { emailDomain }, ctx) => listOrganizationsByEmailDomain(ctx, emailDomain),
  }),
  organizationByHostname: t.field({
    type: Organization,
    nullable: true,
    description: 'The organization of a hostname.',
    args: { hostname: t.arg.string({ required: true, description: 'The `hostname` of the organization.' }) },
    resolve: (_root, { hostname }, ctx) => getOrganizationByHostname(ctx, hostname),
  }),
}));

builder.objectField(User, 'organizations', (t) =>
  t.field({
    type: OrganizationConnection,
    description: 'The organizations the caller belongs to, newest first; empty for anybody else.',
    args: { ...pageArgs },
    resolve: async (user, args, ctx) =>
      toConnection(user.id === ctx.actor.userId ? await listOrganizations(ctx, pageRequest(args)) : emptyPage),
  }),
);
