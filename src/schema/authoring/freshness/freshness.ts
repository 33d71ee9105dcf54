import { withInput } from '../../../lib/watched-inputs.ts';
import { findPage } from '../../../domain/authoring/content/pages.ts';
import { getContent } from '../../../domain/authoring/content/revisions.ts';
import {
  findPageFreshness,
  getFreshness,
  getPageFreshness,
  isDue,
  listDue,
  listDueInSpace,
  listDueOf,
  updatePageFreshness,
  verifiedUntil,
  verifyPage,
  type PageFreshness as FreshnessModel,
} from '../../../domain/authoring/freshness/freshness.ts';
import { UpdatePageFreshnessInput, VerifyPageInput } from '../../../domain/authoring/freshness/inputs.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { ownId } from '../../plain-fields.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { User } from '../../people/users/user.ts';
import { Page } from '../content/page.ts';
import { Space } from '../spaces/space.ts';

const PageFreshness = builder.objectRef<FreshnessModel>('PageFreshness');

builder.node(PageFreshness, {
  description:
    'Who looks after a page, and until when its text was checked. It belongs to the page in all its revisions. Visible to members who may read the space.',
  id: { description: 'Id of what is known of the page.', resolve: ownId },
  loadOne: (id, ctx) => getFreshness(ctx, id),
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space in which the page is.' }),
    pageId: t.exposeID('pageId', { description: 'Id of the page, the same in every state.' }),
    ownerId: t.exposeID('ownerId', {
      nullable: true,
      description: 'Id of the member who looks after the page; null for nobody, also when the owner has left.',
    }),
    reviewAt: t.expose('reviewAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the page is to be reviewed; null for never.',
    }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody last found the page to be right; null for never.',
    }),
    verifiedById: t.exposeID('verifiedById', {
      nullable: true,
      description: 'Id of who did so; null when nobody has, and for a deleted account.',
    }),
    isDue: t.boolean({
      description: 'Whether the review date has passed.',
      resolve: (freshness, _args, ctx) => isDue(freshness, ctx.now()),
    }),
    verificationEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'The next review date of a verified page; null once it has passed, and for a page that was not verified.',
      resolve: (freshness, _args, ctx) => verifiedUntil(freshness, ctx.now()),
    }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'The member who looks after the page.',
      resolve: ({ ownerId }, _args, ctx) => (ownerId === null ? null : ctx.loaders.user.load(ownerId)),
    }),
    verifiedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who last found the page to be right.',
      resolve: ({ verifiedById }, _args, ctx) => (verifiedById === null ? null : ctx.loaders.user.load(verifiedById)),
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page in the main content; null when it was deleted.',
      resolve: async ({ spaceId, pageId }, _args, ctx) => findPage(ctx, await getContent(ctx, spaceId), pageId),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of what is known of the page in the REST API.',
      resolve: ({ spaceId, pageId }, _args, ctx) =>
        locationUrl(ctx.urls, 'spaces', spaceId, 'content', 'page', pageId, 'freshness'),
    }),
  }),
});

const PageFreshnessConnection = connectionOf(PageFreshness, 'PageFreshness', 'a page to review', 'pages to review');

builder.objectField(Page, 'freshness', (t) =>
  t.field({
    type: PageFreshness,
    nullable: true,
    description:
      'Who looks after the page, and until when it was checked; null when nothing was set, and for visitors.',
    resolve: ({ id, revision }, _args, ctx) => findPageFreshness(ctx, { spaceId: revision.spaceId, pageId: id }),
  }),
);

builder.objectField(Space, 'duePages', (t) =>
  t.field({
    type: PageFreshnessConnection,
    description: 'The pages of the space whose review date has passed, the longest due first.',
    args: pageArgs,
    resolve: async ({ id }, args, ctx, info) => toConnection(await listDueInSpace(ctx, id, pageRequest(args, info))),
  }),
);

builder.objectField(Organization, 'duePages', (t) =>
  t.field({
    type: PageFreshnessConnection,
    description: 'The pages whose review date has passed, of spaces that the caller may read, the longest due first.',
    args: { ...pageArgs, ownerId: t.arg.id({ description: 'Only pages of this member.' }) },
    resolve: async ({ id }, { ownerId, ...args }, ctx, info) =>
      toConnection(await listDue(ctx, { organizationId: id, ownerId }, pageRequest(args, info))),
  }),
);

builder.objectField(User, 'duePages', (t) =>
  t.field({
    type: PageFreshnessConnection,
    nullable: true,
    description:
      'The pages that the user looks after and whose review date has passed, in all spaces that the caller may read, the longest due first.',
    args: pageArgs,
    resolve: async ({ id }, args, ctx, info) => toConnection(await listDueOf(ctx, id, pageRequest(args, info))),
  }),
);

const pageOfSpace = builder.args((t) => ({ spaceId: t.id({ required: true }), pageId: t.id({ required: true }) }));

builder.queryField('pageFreshness', (t) =>
  t.field({
    type: PageFreshness,
    nullable: true,
    description: 'Who looks after a page of a space. Null with an error when nothing was set.',
    args: { spaceId: t.arg.id({ required: true }), pageId: t.arg.id({ required: true }) },
    resolve: (_root, reference, ctx) => getPageFreshness(ctx, reference),
  }),
);

mutation('updatePageFreshness', {
  description:
    'Sets who looks after a page of the main content, and when it is to be reviewed. Makes no revision. Needs the role `edit` on the space.',
  args: pageOfSpace,
  input: { form: UpdatePageFreshnessInput, description: 'Fields to update.' },
  payload: shows('freshness', PageFreshness, 'What is known of the page.'),
  resolve: (ctx, { input, ...page }) => updatePageFreshness(ctx, withInput(input, page)),
});

mutation('verifyPage', {
  description:
    'Says that a page of the main content is right, and when it is to be reviewed next. Makes no revision. Needs the role `edit` on the space.',
  args: pageOfSpace,
  input: { form: VerifyPageInput, description: 'When the page is to be reviewed next.' },
  payload: shows('freshness', PageFreshness, 'What is known of the page.'),
  resolve: (ctx, { input, ...page }) => verifyPage(ctx, withInput(input, page)),
});
