import { parentField } from '../../payload.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../../domain/core/context.ts';
import {
  Hostname,
  OrganizationTitle,
  communityTypes,
  organizationTypes,
  useCases,
  type CommunityType,
  type OrganizationType,
  type UseCase,
} from '../../../domain/people/organizations/fields.ts';
import {
  listOrganizationsByEmailDomain,
  getOrganizationByHostname,
} from '../../../domain/people/organizations/lookup.ts';
import { appUrl, locationUrl } from '../../../domain/core/urls.ts';
import { organizationFlags, organizationPolicy } from '../../../domain/people/organizations/policy.ts';
import {
  getOrganization,
  listOrganizations,
  type Organization as OrganizationModel,
} from '../../../domain/people/organizations/organizations.ts';
import { permissionsOf } from '../../../access/permissions.ts';
import { emptyPage } from '../../../lib/page.ts';
import { builder } from '../../builder.ts';
import { ownId } from '../../plain-fields.ts';
import { RoleEnum } from '../../access.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { readsMoreThan } from '../../own-fields.ts';
import { permissionsType } from '../../permissions.ts';
import { User } from '../users/user.ts';

/** An organization in a response. */
export interface OrganizationNode extends OrganizationModel {
  /** True for the result of a mutation, which shows its own fields without `org:read`. */
  readonly isMutationResult?: boolean;
}

export const Organization = builder.objectRef<OrganizationNode>('Organization');

/** The organization of something deleted. */
export const inOrganization = parentField(
  'organization',
  Organization,
  (ctx, { organizationId }: { readonly organizationId: string }) => getOrganization(ctx, organizationId),
);

/** Marks an organization as the result of a mutation. */
export const mutationResult = (organization: OrganizationModel): OrganizationNode => ({
  ...organization,
  isMutationResult: true,
});

const OrganizationPermissions = permissionsType('OrganizationPermissions', {
  view: 'See the organization.',
  admin: 'Administer the organization.',
  ownTeam: 'Manage the members of at least one team.',
  createContent: 'Create spaces and collections.',
  createOpenAPISpec: 'Create OpenAPI specifications.',
  ingestConversations: 'True for admins. It has no effect, because this service has no conversations.',
  viewBilling: 'True for admins. It has no effect, because this service has no billing.',
  listMembers: 'List the members of the organization.',
  listTeams: 'List the teams of the organization.',
  listIntegrations: 'List the integrations that can be installed.',
  listInstallations: 'List the installed integrations.',
  installIntegration: 'Install integrations on the organization.',
});

/** Requires `org:read` for the organization's own fields. Its members and content require other scopes. */
const own =
  <Value>(read: (organization: OrganizationModel, ctx: Context) => Value) =>
  (organization: OrganizationNode, _args: object, ctx: Context): Value => {
    if (!organization.isMutationResult) requireScope(ctx.actor, 'org:read');
    return read(organization, ctx);
  };

const OrganizationTypeEnum = contractEnum('OrganizationType', 'The kind of an organization.', organizationTypes);
const UseCaseEnum = contractEnum('UseCase', 'The purpose of the documentation of an organization.', useCases);
const CommunityTypeEnum = contractEnum('CommunityType', 'The kind of a community.', communityTypes);

builder.node(Organization, {
  description: 'An organization, which owns members, teams, collections and spaces.',
  id: { description: 'Id of the organization.', resolve: ownId },
  loadOne: (id, ctx) => getOrganization(ctx, id),
  fields: (t) => ({
    title: t.string({
      description: 'Name of the organization.',
      extensions: { limits: OrganizationTitle },
      resolve: own(({ title }) => title),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the organization was created.',
      resolve: own((o) => o.createdAt),
    }),
    emailDomains: t.stringList({
      description:
        'Email domains that admins have set. Users may join and sign in by those that the organization has proved.',
      resolve: own((o) => o.emailDomains),
    }),
    verifiedEmailDomains: t.stringList({
      description:
        'Those of `emailDomains` that the organization has proved, sorted. Users with a verified address of one of them may join.',
      resolve: own((o) => [...o.verifiedEmailDomains]),
    }),
    hostname: t.string({
      nullable: true,
      extensions: { limits: Hostname },
      description: 'Default hostname of published content; null without one.',
      resolve: own((o) => o.hostname),
    }),
    type: t.field({
      type: OrganizationTypeEnum,
      description: 'Kind of organization.',
      resolve: own((o) => o.type as OrganizationType),
    }),
  }),
});

builder.objectFields(Organization, (t) => ({
  useCase: t.field({
    type: UseCaseEnum,
    nullable: true,
    description: 'The purpose of the documentation; null when it was not set.',
    resolve: own((o) => o.useCase as UseCase | null),
  }),
  communityType: t.field({
    type: CommunityTypeEnum,
    nullable: true,
    description: 'Kind of the community; null for other organizations.',
    resolve: own((o) => o.communityType as CommunityType | null),
  }),
  defaultRole: t.field({
    type: RoleEnum,
    nullable: true,
    description: 'Role of new members; null makes them guests.',
    resolve: own((o) => o.defaultRole),
  }),
  defaultSiteId: t.id({
    nullable: true,
    description: 'Id of the site that visitors see first; null without one.',
    resolve: own((o) => o.defaultSiteId),
  }),
  logoUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the logo; null without one.',
    resolve: own((o) => o.logo),
  }),
  sso: t.boolean({ description: 'Whether members must sign in with single sign-on.', resolve: own((o) => o.sso) }),
  ai: t.boolean({ description: 'Whether AI features are enabled.', resolve: own((o) => o.ai) }),
  inviteLinks: t.boolean({ description: 'Whether invite links can be used.', resolve: own((o) => o.inviteLinks) }),
  plan: t.string({
    description: 'Plan of the organization. It is a setting of the installation.',
    resolve: own((_o, ctx) => ctx.config.PLAN),
  }),
  role: t.field({
    type: RoleEnum,
    nullable: true,
    description: "The caller's role; null for a guest.",
    resolve: own((o) => o.membership?.role ?? null),
  }),
  version: t.int({
    description: 'Number of the current version, to pass as `expectedVersion`.',
    resolve: own((o) => o.version),
  }),
}));

builder.objectFields(Organization, (t) => ({
  apiUrl: t.field({
    type: 'URL',
    description: 'URL of the organization in the REST API.',
    resolve: own((o, ctx) => locationUrl(ctx.urls, 'orgs', o.id)),
  }),
  appUrl: t.field({
    type: 'URL',
    description: 'URL of the organization in the application.',
    resolve: own((o, ctx) => appUrl(ctx.urls, 'orgs', o.id)),
  }),
  permissions: t.field({
    type: OrganizationPermissions,
    description: 'Which actions the caller may perform.',
    resolve: own((organization, ctx) => permissionsOf(organizationPolicy, organizationFlags, ctx.actor, organization)),
  }),
}));

const OrganizationConnection = connectionOf(Organization, 'Organization', 'an organization', 'organizations');

// Queries by id are nullable, so that other fields of a query remain when an object is missing.
const readsMoreThanSpaces = readsMoreThan('spaces');

builder.queryFields((t) => ({
  organization: t.field({
    type: Organization,
    nullable: true,
    description: 'An organization by id. Null with an error unless the caller is a member.',
    args: { id: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    // If only its spaces are selected, the organization is not loaded: the statement that lists them checks the membership.
    resolve: (_root, { id }, ctx, info) =>
      readsMoreThanSpaces(info) ? getOrganization(ctx, id) : ({ id } as OrganizationNode),
  }),
  organizations: t.field({
    type: OrganizationConnection,
    description: 'The organizations that the caller is a member of, newest first.',
    args: { ...pageArgs },
    resolve: async (_root, args, ctx, info) => toConnection(await listOrganizations(ctx, pageRequest(args, info))),
  }),
  organizationsByEmailDomain: t.field({
    type: [Organization],
    description:
      "The organization that has proved an email domain, so that its users may join. Empty unless the caller's verified address is in the domain.",
    args: {
      emailDomain: t.arg.string({ required: true, description: 'Domain of an email address, such as `example.org`.' }),
    },
    resolve: (_root, { emailDomain }, ctx) => listOrganizationsByEmailDomain(ctx, emailDomain),
  }),
  organizationByHostname: t.field({
    type: Organization,
    nullable: true,
    description: 'An organization by hostname. Null with an error unless the caller is a member.',
    args: { hostname: t.arg.string({ required: true, description: 'Hostname of the organization.' }) },
    resolve: (_root, { hostname }, ctx) => getOrganizationByHostname(ctx, hostname),
  }),
}));

builder.objectField(User, 'organizations', (t) =>
  t.field({
    type: OrganizationConnection,
    description: 'The organizations of the caller, newest first. Empty for every other user.',
    args: { ...pageArgs },
    resolve: async (user, args, ctx) =>
      toConnection(user.id === ctx.actor.userId ? await listOrganizations(ctx, pageRequest(args)) : emptyPage),
  }),
);
