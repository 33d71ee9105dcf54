import { parentField } from '../../payload.ts';
import { integrationScopes } from '../../../access/integration-scopes.ts';
import type { integrationTargets, integrationVisibilities } from '../../../domain/exchange/integrations/fields.ts';
import {
  BlockDomain,
  IntegrationCategory,
  IntegrationDescription,
  IntegrationName,
  IntegrationScopeChoice,
  IntegrationSummary,
  IntegrationTarget,
  IntegrationTitle,
  IntegrationVisibility,
} from '../../../domain/exchange/integrations/fields.ts';
import {
  type IntegrationBlock as BlockModel,
  type IntegrationConfigurations as ConfigurationsModel,
  type IntegrationContentSource as ContentSourceModel,
  type IntegrationLink as LinkModel,
} from '../../../domain/exchange/integrations/manifest.ts';
import { imageUrl } from '../../../domain/exchange/integrations/images.ts';
import {
  getIntegration,
  getIntegrationById,
  getIntegrationOwner,
  integrationPermissions,
  listIntegrations,
  type Integration as IntegrationModel,
} from '../../../domain/exchange/integrations/integrations.ts';
import { MemberSearchText } from '../../../domain/people/members/fields.ts';
import { appUrl, locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { asParameter } from '../../member-names.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { Organization } from '../../people/organizations/organization.ts';
import {
  IntegrationBlock,
  IntegrationConfigurations,
  IntegrationContentSource,
  IntegrationLink,
} from './integration-types.ts';
import { permissionsType } from '../../permissions.ts';
import { ownId } from '../../plain-fields.ts';

const VisibilityEnum = enumOf(IntegrationVisibility);
const TargetEnum = enumOf(IntegrationTarget);
const CategoryEnum = enumOf(IntegrationCategory);
export const IntegrationScopeEnum = enumOf(IntegrationScopeChoice);

const IntegrationPermissions = permissionsType('IntegrationPermissions', {
  admin: 'Publish a new version and unpublish the integration.',
  install: 'Install the integration in an organization.',
});

export const Integration = builder.objectRef<IntegrationModel>('Integration');

/** The integration of an installation that is deleted. */
export const inIntegration = parentField(
  'integration',
  Integration,
  (ctx, { integrationName }: { readonly integrationName: string }) => getIntegration(ctx, integrationName),
);

const listOrNull = <Item>(value: unknown) => {
  const list = value as readonly Item[];
  return list.length === 0 ? null : [...list];
};

builder.node(Integration, {
  description: 'An integration that organizations can install.',
  id: { description: 'Id of the integration.', resolve: ownId },
  loadOne: (id, ctx) => getIntegrationById(ctx, id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Unique name.', extensions: { limits: IntegrationName } }),
    publishedVersion: t.exposeInt('version', {
      description: 'Number of the version, which increases each time the integration is published.',
    }),
    title: t.exposeString('title', {
      description: 'Name that people see; `name` is the one in URLs.',
      extensions: { limits: IntegrationTitle },
    }),
    description: t.exposeString('description', {
      description: 'Description of the integration, in one sentence.',
      extensions: { limits: IntegrationDescription },
    }),
    summary: t.exposeString('summary', {
      nullable: true,
      description: 'Detailed description of the integration, in Markdown.',
      extensions: { limits: IntegrationSummary },
    }),
    previewImageUrls: t.field({
      type: ['URL'],
      description: 'URLs of images that show the integration.',
      resolve: ({ id, previewHashes }, _args, ctx) => previewHashes.map((hash) => imageUrl(ctx, id, hash)),
    }),
    iconUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of an image that stands for it.',
      resolve: ({ id, iconHash }, _args, ctx) => (iconHash === null ? null : imageUrl(ctx, id, iconHash)),
    }),
    target: t.field({
      type: TargetEnum,
      description: 'The kind of resource that the integration can be added to.',
      resolve: ({ target }) => target as keyof typeof integrationTargets,
    }),
    verified: t.exposeBoolean('verified', {
      description: 'Whether an administrator of the service has verified the integration.',
    }),
    visibility: t.field({
      type: VisibilityEnum,
      description: 'Who may find the integration.',
      resolve: ({ visibility }) => visibility as keyof typeof integrationVisibilities,
    }),
    scopes: t.field({
      type: [IntegrationScopeEnum],
      description: 'The scopes that the integration requests for its installations.',
      resolve: ({ scopes }) => integrationScopes.filter((scope) => scopes.includes(scope)),
    }),
    categories: t.field({
      type: [CategoryEnum],
      description: 'The topics of the integration.',
      resolve: ({ categories }) => categories as IntegrationCategory[],
    }),
  }),
});

builder.objectFields(Integration, (t) => ({
  blocks: t.field({
    type: [IntegrationBlock],
    nullable: true,
    description: 'Blocks that the integration adds to pages.',
    resolve: ({ blocks }) => listOrNull<BlockModel>(blocks),
  }),
  contentSources: t.field({
    type: [IntegrationContentSource],
    nullable: true,
    description: 'Sources of computed pages that the integration provides.',
    resolve: ({ contentSources }) => listOrNull<ContentSourceModel>(contentSources),
  }),
  externalLinks: t.field({
    type: [IntegrationLink],
    description: 'Links to pages about the integration.',
    resolve: ({ externalLinks }) => externalLinks as unknown as LinkModel[],
  }),
  configurations: t.field({
    type: IntegrationConfigurations,
    nullable: true,
    description: 'The configuration values of its installations; null without any.',
    resolve: ({ configurations }) => {
      const declared = configurations as ConfigurationsModel;
      return Object.keys(declared).length === 0 ? null : declared;
    },
  }),
  contentSecurityPolicy: t.exposeString('contentSecurityPolicy', {
    nullable: true,
    description: 'Content security policy for the responses of the script.',
  }),
  owner: t.field({
    type: Organization,
    description:
      'The organization that publishes the integration. Callers who are not members of it see little more than its name.',
    resolve: (integration, _args, ctx) => getIntegrationOwner(ctx, integration),
  }),
}));

builder.objectFields(Integration, (t) => ({
  apiUrl: t.field({
    type: 'URL',
    description: 'URL of the integration in the REST API.',
    resolve: ({ name }, _args, ctx) => locationUrl(ctx.urls, 'integrations', name),
  }),
  appUrl: t.field({
    type: 'URL',
    description: 'URL of the integration in the application.',
    resolve: ({ name }, _args, ctx) => appUrl(ctx.urls, 'integrations', name),
  }),
  assetsUrl: t.field({
    type: 'URL',
    description: 'URL of the assets of the script. This service runs no scripts, so it serves no assets.',
    resolve: ({ name }, _args, ctx) => locationUrl(ctx.urls, 'integrations', name, 'assets'),
  }),
  publicEndpointUrl: t.field({
    type: 'URL',
    description: 'URL of the script of the integration. This service runs no scripts, so it answers 404.',
    resolve: ({ name }, _args, ctx) => locationUrl(ctx.urls, 'integrations', name, 'endpoint'),
  }),
  permissions: t.field({
    type: IntegrationPermissions,
    description: 'Which actions the caller may perform.',
    resolve: (integration, _args, ctx) => integrationPermissions(ctx, integration),
  }),
}));

const IntegrationConnection = connectionOf(Integration, 'Integration', 'an integration', 'integrations');

builder.queryFields((t) => ({
  integration: t.field({
    type: Integration,
    nullable: true,
    description: 'An integration by name. Not found when it is private to an organization that the caller is not in.',
    args: { name: t.arg.string({ required: true, validate: IntegrationName }) },
    resolve: (_root, { name }, ctx) => getIntegration(ctx, name),
  }),
  integrations: t.field({
    type: IntegrationConnection,
    description: "Public integrations, and those of the caller's organizations, newest first.",
    args: {
      search: t.arg.string({
        description: 'Part of the name, title or description, ignoring case.',
        validate: MemberSearchText,
      }),
      category: t.arg({ type: CategoryEnum, description: 'Only integrations of this category.' }),
      blockDomain: t.arg.string({
        description: 'Only integrations with a block that shows URLs of this domain.',
        validate: BlockDomain,
      }),
      blocks: t.arg.boolean({ description: 'Only integrations with blocks (true), or without blocks (false).' }),
      contentSources: t.arg.boolean({
        description: 'Only integrations with content sources (true), or without content sources (false).',
      }),
      ownerId: t.arg.id({
        ...asParameter('owner'),
        description: 'Only integrations of the organization with this id.',
      }),
      scope: t.arg({ type: IntegrationScopeEnum, description: 'Only integrations that request this scope.' }),
      target: t.arg({
        type: TargetEnum,
        description: 'Only integrations that can be added to this kind of resource, or to all kinds.',
      }),
      ...pageArgs,
    },
    resolve: async (_root, { after, first, before, last, ...filter }, ctx) =>
      toConnection(
        await listIntegrations(
          ctx,
          {
            search: filter.search ?? null,
            category: filter.category ?? null,
            blockDomain: filter.blockDomain ?? null,
            blocks: filter.blocks ?? null,
            contentSources: filter.contentSources ?? null,
            owner: filter.ownerId ?? null,
            scope: filter.scope ?? null,
            target: filter.target ?? null,
          },
          pageRequest({ after, first, before, last }),
        ),
      ),
  }),
}));
