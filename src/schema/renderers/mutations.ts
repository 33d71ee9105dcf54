import {
  createRenderer,
  deleteRenderer,
  revalidateRenderer,
  updateRenderer,
} from '../../domain/renderers/change-renderers.ts';
import { RendererSecret, RendererUrl } from '../../domain/renderers/fields.ts';
import { builder } from '../builder.ts';
import { Job } from '../jobs/job.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Renderer } from './renderer.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const rendererArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  rendererId: t.id({ required: true }),
}));

const urlDescription = 'URL of the renderer. Notifications are sent to `~gitbook/revalidate` below it.';
const secretDescription =
  'Secret that signs the notifications. The renderer must be configured with the same one. It is never returned.';

const CreateRendererInput = builder.inputType('CreateRendererInput', {
  description: 'Fields of a new renderer.',
  fields: (t) => ({
    url: t.string({ required: true, description: urlDescription, validate: RendererUrl }),
    secret: t.string({ required: true, description: secretDescription, validate: RendererSecret }),
  }),
});

const UpdateRendererInput = builder.inputType('UpdateRendererInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    url: t.string({ description: urlDescription, validate: RendererUrl }),
    secret: t.string({ description: secretDescription, validate: RendererSecret }),
  }),
});

builder.mutationFields((t) => ({
  createRenderer: t.field({
    type: payloadType('CreateRendererPayload', 'renderer', Renderer, 'The new renderer.'),
    description: 'Adds a renderer, which is notified when sites of the organization change. Organization admins only.',
    args: {
      ...organizationArg,
      input: t.arg({ type: CreateRendererInput, required: true, description: 'Fields of the new renderer.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      renderer: await createRenderer(ctx, { organizationId, ...input }),
    }),
  }),
  updateRenderer: t.field({
    type: payloadType('UpdateRendererPayload', 'renderer', Renderer, 'The updated renderer.'),
    description: 'Updates the URL or the secret of a renderer. Organization admins only.',
    args: {
      ...rendererArgs,
      input: t.arg({ type: UpdateRendererInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...key }, ctx) => ({ renderer: await updateRenderer(ctx, { ...key, ...input }) }),
  }),
  deleteRenderer: t.field({
    type: deletedPayload('DeleteRendererPayload', 'Id of the deleted renderer.'),
    description: 'Removes a renderer, which is no longer notified. Organization admins only.',
    args: { ...rendererArgs },
    resolve: async (_root, key, ctx) => ({ deletedId: await deleteRenderer(ctx, key) }),
  }),
  revalidateRenderer: t.field({
    type: payloadType('RevalidateRendererPayload', 'job', Job, 'The job that notifies the renderer.'),
    description: 'Notifies a renderer to clear its cache of all sites of the organization. Organization admins only.',
    args: { ...rendererArgs },
    resolve: async (_root, key, ctx) => ({ job: await revalidateRenderer(ctx, key) }),
  }),
}));
