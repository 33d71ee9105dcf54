import { Admits, ClientId, Issuer, Trust } from '../../../domain/people/oidc/fields.ts';
import {
  getOidcProvider,
  getOidcProviderById,
  listOidcProviders,
  oidcServiceUrls,
  type OidcProvider as OidcProviderModel,
} from '../../../domain/people/oidc/providers.ts';
import { ProviderLabel } from '../../../domain/people/providers/fields.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { RoleEnum } from '../../access.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { Organization } from '../organizations/organization.ts';
import { ownId } from '../../plain-fields.ts';
import { Team } from '../teams/team.ts';

const OidcService = builder.objectRef<ReturnType<typeof oidcServiceUrls>>('OidcService').implement({
  description: 'The addresses of this service for an OpenID Connect provider.',
  fields: (t) => ({
    redirectUrl: t.expose('redirectURL', {
      type: 'URL',
      description: 'Redirect URI to enter at the identity provider, which sends the browser there after a sign-in.',
    }),
    startUrl: t.expose('startURL', { type: 'URL', description: 'URL at which a browser starts the sign-in.' }),
  }),
});

const RequiredClaim = builder.objectRef<NonNullable<OidcProviderModel['requires']>>('RequiredClaim').implement({
  description: 'A claim that people must have to be admitted.',
  fields: (t) => ({
    claim: t.exposeString('claim', { description: 'Name of the claim, or a path with dots.' }),
    values: t.exposeStringList('values', { description: 'The claim must be, or contain, one of these values.' }),
  }),
});

const RoleRule = builder.objectRef<OidcProviderModel['roles'][number]>('RoleRule').implement({
  description: 'What a value of a claim gives a person at each sign-in.',
  fields: (t) => ({
    claim: t.exposeString('claim', { description: 'Name of the claim, or a path with dots.' }),
    value: t.exposeString('value', { description: 'The claim must be, or contain, this value.' }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Role in the organization; null when the rule gives none.',
      resolve: ({ role }) => role ?? null,
    }),
    teamIds: t.field({
      type: ['ID'],
      description: 'Ids of the teams that the person is in while the rule holds.',
      resolve: ({ teams }) => teams ?? [],
    }),
  }),
});

export const OidcProvider = builder.objectRef<OidcProviderModel>('OidcProvider');

builder.node(OidcProvider, {
  description: 'An OpenID Connect provider that members of an organization sign in with.',
  id: { description: 'Id of the provider.', resolve: ownId },
  loadOne: (id, ctx) => getOidcProviderById(ctx, id),
  fields: (t) => ({
    label: t.exposeString('label', {
      description: 'Name on the sign-in page.',
      extensions: { limits: ProviderLabel },
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization of the provider.' }),
    issuerUrl: t.expose('issuer', {
      type: 'URL',
      description: 'Issuer of the identity provider, which every token names.',
      extensions: { limits: Issuer },
    }),
    clientId: t.exposeString('clientId', {
      description: 'Client id that the identity provider gave this service.',
      extensions: { limits: ClientId },
    }),
    hasClientSecret: t.boolean({
      description: 'Whether a client secret is stored, which is never returned.',
      resolve: ({ sealedSecret }) => sealedSecret !== null,
    }),
    scopes: t.exposeStringList('scopes', { description: 'Scopes that are asked for.' }),
    admits: t.expose('admits', { type: enumOf(Admits), description: 'Whom the provider admits.' }),
    trust: t.expose('trust', { type: enumOf(Trust), description: 'When an address that it tells counts.' }),
    requires: t.expose('requires', {
      type: RequiredClaim,
      nullable: true,
      description: 'The claim that people must have; null when none is required.',
    }),
    roles: t.expose('roles', { type: [RoleRule], description: 'What claims give at each sign-in.' }),
    defaultTeam: t.field({
      type: Team,
      nullable: true,
      description: 'Team that users join when they sign in for the first time.',
      resolve: ({ defaultTeamId }, _args, ctx) =>
        defaultTeamId === null ? null : ctx.loaders.team.load(defaultTeamId),
    }),
    defaultRole: t.expose('defaultRole', {
      type: RoleEnum,
      nullable: true,
      description: 'Role of users who sign in for the first time; null makes them guests.',
    }),
    provenAt: t.expose('provenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an admin last signed in by the provider as it is now; null when none has yet.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the provider was created.' }),
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
    service: t.field({
      type: OidcService,
      description: 'The addresses of this service for the provider.',
      resolve: ({ id }, _args, ctx) => oidcServiceUrls(ctx.urls, id),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the provider in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) => locationUrl(ctx.urls, 'orgs', organizationId, 'oidc', id),
    }),
  }),
});

const OidcProviderConnection = connectionOf(
  OidcProvider,
  'OidcProvider',
  'an OpenID Connect provider',
  'OpenID Connect providers',
);

builder.objectFields(Organization, (t) => ({
  oidcProvider: t.field({
    type: OidcProvider,
    nullable: true,
    description: 'An OpenID Connect provider by id. Organization admins only.',
    args: { id: t.arg.id({ required: true, description: 'Id of the provider.' }) },
    resolve: ({ id: organizationId }, { id: providerId }, ctx) => getOidcProvider(ctx, { organizationId, providerId }),
  }),
  oidcProviders: t.field({
    type: OidcProviderConnection,
    description: 'The OpenID Connect providers, newest first. Organization admins only.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx) => toConnection(await listOidcProviders(ctx, id, pageRequest(args))),
  }),
}));
