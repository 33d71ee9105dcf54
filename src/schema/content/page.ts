import { spend } from '../../domain/budget.ts';
import { evaluations } from '../../domain/content/evaluate.ts';
import { bodyFormats, pageTypes } from '../../domain/content/fields.ts';
import { flatten, type Page as PageModel } from '../../domain/content/page.ts';
import { bodyOf, markdownOf, pagesOf, type PageBody as BodyModel } from '../../domain/content/pages.ts';
import { appUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { PageComputed, PageCover, PageLayout, Variable, variablesOf } from './page-parts.ts';
import { ContentReference } from './reference.ts';

const PageTypeEnum = contractEnum('PageType', 'What a page is.', pageTypes);
export const BodyFormatEnum = contractEnum('BodyFormat', 'How a text is given.', bodyFormats);
const EvaluationEnum = contractEnum('Evaluation', 'Whether expressions in a text are resolved.', evaluations);

const PageBody = builder.objectRef<BodyModel>('PageBody').implement({
  description: 'The text of a page in the form that was asked for.',
  fields: (t) => ({
    markdown: t.exposeString('markdown', { nullable: true, description: 'The Markdown text.' }),
    document: t.expose('document', { type: 'JSON', nullable: true, description: 'The text as a JSON document.' }),
  }),
});

export const Page = builder.objectRef<PageModel>('Page');

Page.implement({
  description: 'A page of the content. Its id is its own in the space and stays through revisions.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the page in its space.' }),
    type: t.expose('type', { type: PageTypeEnum, description: 'What the page is.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the page is about.' }),
    emoji: t.exposeString('emoji', { nullable: true, description: 'Emoji shown with the title.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon shown with the title.' }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'Id of the page above; null at the top.' }),
    slug: t.exposeString('slug', { nullable: true, description: 'Its part of the path; links have none.' }),
    path: t.exposeString('path', { nullable: true, description: 'The slugs from the top, joined by slashes.' }),
    documentId: t.exposeID('documentId', { nullable: true, description: 'Id of its text; null without one.' }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether it is left out of the navigation.' }),
    noIndex: t.exposeBoolean('noIndex', { description: 'Whether it is left out of search.' }),
    noRobotsIndex: t.exposeBoolean('noRobotsIndex', { description: 'Whether search engines shall leave it out.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    layout: t.expose('layout', { type: PageLayout, description: 'What of it is shown.' }),
    cover: t.expose('cover', { type: PageCover, nullable: true, description: 'The picture above it.' }),
    target: t.expose('target', { type: ContentReference, nullable: true, description: 'Where a link leads.' }),
    variables: t.field({
      type: [Variable],
      description: 'Values its text can name.',
      resolve: (page) => variablesOf(page.variables),
    }),
    app: t.string({
      description: 'URL of the page in the application.',
      resolve: (page, _args, ctx) => appUrl(ctx.urls, 'spaces', page.revision.spaceId, 'pages', page.id),
    }),
    pages: t.field({
      type: [Page],
      description: 'The pages right below it, in order.',
      resolve: async (page, _args, ctx) => [...(await pagesOf(ctx, page))],
    }),
    descendants: t.field({
      type: [Page],
      description: 'All pages below it, in reading order.',
      resolve: async (page, _args, ctx) => spend(ctx, flatten(await pagesOf(ctx, page))),
    }),
    markdown: t.string({
      nullable: true,
      description: 'The text as it was stored, front matter included; null for what is no document.',
      resolve: (page, _args, ctx) => markdownOf(ctx, page),
    }),
    body: t.field({
      type: PageBody,
      nullable: true,
      description: 'The text in a form of choice; null for what is no document.',
      args: {
        format: t.arg({ type: BodyFormatEnum, description: 'The form; Markdown when omitted.' }),
        evaluated: t.arg({ type: EvaluationEnum, description: 'Whether expressions are resolved; not when omitted.' }),
      },
      resolve: (page, { format, evaluated }, ctx) =>
        bodyOf(ctx, page, { format: format ?? 'markdown', evaluation: evaluated ?? 'false' }),
    }),
  }),
});

builder.objectFields(Page, (t) => ({
  condition: t.exposeString('condition', {
    nullable: true,
    description: 'Who sees the published page: an expression; null for all.',
  }),
  computed: t.expose('computed', {
    type: PageComputed,
    nullable: true,
    description: 'From what it is made; null for a page that is written.',
  }),
  revisionId: t.id({ description: 'Id of the revision it was read from.', resolve: ({ revision }) => revision.id }),
}));
