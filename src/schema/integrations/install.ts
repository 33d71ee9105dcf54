import {
  ConfigurationValues,
  ExternalIds,
  type ConfigurationValues as Values,
} from '../../domain/integrations/fields.ts';
import { installIntegration, uninstallIntegration, updateInstallation } from '../../domain/integrations/install.ts';
import {
  addInstallationSpace,
  removeInstallationSpace,
  updateInstallationSpace,
} from '../../domain/integrations/installation-spaces.ts';
import { createInstallationToken } from '../../domain/integrations/tokens.ts';
import { builder } from '../builder.ts';
import { freeForms } from '../free-forms.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadDescription, payloadType } from '../payload.ts';
import { Installation, InstallationSpace, SelectionEnum } from './installation.ts';
import { integrationArg } from './publish.ts';

export const installationArgs = {
  ...integrationArg,
  ...builder.args((t) => ({
    installationId: t.id({ required: true }),
  })),
};

const spaceArgs = {
  ...installationArgs,
  ...builder.args((t) => ({ spaceId: t.id({ required: true }) })),
};

const InstallIntegrationInput = builder.inputType('InstallIntegrationInput', {
  description: 'A new installation of an integration.',
  fields: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization. The caller must be an admin of it.' }),
    space_selection: t.field({ type: SelectionEnum, description: '`SELECTED` when omitted.' }),
    site_selection: t.field({ type: SelectionEnum, description: '`SELECTED` when omitted.' }),
    configuration: t.field({
      type: 'JSON',
      description: `Configuration values, by name. ${freeForms.configuration}`,
      validate: ConfigurationValues,
    }),
  }),
});

builder.mutationField('installIntegration', (t) =>
  t.field({
    type: payloadType('InstallIntegrationPayload', 'installation', Installation, 'The new installation.'),
    description:
      'Installs an integration in an organization. Organization admins only. Refused for configuration values that the integration does not declare, and for a second installation in the same organization.',
    args: {
      ...integrationArg,
      input: t.arg({
        type: InstallIntegrationInput,
        required: true,
        description: 'The organization to install it in.',
      }),
    },
    resolve: async (_root, { integrationName: name, input }, ctx) => ({
      installation: await installIntegration(ctx, {
        name,
        organization: input.organization,
        spaceSelection: input.space_selection,
        siteSelection: input.site_selection,
        configuration: input.configuration as Values | null,
      }),
    }),
  }),
);

const UpdateInstallationInput = builder.inputType('UpdateInstallationInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    configuration: t.field({
      type: 'JSON',
      description: `Configuration values, by name. They replace all existing values. ${freeForms.configuration}`,
      validate: ConfigurationValues,
    }),
    externalIds: t.stringList({
      description: 'Ids of an external system that installations can be filtered by; at most five.',
      validate: ExternalIds,
    }),
    space_selection: t.field({
      type: SelectionEnum,
      description: 'Whether the installation applies to all spaces of the organization.',
    }),
    site_selection: t.field({
      type: SelectionEnum,
      description: 'Whether the installation applies to all sites of the organization.',
    }),
    paused: t.boolean({
      description: 'Whether the installation is paused. Tokens of a paused installation are refused.',
    }),
    acceptScopes: t.boolean({
      description: 'True grants the scopes that the published version of the integration requests.',
    }),
  }),
});

builder.mutationField('updateInstallation', (t) =>
  t.field({
    type: payloadType('UpdateInstallationPayload', 'installation', Installation, 'The updated installation.'),
    description:
      'Updates an installation. The integration itself may update `configuration` and `externalIds`; only organization admins may update the other fields.',
    args: {
      ...installationArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateInstallationInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, expectedVersion, ...key }, ctx) => {
      const { space_selection: spaceSelection, site_selection: siteSelection, ...others } = input;
      const changes = { ...others, spaceSelection, siteSelection, configuration: input.configuration as Values };
      return { installation: await updateInstallation(ctx, key, { changes, expectedVersion }) };
    },
  }),
);

builder.mutationField('uninstallIntegration', (t) =>
  t.field({
    type: deletedPayload('UninstallIntegrationPayload', 'Id of the removed installation.'),
    description: 'Removes an installation, and invalidates its tokens. Organization admins only.',
    args: { ...installationArgs, ...expectedVersionArg },
    resolve: async (_root, { expectedVersion, ...key }, ctx) => {
      await uninstallIntegration(ctx, key, expectedVersion);
      return { deletedId: key.installationId };
    },
  }),
);

const CreateInstallationTokenPayload = builder.objectRef<{ readonly token: string }>('CreateInstallationTokenPayload');
CreateInstallationTokenPayload.implement({
  description: payloadDescription('CreateInstallationTokenPayload'),
  fields: (t) => ({ token: t.exposeString('token', { description: 'The token, which is valid for an hour.' }) }),
});

builder.mutationField('createInstallationToken', (t) =>
  t.field({
    type: CreateInstallationTokenPayload,
    description:
      'Creates a token of an installation. It has the scopes that the integration requests and the organization has granted. For the integration and for organization admins. Refused while the installation is paused.',
    args: installationArgs,
    resolve: async (_root, key, ctx) => ({ token: await createInstallationToken(ctx, key) }),
  }),
);

const AddInstallationSpaceInput = builder.inputType('AddInstallationSpaceInput', {
  description: 'The space to add an installation to.',
  fields: (t) => ({
    space: t.id({ required: true, description: 'Id of a space of the organization.' }),
    configuration: t.field({
      type: 'JSON',
      description: `Configuration values for the space, by name. ${freeForms.configuration}`,
      validate: ConfigurationValues,
    }),
  }),
});

builder.mutationField('addInstallationSpace', (t) =>
  t.field({
    type: payloadType('AddInstallationSpacePayload', 'space', InstallationSpace, 'The added space.'),
    description:
      'Adds an installation to a space. Organization admins only. Refused for integrations that do not support spaces.',
    args: {
      ...installationArgs,
      input: t.arg({ type: AddInstallationSpaceInput, required: true, description: 'The space.' }),
    },
    resolve: async (_root, { input, ...key }, ctx) => ({
      space: await addInstallationSpace(ctx, key, { ...input, configuration: input.configuration as Values | null }),
    }),
  }),
);

const UpdateInstallationSpaceInput = builder.inputType('UpdateInstallationSpaceInput', {
  description: 'Fields to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    configuration: t.field({
      type: 'JSON',
      description: `Configuration values for the space, by name. They replace all existing values. ${freeForms.configuration}`,
      validate: ConfigurationValues,
    }),
    externalIds: t.stringList({
      description: 'Ids of an external system that installations can be filtered by; at most five.',
      validate: ExternalIds,
    }),
  }),
});

builder.mutationField('updateInstallationSpace', (t) =>
  t.field({
    type: payloadType('UpdateInstallationSpacePayload', 'space', InstallationSpace, 'The updated space.'),
    description:
      'Updates the configuration of an installation in a space. For the integration and for organization admins.',
    args: {
      ...spaceArgs,
      input: t.arg({ type: UpdateInstallationSpaceInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...key }, ctx) => ({
      space: await updateInstallationSpace(ctx, key, {
        ...input,
        configuration: input.configuration as Values | null,
      }),
    }),
  }),
);

builder.mutationField('removeInstallationSpace', (t) =>
  t.field({
    type: deletedPayload('RemoveInstallationSpacePayload', 'Id of the space.'),
    description: 'Removes an installation from a space. Organization admins only.',
    args: spaceArgs,
    resolve: async (_root, key, ctx) => {
      await removeInstallationSpace(ctx, key);
      return { deletedId: key.spaceId };
    },
  }),
);
