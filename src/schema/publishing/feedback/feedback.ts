import { PageRating } from '../../../domain/publishing/feedback/fields.ts';
import {
  deleteFeedback,
  getFeedback,
  listFeedback,
  type PageFeedback as PageFeedbackModel,
} from '../../../domain/publishing/feedback/feedback.ts';
import { findSite } from '../../../domain/publishing/sites/sites.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { mutation } from '../../mutation.ts';
import { showsDeleted } from '../../payload.ts';
import { ownId } from '../../plain-fields.ts';
import { siteArgs } from '../sites/mutations.ts';
import { Site, inSite } from '../sites/site.ts';

const PageRatingEnum = enumOf(PageRating);

const PageFeedback = builder.objectRef<PageFeedbackModel>('PageFeedback');

builder.node(PageFeedback, {
  description: 'What a reader of a published page thinks of it. It does not say who the reader is.',
  id: { description: 'Id of the feedback.', resolve: ownId },
  loadOne: (id, ctx) => getFeedback(ctx, id),
  fields: (t) => ({
    rating: t.expose('rating', { type: PageRatingEnum, description: 'Whether the page has helped the reader.' }),
    comment: t.exposeString('comment', {
      nullable: true,
      description: 'What the reader adds; null without a comment.',
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space of the page.' }),
    pageId: t.exposeID('pageId', { description: 'Id of the page in its space. The page may have been deleted since.' }),
    pageTitle: t.exposeString('pageTitle', { description: 'The title that the page had when the feedback was given.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the revision of the space that the site showed then.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the feedback was given.' }),
    site: t.field({
      description: 'The site on which the page was read; null when the caller may not read it.',
      type: Site,
      nullable: true,
      resolve: ({ siteId }, _args, ctx) => findSite(ctx, siteId),
    }),
  }),
});

const PageFeedbackConnection = connectionOf(PageFeedback, 'PageFeedback', 'feedback', 'feedback');

builder.objectField(Site, 'feedback', (t) =>
  t.field({
    type: PageFeedbackConnection,
    description: 'What readers think of the pages of the site, newest first. Needs the role `create` on the site.',
    args: {
      ...pageArgs,
      pageId: t.arg.id({ description: 'Only feedback about this page.' }),
      rating: t.arg({ type: PageRatingEnum, description: 'Only feedback with this rating.' }),
    },
    resolve: async ({ id }, { pageId, rating, ...args }, ctx, info) => {
      const filter = { pageId: pageId ?? null, rating: rating ?? null };
      return toConnection(await listFeedback(ctx, { id }, { ...filter, ...pageRequest(args, info) }));
    },
  }),
);

const feedbackArgs = builder.args((t) => ({
  feedbackId: t.id({ required: true }),
}));

mutation('deletePageFeedback', {
  description: 'Deletes feedback about a page of a site. Needs the role `create` on the site.',
  args: { ...siteArgs, ...feedbackArgs },
  payload: showsDeleted('Id of the deleted feedback.', inSite),
  resolve: async (ctx, feedback) => ({ ...feedback, deletedId: await deleteFeedback(ctx, feedback) }),
});
