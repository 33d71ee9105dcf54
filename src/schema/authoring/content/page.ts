import { chargeItems, chargeText, haltIfOver } from '../../../domain/core/budget.ts';
import { evaluations } from '../../../text/content/evaluate-expressions.ts';
import { bodyFormats, pageTypes } from '../../../text/content/fields.ts';
import { flatten, type Page as PageModel } from '../../../domain/authoring/content/page.ts';
import { getPage, getPageMarkdown, listPagesBelow } from '../../../domain/authoring/content/pages.ts';
import {
  getPageBody,
  renderPageText,
  type PageBody as BodyModel,
} from '../../../domain/authoring/content/page-body.ts';
import { PageMarkdown } from '../../../text/content/edit-fields.ts';
import { getInState, idInState } from '../../../domain/authoring/content/state-ids.ts';
import { appUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf } from '../../connection.ts';
import { readDocument, readHtml } from '../../../lib/free-forms.ts';
import { contractEnum } from '../../enums.ts';
import { PageComputed, PageCover, PageLayout, Variable, listVariables } from './page-types.ts';
import { ContentReference } from './reference.ts';

const PageTypeEnum = contractEnum('PageType', 'The type of a page.', pageTypes);
export const BodyFormatEnum = contractEnum('BodyFormat', 'The format of a text.', bodyFormats, ['html']);
const EvaluationEnum = contractEnum('Evaluation', 'Whether expressions in a text are evaluated.', evaluations);

const PageBody = builder.objectRef<BodyModel>('PageBody').implement({
  description: 'The text of a page in the requested format.',
  fields: (t) => ({
    markdown: t.exposeString('markdown', { nullable: true, description: 'The Markdown text.' }),
    document: t.expose('document', { type: 'RichDocument', nullable: true, description: readDocument }),
    html: t.exposeString('html', { nullable: true, description: readHtml }),
  }),
});

export const Page = builder.objectRef<PageModel>('Page');

builder.node(Page, {
  description:
    'A page in one state of the content: the main content, a change request or a revision. `id` differs in each state; `pageId` does not.',
  id: { description: 'Id of the page in this state of the content.', resolve: idInState },
  loadOne: (id, ctx) => getInState(ctx, id, getPage),
  fields: (t) => ({
    pageId: t.exposeID('id', { description: 'Id of the page, unique in its space and the same in every state.' }),
    type: t.expose('type', { type: PageTypeEnum, description: 'Type of the page.' }),
    title: t.exposeString('title', { description: 'Title, as navigation shows it.' }),
    description: t.exposeString('description', { nullable: true, description: 'Short description.' }),
    emoji: t.exposeString('emoji', { nullable: true, description: 'Emoji shown with the title.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'Name of the icon shown with the title.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the parent page; null at the top of the tree.',
    }),
    slug: t.exposeString('slug', { nullable: true, description: 'Path segment of the page; null for link pages.' }),
    path: t.exposeString('path', {
      nullable: true,
      description: 'Path of the page: the slugs from the top of the tree, joined by slashes; null for link pages.',
    }),
    documentId: t.exposeID('documentId', {
      nullable: true,
      description:
        'Id of the text, to read it as `document` of the space; null for empty texts, groups and link pages.',
    }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether the page is hidden from navigation.' }),
    noIndex: t.exposeBoolean('noIndex', { description: 'Whether the page is excluded from search.' }),
    noRobotsIndex: t.exposeBoolean('noRobotsIndex', {
      description: 'Whether external search engines are asked not to index the page.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the page was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the page was last changed.' }),
    layout: t.expose('layout', { type: PageLayout, description: 'Which parts of the page are shown.' }),
    cover: t.expose('cover', { type: PageCover, nullable: true, description: 'Cover image.' }),
    target: t.expose('target', { type: ContentReference, nullable: true, description: 'The target of a link page.' }),
    variables: t.field({
      type: [Variable],
      description: 'Variables for expressions in the text of the page.',
      resolve: (page) => listVariables(page.variables),
    }),
    appUrl: t.field({
      type: 'URL',
      description: 'URL of the page in the application.',
      resolve: (page, _args, ctx) => appUrl(ctx.urls, 'spaces', page.revision.spaceId, 'pages', page.id),
    }),
    pages: t.field({
      extensions: { tree: true },
      type: [Page],
      description: 'The child pages, in order.',
      resolve: async (page, _args, ctx) => [...(await listPagesBelow(ctx, page))],
    }),
    descendants: t.field({
      type: [Page],
      description: 'All pages below the page, in reading order.',
      resolve: async (page, _args, ctx) => chargeItems(ctx, flatten(await listPagesBelow(ctx, page))),
    }),
  }),
});

export const PageConnection = connectionOf(Page, 'Page', 'a page', 'pages');

builder.objectFields(Page, (t) => ({
  markdown: t.string({
    nullable: true,
    description: 'The stored Markdown, including front matter; null for groups and link pages.',
    resolve: async (page, _args, ctx) => {
      const text = await getPageMarkdown(ctx, page);
      await haltIfOver(ctx);
      return chargeText(ctx, text);
    },
  }),
  body: t.field({
    type: PageBody,
    nullable: true,
    description: 'The text in the requested format; null for groups and link pages.',
    args: {
      format: t.arg({ type: BodyFormatEnum, description: 'The format; Markdown when omitted.' }),
      evaluated: t.arg({
        type: EvaluationEnum,
        description: 'Whether expressions are evaluated; they are left as written when omitted.',
      }),
    },
    resolve: async (page, { format, evaluated }, ctx) => {
      const body = await getPageBody(ctx, page, { format: format ?? 'markdown', evaluation: evaluated ?? 'false' });
      await haltIfOver(ctx);
      chargeText(ctx, body?.markdown ?? null);
      return body;
    },
  }),
  condition: t.exposeString('condition', {
    nullable: true,
    description:
      'Expression over the claims of a visitor that decides who sees the published page; null shows it to everyone.',
  }),
  computedSeed: t.exposeString('computedSeed', {
    nullable: true,
    description:
      'Id of what a computed page was generated from: a version of its source, or the page itself. Null for other pages.',
  }),
  computed: t.field({
    type: PageComputed,
    nullable: true,
    description: 'The source of a computed page; null for other pages.',
    resolve: ({ computed, revision }) => computed && { ...computed, spaceId: revision.spaceId },
  }),
  revisionId: t.id({
    description: 'Id of the revision that the page was read from.',
    resolve: ({ revision }) => revision.id,
  }),
}));

builder.objectField(Page, 'rendered', (t) =>
  t.string({
    nullable: true,
    description:
      'The HTML that a text would be as that of this page, which is not changed: sanitized, with its expressions evaluated. Null for groups and link pages.',
    args: {
      markdown: t.arg.string({
        required: true,
        description: 'The text, as it would be stored.',
        validate: PageMarkdown,
      }),
    },
    resolve: async (page, { markdown }, ctx) => {
      await haltIfOver(ctx);
      return renderPageText(ctx, page, markdown);
    },
  }),
);
