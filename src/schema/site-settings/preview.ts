import {
  previewedKinds,
  previewSite,
  type HiddenBy as HiddenByModel,
  type PreviewedItem as PreviewedItemModel,
  type SitePreview as SitePreviewModel,
} from '../../domain/site-settings/preview.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { Site } from '../sites/site.ts';

const PreviewedKindEnum = contractEnum('SitePreviewKind', 'What an item of a preview is.', previewedKinds);

const HiddenBy = builder.objectRef<HiddenByModel>('SitePreviewHiddenBy').implement({
  description: 'What hides a part of a site from a visitor.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PreviewedKindEnum, description: 'What the condition stands on.' }),
    subjectId: t.exposeID('subjectId', { description: 'Id of what the condition stands on.' }),
    condition: t.exposeString('condition', { description: 'The condition that does not hold.' }),
  }),
});

const PreviewedItem = builder.objectRef<PreviewedItemModel>('SitePreviewItem').implement({
  description: 'A part of a site, and whether a visitor sees it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PreviewedKindEnum, description: 'What it is.' }),
    subjectId: t.exposeID('subjectId', { description: 'Id of the section, the site space or the page.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    path: t.exposeString('path', { nullable: true, description: 'Its path; null for a link page.' }),
    visible: t.boolean({ description: 'Whether the visitor sees it.', resolve: ({ hiddenBy }) => hiddenBy === null }),
    hiddenBy: t.expose('hiddenBy', {
      type: HiddenBy,
      nullable: true,
      description: 'What hides it; null when it is seen.',
    }),
  }),
});

const SitePreview = builder.objectRef<SitePreviewModel>('SitePreview').implement({
  description: 'What a visitor with certain claims sees of a site.',
  fields: (t) => ({
    claims: t.expose('claims', {
      type: 'JSON',
      description: 'The claims that count: those that the adaptive schema of the site knows.',
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
    url: t.exposeString('url', {
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
        type: 'JSON',
        description: 'The claims of the visitor as an object, or its JSON; none when omitted.',
      }),
      siteSpace: t.arg.id({
        description: 'Id of the site space whose pages are listed; the default one when omitted.',
      }),
    },
    resolve: ({ id }, { claims, siteSpace }, ctx) => previewSite(ctx, { id, claims, siteSpaceId: siteSpace }),
  }),
);
