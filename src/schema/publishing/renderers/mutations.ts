import { withInput } from '../../../lib/watched-inputs.ts';
import { inOrganization } from '../../people/organizations/organization.ts';
import {
  createRenderer,
  deleteRenderer,
  revalidateRenderer,
  updateRenderer,
} from '../../../domain/publishing/renderers/change-renderers.ts';
import { CreateRendererInput, UpdateRendererInput } from '../../../domain/publishing/renderers/inputs.ts';
import { builder } from '../../builder.ts';
import { Job } from '../../core/jobs/job.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { Renderer } from './renderer.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const rendererArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  rendererId: t.id({ required: true }),
}));

mutation('createRenderer', {
  description: 'Adds a renderer, which is notified when sites of the organization change. Organization admins only.',
  args: organizationArg,
  input: { form: CreateRendererInput, description: 'Fields of the new renderer.' },
  payload: shows('renderer', Renderer, 'The new renderer.'),
  resolve: (ctx, { organizationId, input }) => createRenderer(ctx, withInput(input, { organizationId })),
});

mutation('updateRenderer', {
  description: 'Updates the URL or the secret of a renderer. Organization admins only.',
  args: rendererArgs,
  input: { form: UpdateRendererInput, description: 'Fields to update.' },
  payload: shows('renderer', Renderer, 'The updated renderer.'),
  resolve: (ctx, { input, ...key }) => updateRenderer(ctx, withInput(input, key)),
});

mutation('deleteRenderer', {
  description: 'Removes a renderer, which is no longer notified. Organization admins only.',
  args: rendererArgs,
  payload: showsDeleted('Id of the deleted renderer.', inOrganization),
  resolve: async (ctx, key) => ({ deletedId: await deleteRenderer(ctx, key), organizationId: key.organizationId }),
});

mutation('revalidateRenderer', {
  description: 'Notifies a renderer to clear its cache of all sites of the organization. Organization admins only.',
  args: rendererArgs,
  payload: shows('job', Job, 'The job that notifies the renderer.'),
  resolve: (ctx, key) => revalidateRenderer(ctx, key),
});
