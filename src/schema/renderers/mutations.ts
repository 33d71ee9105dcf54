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

const urlDescription = 'Address of the renderer, below which it takes `POST ~gitbook/revalidate`.';
const secretDescription = 'Secret that signs the calls; the renderer must have the same. It is never shown.';

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
    description: 'Adds a renderer that is told of changes of the sites. Organization admins only.',
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
    description: 'Updates the address or the secret of a renderer. Organization admins only.',
    args: {
      ...rendererArgs,
      input: t.arg({ type: UpdateRendererInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...key }, ctx) => ({ renderer: await updateRenderer(ctx, { ...key, ...input }) }),
  }),
  deleteRenderer: t.field({
    type: deletedPayload('DeleteRendererPayload', 'Id of the deleted renderer.'),
    description: 'Removes a renderer, which is told nothing from then on. Organization admins only.',
    args: { ...rendererArgs },
    resolve: async (_root, key, ctx) => ({ deletedId: await deleteRenderer(ctx, key) }),
  }),
  revalidateRenderer: t.field({
    type: payloadType('RevalidateRendererPayload', 'job', Job, 'The job that tells the renderer.'),
    description:
      'Has a renderer drop everything that it keeps of the sites of the organization. Organization admins only.',
    args: { ...rendererArgs },
    resolve: async (_root, key, ctx) => ({ job: await revalidateRenderer(ctx, key) }),
  }),
}));
