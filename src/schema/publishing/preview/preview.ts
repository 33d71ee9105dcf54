import {
  listHiddenBlocks,
  previewedKinds,
  previewSite,
  type HiddenBy as HiddenByModel,
  type PreviewedBlock as PreviewedBlockModel,
  type PreviewedItem as PreviewedItemModel,
  type SitePreview as SitePreviewModel,
} from '../../../domain/publishing/preview/preview.ts';
import type { Shadow as ShadowModel } from '../../../domain/publishing/preview/shadows.ts';
import type { DroppedClaim as DroppedClaimModel } from '../../../domain/people/visitors/dropped-claims.ts';
import { builder } from '../../builder.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { Site } from '../sites/site.ts';

const PreviewedKindEnum = contractEnum('SitePreviewKind', 'The kind of a part of a site in a preview.', previewedKinds);

const HiddenBy = builder.objectRef<HiddenByModel>('SitePreviewHiddenBy').implement({
  description: 'A condition that hides a part of a site from a visitor.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PreviewedKindEnum, description: 'The kind of the part that has the condition.' }),
    subjectId: t.exposeID('subjectId', { description: 'Id of the part that has the condition.' }),
    condition: t.exposeString('condition', { description: 'The condition that does not hold.' }),
  }),
});

const ShadowedBy = builder.objectRef<ShadowModel>('SitePreviewShadowedBy').implement({
  description: 'A part of a site that has the path of a page.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PreviewedKindEnum, description: 'Whether it is a section or a site space.' }),
    subjectId: t.exposeID('subjectId', { description: 'Id of the section or the site space.' }),
  }),
});

const DroppedClaim = builder.objectRef<DroppedClaimModel>('SitePreviewDroppedClaim').implement({
  description: 'A claim that does not count for a site.',
  fields: (t) => ({
    claim: t.exposeString('claim', {
      description: 'The claim as conditions name it, such as `visitor.claims.unsigned.plan`.',
    }),
    reason: t.exposeString('reason', { description: 'Why it does not count, such as `must be true or false`.' }),
  }),
});

const PreviewedItem = builder.objectRef<PreviewedItemModel>('SitePreviewItem').implement({
  description: 'A part of a site, and whether a visitor sees it.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: PreviewedKindEnum,
      description: 'Whether the item is a section, a site space or a page.',
    }),
    subjectId: t.exposeID('subjectId', { description: 'Id of the section, the site space or the page.' }),
    title: t.exposeString('title', { description: 'Title of the part of the site.' }),
    path: t.exposeString('path', { nullable: true, description: 'Path of the item; null for a link page.' }),
    visible: t.boolean({
      description: 'Whether the visitor sees the item.',
      resolve: ({ hiddenBy }) => hiddenBy === null,
    }),
    hiddenBy: t.expose('hiddenBy', {
      type: HiddenBy,
      nullable: true,
      description: 'The condition that hides the item; null when the visitor sees it.',
    }),
    shadowedBy: t.expose('shadowedBy', {
      type: ShadowedBy,
      nullable: true,
      description:
        'The section or site space to which the URL of the page leads instead, because it has the same path; null for pages with a URL of their own, and for other items.',
    }),
  }),
});

const TextKindEnum = contractEnum('SitePreviewTextKind', 'The kind of content that contains a conditional block.', {
  page: 'A page of the site space.',
  'reusable-content': 'A reusable content of its space.',
});

const PreviewedBlock = builder.objectRef<PreviewedBlockModel>('SitePreviewBlock').implement({
  description: 'A conditional block of a text that a visitor does not see.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: TextKindEnum,
      description: 'Whether a page or a reusable content contains the block.',
    }),
    subjectId: t.exposeID('subjectId', { description: 'Id of the page or the reusable content.' }),
    title: t.exposeString('title', { description: 'Title of the page or reusable content that contains it.' }),
    condition: t.exposeString('condition', {
      description: 'The condition that does not hold. That of `elseif` and `else` includes those before it, negated.',
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why the condition cannot be evaluated, so that no visitor sees the block; null when it can.',
    }),
    startOffset: t.exposeInt('startsAt', { description: 'Offset of its first character in the Markdown.' }),
    endOffset: t.exposeInt('endsAt', { description: 'Offset after its last character in the Markdown.' }),
  }),
});

const PreviewedBlockConnection = builder.connectionObject(
  {
    type: PreviewedBlock,
    name: 'SitePreviewBlockConnection',
    interfaces: [Connection],
    description: 'A page of blocks.',
  },
  { name: 'SitePreviewBlockEdge', description: 'A block in a list.' },
);

const SitePreview = builder.objectRef<SitePreviewModel>('SitePreview').implement({
  description: 'What a visitor with certain claims sees of a site.',
  fields: (t) => ({
    claims: t.expose('claims', {
      type: 'Claims',
      description: `The claims that count. ${freeForms.claims}`,
    }),
    droppedClaims: t.expose('droppedClaims', {
      type: [DroppedClaim],
      description:
        'The given claims, or parts of them, that do not count: those that the adaptive schema does not name, and those of another type or value. At most 100.',
    }),
    siteSpaceId: t.exposeID('siteSpaceId', { description: 'Id of the site space whose pages are listed.' }),
    structure: t.expose('structure', {
      type: [PreviewedItem],
      description: 'The sections, each followed by its site spaces, in the order of the navigation.',
    }),
    pages: t.expose('pages', {
      type: [PreviewedItem],
      description: 'The pages of the site space, each followed by those below it.',
    }),
    hiddenBlocks: t.field({
      type: PreviewedBlockConnection,
      description:
        'The conditional blocks that the visitor does not see in the visible pages of the site space and in the reusable contents of its space.',
      args: { ...pageArgs },
      resolve: async (preview, args, ctx, info) =>
        toConnection(await listHiddenBlocks(ctx, preview, pageRequest(args, info))),
    }),
    url: t.expose('url', {
      type: 'URL',
      nullable: true,
      description:
        'Opens the site as this visitor for an hour, published or not; null for callers who may not edit the site or not read all its spaces.',
    }),
  }),
});

builder.objectField(Site, 'preview', (t) =>
  t.field({
    type: SitePreview,
    nullable: true,
    description:
      'What a visitor with these claims would see, and for everything else the condition that hides it. Only for members.',
    args: {
      claims: t.arg({
        type: 'Claims',
        description: `The claims of the visitor as an object, or its JSON; none when omitted. ${freeForms.claims}`,
      }),
      siteSpaceId: t.arg.id({
        description:
          'Id of the site space whose pages are listed; when omitted, the first one with the space of the change request, or else the default one.',
      }),
      changeRequestId: t.arg.id({
        description:
          'Id of a change request of a space of the site, a draft or an open one, that the URL shows in the site. The lists show the main content.',
      }),
    },
    resolve: ({ id }, { claims, siteSpaceId, changeRequestId }, ctx) =>
      previewSite(ctx, { id, claims, siteSpaceId, changeRequestId }),
  }),
);
