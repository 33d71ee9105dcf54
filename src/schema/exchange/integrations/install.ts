import { withInput } from '../../../lib/watched-inputs.ts';
import { inIntegration } from './integration.ts';
import {
  AddInstallationSpaceInput,
  InstallIntegrationInput,
  UpdateInstallationInput,
  UpdateInstallationSpaceInput,
} from '../../../domain/exchange/integrations/inputs.ts';
import {
  installIntegration,
  uninstallIntegration,
  updateInstallation,
} from '../../../domain/exchange/integrations/install.ts';
import {
  addInstallationSpace,
  removeInstallationSpace,
  updateInstallationSpace,
} from '../../../domain/exchange/integrations/installation-spaces.ts';
import { createInstallationToken } from '../../../domain/exchange/integrations/tokens.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { payloadDescription, shows, showsDeleted } from '../../payload.ts';
import { Installation, InstallationSpace, inInstallation } from './installation.ts';
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

mutation('installIntegration', {
  description:
    'Installs an integration in an organization. Organization admins only. Refused for configuration values that the integration does not declare, and for a second installation in the same organization.',
  args: integrationArg,
  input: { form: InstallIntegrationInput, description: 'The organization to install it in.' },
  payload: shows('installation', Installation, 'The new installation.'),
  resolve: (ctx, { integrationName: name, input }) => installIntegration(ctx, withInput(input, { name })),
});

mutation('updateInstallation', {
  description:
    'Updates an installation. The integration itself may update `configuration` and `externalIds`; only organization admins may update the other fields.',
  args: { ...installationArgs, ...expectedVersionArg },
  input: { form: UpdateInstallationInput, description: 'Fields to update.' },
  payload: shows('installation', Installation, 'The updated installation.'),
  resolve: (ctx, { input: changes, expectedVersion, ...key }) =>
    updateInstallation(ctx, key, { changes, expectedVersion }),
});

mutation('uninstallIntegration', {
  description: 'Removes an installation, and invalidates its tokens. Organization admins only.',
  args: { ...installationArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the removed installation.', inIntegration),
  resolve: async (ctx, { expectedVersion, ...key }) => {
    await uninstallIntegration(ctx, key, expectedVersion);
    return { ...key, deletedId: key.installationId };
  },
});

const CreateInstallationTokenPayload = builder.objectRef<{ readonly token: string }>('CreateInstallationTokenPayload');
CreateInstallationTokenPayload.implement({
  description: payloadDescription('CreateInstallationTokenPayload'),
  fields: (t) => ({ token: t.exposeString('token', { description: 'The token, which is valid for an hour.' }) }),
});

mutation('createInstallationToken', {
  description:
    'Creates a token of an installation. It has the scopes that the integration requests and the organization has granted. For the integration and for organization admins. Refused while the installation is paused.',
  args: installationArgs,
  payload: CreateInstallationTokenPayload,
  resolve: async (ctx, key) => ({ token: await createInstallationToken(ctx, key) }),
});

mutation('addInstallationSpace', {
  description:
    'Adds an installation to a space. Organization admins only. Refused for integrations that do not support spaces.',
  args: installationArgs,
  input: { form: AddInstallationSpaceInput, description: 'The space.' },
  payload: shows('space', InstallationSpace, 'The added space.'),
  resolve: (ctx, { input, ...key }) => addInstallationSpace(ctx, key, input),
});

mutation('updateInstallationSpace', {
  description:
    'Updates the configuration of an installation in a space. For the integration and for organization admins.',
  args: spaceArgs,
  input: { form: UpdateInstallationSpaceInput, description: 'Fields to update.' },
  payload: shows('space', InstallationSpace, 'The updated space.'),
  resolve: (ctx, { input, ...key }) => updateInstallationSpace(ctx, key, input),
});

mutation('removeInstallationSpace', {
  description: 'Removes an installation from a space. Organization admins only.',
  args: spaceArgs,
  payload: showsDeleted('Id of the space.', inInstallation),
  resolve: async (ctx, key) => {
    await removeInstallationSpace(ctx, key);
    return { ...key, deletedId: key.spaceId };
  },
});
