import { listBacklinks } from '../../../domain/authoring/content/backlinks.ts';
import type { LinkStatus } from '../../../domain/authoring/content/links.ts';
import {
  brokenContexts,
  listLinks,
  type ContentLink as LinkModel,
  type LinkStats as StatsModel,
} from '../../../domain/authoring/content/list-links.ts';
import { findLinkTarget, getLinkSource } from '../../../domain/authoring/content/locations.ts';
import { builder } from '../../builder.ts';
import { Connection, connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { File } from './file.ts';
import { ContentLocation } from './location.ts';
import { LinkStatusEnum } from './page-links.ts';
import { Page } from './page.ts';
import { readable, Revision } from './revision.ts';

const relations = {
  reference: 'The page refers to the target.',
  dependsOn: 'The page is computed from the target.',
} as const;
const LinkRelationEnum = contractEnum('LinkRelation', 'How a page relates to the target of a link.', relations);
const BrokenContextEnum = contractEnum('BrokenContext', 'The content in which a link broke first.', brokenContexts);

const ContentLink = builder.objectRef<LinkModel>('ContentLink').implement({
  description:
    'A link of a page: a link in its text, its cover, the target of a link page, or the source of a computed page.',
  fields: (t) => ({
    status: t.field({
      type: LinkStatusEnum,
      description: 'Whether the link works.',
      resolve: (link) => link.status as LinkStatus,
    }),
    relation: t.field({
      type: LinkRelationEnum,
      description: 'How the page relates to the target.',
      resolve: ({ source }) => (source === 'computed' ? ('dependsOn' as const) : ('reference' as const)),
    }),
    href: t.exposeString('url', { description: 'The URL as it is written in the text; empty for other links.' }),
    anchor: t.exposeString('anchor', { nullable: true, description: 'The anchor on the target page.' }),
    startOffset: t.exposeInt('startsAt', {
      nullable: true,
      description: 'Start offset of the URL in the text, in UTF-16 code units.',
    }),
    endOffset: t.exposeInt('endsAt', {
      nullable: true,
      description: 'End offset of the URL in the text, in UTF-16 code units.',
    }),
    target: t.field({
      type: ContentLocation,
      nullable: true,
      description: 'The target of the link; null when the link is broken or the caller may not see the target.',
      resolve: (link, _args, ctx) => findLinkTarget(ctx, link),
    }),
    location: t.field({
      type: ContentLocation,
      description: 'The page that the link is on.',
      resolve: (link, _args, ctx) => getLinkSource(ctx, link),
    }),
  }),
});

const LinkStats = builder.objectRef<StatsModel>('LinkStats').implement({
  description: 'Numbers of links, regardless of the filter of the list.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Number of links.' }),
    broken: t.exposeInt('broken', { description: 'Number of broken links.' }),
    brokenInChangeRequest: t.exposeInt('brokenInChangeRequest', {
      nullable: true,
      description: 'Number of broken links that work in the main content of the change request; null for main content.',
    }),
  }),
});

interface WithStats {
  readonly stats: () => Promise<StatsModel>;
}

const ContentLinkConnection = builder.connectionObject(
  {
    type: ContentLink,
    name: 'ContentLinkConnection',
    interfaces: [Connection],
    description: 'A page of links.',
    fields: (t) => ({
      stats: t.field({
        type: LinkStats,
        description: 'Numbers of links, regardless of the filter of the list.',
        resolve: (connection) => (connection as unknown as WithStats).stats(),
      }),
    }),
  },
  { name: 'ContentLinkEdge', description: 'A link in a list.' },
);

export const ContentLocationConnection = connectionOf(ContentLocation, 'ContentLocation', 'a location', 'locations');

builder.objectField(Revision, 'links', (t) =>
  t.field({
    type: ContentLinkConnection,
    description: 'The links of all pages, in the order of the page tree and of each text.',
    args: {
      ...pageArgs,
      pageId: t.arg.id({ description: 'Only the links of the page with this id.' }),
      status: t.arg({ type: LinkStatusEnum, description: 'Only links with this status.' }),
      brokenContext: t.arg({
        type: BrokenContextEnum,
        description: 'Only broken links that broke in this content first.',
      }),
    },
    resolve: async (revision, { pageId, status, brokenContext, ...page }, ctx) => {
      const listed = await listLinks(
        ctx,
        readable(ctx, revision),
        { pageId, status, brokenContext },
        pageRequest(page),
      );
      return { ...toConnection(listed.page), stats: listed.stats };
    },
  }),
);

const backlinksOf = (what: string) => `The other pages of the revision that link to this ${what}, sorted by title.`;

builder.objectField(Page, 'backlinks', (t) =>
  t.field({
    type: ContentLocationConnection,
    description: backlinksOf('page'),
    args: { ...pageArgs },
    resolve: async (page, args, ctx) => toConnection(await listBacklinks(ctx, page, pageRequest(args))),
  }),
);

builder.objectField(File, 'backlinks', (t) =>
  t.field({
    type: ContentLocationConnection,
    description: backlinksOf('file'),
    args: { ...pageArgs },
    resolve: async (file, args, ctx) => toConnection(await listBacklinks(ctx, file, pageRequest(args))),
  }),
);
