import { createOrganization } from '../../../domain/people/organizations/create.ts';
import { CreateOrganizationInput, UpdateOrganizationInput } from '../../../domain/people/organizations/inputs.ts';
import { updateOrganization } from '../../../domain/people/organizations/update.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { mutationResult, Organization } from './organization.ts';

mutation('createOrganization', {
  description:
    'Creates an organization whose first admin is the caller. Forbidden for a token that is limited to one organization.',
  input: { form: CreateOrganizationInput, description: 'Fields of the new organization.' },
  payload: shows('organization', Organization, 'The new organization.'),
  resolve: async (ctx, { input }) => mutationResult(await createOrganization(ctx, input)),
});

mutation('updateOrganization', {
  description:
    'Updates an organization. Organization admins only. Fails with `already_exists` when another organization uses the hostname.',
  args: { ...expectedVersionArg, ...builder.args((t) => ({ organizationId: t.id({ required: true }) })) },
  input: { form: UpdateOrganizationInput, description: 'Fields to update.' },
  payload: shows('organization', Organization, 'The updated organization.'),
  resolve: async (ctx, { organizationId: id, expectedVersion, input }) =>
    mutationResult(await updateOrganization(ctx, { id, expectedVersion, changes: input })),
});
