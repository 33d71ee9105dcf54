import { withInput } from '../../../lib/watched-inputs.ts';
import { findPage } from '../../../domain/authoring/content/pages.ts';
import { getContent } from '../../../domain/authoring/content/revisions.ts';
import { getSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { applyTemplate } from '../../../domain/authoring/templates/apply.ts';
import { TemplateDescription, TemplateTitle } from '../../../domain/authoring/templates/fields.ts';
import { ApplyTemplateInput, CreateTemplateInput } from '../../../domain/authoring/templates/inputs.ts';
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  type Template as TemplateModel,
} from '../../../domain/authoring/templates/templates.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { ownId } from '../../plain-fields.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { readPlaced } from '../content/edit-pages.ts';
import { Page } from '../content/page.ts';
import { inSpace, Space } from '../spaces/space.ts';

const Template = builder.objectRef<TemplateModel>('Template');

builder.node(Template, {
  description:
    'A space, or a page with all pages below it, that is offered where spaces and pages are made. Visible to who may read the space.',
  id: { description: 'Id of the template.', resolve: ownId },
  loadOne: (id, ctx) => getTemplate(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', {
      description: 'Name of the template: its own, or that of the page or space.',
      extensions: { limits: TemplateTitle },
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it is good for.',
      extensions: { limits: TemplateDescription },
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that it belongs to.' }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space that is offered, or that contains the page.' }),
    pageId: t.exposeID('pageId', {
      nullable: true,
      description: 'Id of the page; null when the whole space is offered.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made a template.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the template in the REST API.',
      resolve: ({ organizationId, id }, _args, ctx) => locationUrl(ctx.urls, 'orgs', organizationId, 'templates', id),
    }),
    space: t.field({
      type: Space,
      description: 'The space that is offered, or that contains the page.',
      resolve: ({ spaceId }, _args, ctx) => getSpace(ctx, spaceId),
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page; null when the whole space is offered.',
      resolve: async ({ spaceId, pageId }, _args, ctx) =>
        pageId === null ? null : findPage(ctx, await getContent(ctx, spaceId), pageId),
    }),
  }),
});

const TemplateConnection = connectionOf(Template, 'Template', 'a template', 'templates');

builder.objectField(Organization, 'templates', (t) =>
  t.field({
    type: TemplateConnection,
    description: 'The spaces and pages that are offered as templates and that the caller may read, newest first.',
    args: pageArgs,
    resolve: async ({ id }, args, ctx, info) => toConnection(await listTemplates(ctx, id, pageRequest(args, info))),
  }),
);

builder.queryField('template', (t) =>
  t.field({
    type: Template,
    nullable: true,
    description:
      'A template of an organization. Null with an error when it does not exist or is hidden from the caller.',
    args: { organizationId: t.arg.id({ required: true }), templateId: t.arg.id({ required: true }) },
    resolve: (_root, { organizationId, templateId }, ctx) => getTemplate(ctx, templateId, organizationId),
  }),
);

const organizationArg = builder.args((t) => ({ organizationId: t.id({ required: true }) }));

mutation('createTemplate', {
  description: 'Offers a space or a page as a template, for those who may read it. Needs the role `edit` on the space.',
  args: organizationArg,
  input: { form: CreateTemplateInput, description: 'What is offered.' },
  payload: shows('template', Template, 'The new template.'),
  resolve: (ctx, { input, ...place }) => createTemplate(ctx, withInput(input, place)),
});

mutation('deleteTemplate', {
  description:
    'Ends the offer of a template. The space or page stays, and so does what was made from it. Needs the role `edit` on the space.',
  args: { ...organizationArg, ...builder.args((t) => ({ templateId: t.id({ required: true }) })) },
  payload: showsDeleted('Id of the deleted template.', inSpace),
  resolve: async (ctx, reference) => {
    const { id, spaceId } = await deleteTemplate(ctx, reference);
    return { deletedId: id, spaceId };
  },
});

mutation('applyTemplate', {
  description:
    'Copies what a template offers to a space: the page with all pages below it, or all pages of the space, at most 1,000. Links between the pages lead to their copies. Needs the role `edit` on the space, and reading that of the template.',
  extensions: { longRunning: true },
  args: builder.args((t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space that gets the pages.' }),
  })),
  input: { form: ApplyTemplateInput, description: 'The template, and where the pages go.' },
  payload: shows('page', Page, 'The first of the new pages.'),
  resolve: (ctx, { input, ...place }) => readPlaced(ctx, () => applyTemplate(ctx, withInput(input, place))),
});
