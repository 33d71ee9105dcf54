import { RendererUrl } from '../../../domain/publishing/renderers/fields.ts';
import {
  getRenderer,
  listDeliveries,
  listRenderers,
  type Renderer as RendererModel,
} from '../../../domain/publishing/renderers/renderers.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { JobConnection } from '../../core/jobs/lists.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { ownId } from '../../plain-fields.ts';

export const Renderer = builder.objectRef<RendererModel>('Renderer');

builder.node(Renderer, {
  description:
    'A renderer of published sites, which is notified of the cached responses that have become outdated. Organization admins only.',
  id: { description: 'Id of the renderer.', resolve: ownId },
  loadOne: (rendererId, ctx) => getRenderer(ctx, { rendererId }),
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization whose sites it shows.' }),
    url: t.expose('url', {
      type: 'URL',
      description: 'URL of the renderer, without a trailing slash.',
      extensions: { limits: RendererUrl },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the renderer was added.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the URL or the secret was last changed.' }),
    deliveries: t.field({
      type: JobConnection,
      description:
        'The jobs that notify the renderer, newest first. The `result` of a completed job has the `status` of the response and the `tags`.',
      args: { ...pageArgs },
      resolve: async ({ id: rendererId }, args, ctx, info) =>
        toConnection(await listDeliveries(ctx, { rendererId }, pageRequest(args, info))),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the renderer in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) => locationUrl(ctx.urls, 'orgs', organizationId, 'renderers', id),
    }),
  }),
});

const RendererConnection = connectionOf(Renderer, 'Renderer', 'a renderer', 'renderers');

builder.objectFields(Organization, (t) => ({
  renderer: t.field({
    type: Renderer,
    nullable: true,
    description: 'A renderer by id. Organization admins only.',
    args: { id: t.arg.id({ required: true, description: 'Id of the renderer.' }) },
    resolve: ({ id: organizationId }, { id: rendererId }, ctx) => getRenderer(ctx, { organizationId, rendererId }),
  }),
  renderers: t.field({
    type: RendererConnection,
    description: 'The renderers that are notified of changes of the sites, newest first. Organization admins only.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx, info) => toConnection(await listRenderers(ctx, id, pageRequest(args, info))),
  }),
}));
