import { readCertificates, type CertificateFacts } from '../../../domain/people/saml/certificates.ts';
import { ProviderLabel } from '../../../domain/people/providers/fields.ts';
import { providerStatuses } from '../../../domain/people/saml/fields.ts';
import {
  getSamlProvider,
  getSamlProviderById,
  listSamlProviders,
  serviceUrls,
  providerStatus,
  type SamlProvider as SamlProviderModel,
} from '../../../domain/people/saml/providers.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { RoleEnum } from '../../access.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { Organization } from '../organizations/organization.ts';
import { ownId } from '../../plain-fields.ts';
import { Team } from '../teams/team.ts';

const SamlProviderStatusEnum = contractEnum(
  'SamlProviderStatus',
  'Whether users can sign in with a SAML provider.',
  providerStatuses,
);

const SamlCertificate = builder.objectRef<CertificateFacts>('SamlCertificate').implement({
  description: 'A certificate that is trusted to sign assertions of a provider.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Subject of the certificate.' }),
    fingerprint: t.exposeString('fingerprint', {
      description: 'SHA-256 fingerprint, as hexadecimal pairs separated by colons.',
    }),
    validFrom: t.expose('validFrom', { type: 'DateTime', description: 'When the certificate becomes valid.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the certificate expires. Assertions that it signs are refused from then on.',
    }),
  }),
});

const SamlService = builder.objectRef<ReturnType<typeof serviceUrls>>('SamlService').implement({
  description: 'The addresses of this service that the identity provider is told.',
  fields: (t) => ({
    acsUrl: t.expose('acsURL', {
      type: 'URL',
      description: 'Assertion consumer service URL, which receives the response.',
    }),
    startUrl: t.expose('startURL', { type: 'URL', description: 'URL at which a browser starts the sign-in.' }),
    entityId: t.exposeString('entityID', {
      description: 'Entity id of this service for the provider, which is also the URL of its metadata.',
    }),
  }),
});

export const SamlProvider = builder.objectRef<SamlProviderModel>('SamlProvider');

builder.node(SamlProvider, {
  description: 'A SAML identity provider that members of an organization sign in with.',
  id: { description: 'Id of the provider.', resolve: ownId },
  loadOne: (id, ctx) => getSamlProviderById(ctx, id),
  fields: (t) => ({
    label: t.exposeString('label', {
      description: 'Name on the sign-in page.',
      extensions: { limits: ProviderLabel },
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization of the provider.' }),
    entityId: t.exposeString('entityID', { nullable: true, description: 'Entity id of the identity provider.' }),
    ssoUrl: t.expose('ssoURL', {
      type: 'URL',
      nullable: true,
      description: 'URL of the identity provider that accepts sign-in requests with the HTTP-Redirect binding.',
    }),
    certificate: t.exposeString('certificate', {
      nullable: true,
      description: 'Certificates that sign the assertions, as text; null without any.',
    }),
    certificates: t.field({
      type: [SamlCertificate],
      description: 'The certificates in `certificate`, parsed, in the same order.',
      resolve: ({ certificate }) => (certificate === null ? [] : readCertificates(certificate)),
    }),
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
    signRequests: t.exposeBoolean('signRequests', {
      description: 'Whether requests to the identity provider are signed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the provider was created.' }),
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
    status: t.field({
      type: SamlProviderStatusEnum,
      description: 'Whether users can sign in with the provider.',
      resolve: providerStatus,
    }),
    service: t.field({
      type: SamlService,
      description: 'The addresses of this service that the identity provider is told.',
      resolve: ({ id }, _args, ctx) => serviceUrls(ctx.urls, id),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the provider in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) => locationUrl(ctx.urls, 'orgs', organizationId, 'saml', id),
    }),
  }),
});

const SamlProviderConnection = connectionOf(SamlProvider, 'SamlProvider', 'a SAML provider', 'SAML providers');

builder.objectFields(Organization, (t) => ({
  samlProvider: t.field({
    type: SamlProvider,
    nullable: true,
    description: 'A SAML provider by id. Organization admins only.',
    args: { id: t.arg.id({ required: true, description: 'Id of the provider.' }) },
    resolve: ({ id: organizationId }, { id: providerId }, ctx) => getSamlProvider(ctx, { organizationId, providerId }),
  }),
  samlProviders: t.field({
    type: SamlProviderConnection,
    description: 'The SAML providers, newest first. Organization admins only.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx) => toConnection(await listSamlProviders(ctx, id, pageRequest(args))),
  }),
}));
