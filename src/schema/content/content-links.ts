import { listBacklinks } from '../../domain/content/backlinks.ts';
import type { LinkStatus } from '../../domain/content/links.ts';
import {
  brokenContexts,
  listLinks,
  type ContentLink as LinkModel,
  type LinkStats as StatsModel,
} from '../../domain/content/list-links.ts';
import { leadsTo, standsAt } from '../../domain/content/locations.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { File } from './file.ts';
import { ContentLocation } from './location.ts';
import { LinkStatusEnum } from './page-links.ts';
import { Page } from './page.ts';
import { readable, Revision } from './revision.ts';

const relations = { reference: 'It refers to it.', dependsOn: 'It is made from it.' } as const;
const LinkRelationEnum = contractEnum('LinkRelation', 'How something stands to what it links to.', relations);
const BrokenContextEnum = contractEnum('BrokenContext', 'Where a link was broken.', brokenContexts);

const ContentLink = builder.objectRef<LinkModel>('ContentLink').implement({
  description:
    'A link in the content: in the text of a page, of its cover, where a link page leads, or what a page is computed from.',
  fields: (t) => ({
    status: t.field({
      type: LinkStatusEnum,
      description: 'Whether it leads anywhere.',
      resolve: (link) => link.status as LinkStatus,
    }),
    relation: t.field({
      type: LinkRelationEnum,
      description: 'How the page stands to what it links to.',
      resolve: ({ source }) => (source === 'computed' ? ('dependsOn' as const) : ('reference' as const)),
    }),
    url: t.exposeString('url', { description: 'The address as written; empty for a reference.' }),
    anchor: t.exposeString('anchor', { nullable: true, description: 'The place on the page it leads to.' }),
    startsAt: t.exposeInt('startsAt', {
      nullable: true,
      description: 'Where the address begins in the text, in UTF-16 code units.',
    }),
    endsAt: t.exposeInt('endsAt', {
      nullable: true,
      description: 'Where the address ends in the text, in UTF-16 code units.',
    }),
    target: t.field({
      type: ContentLocation,
      nullable: true,
      description: 'What it leads to; null when that is nothing, or nothing the caller may see.',
      resolve: (link, _args, ctx) => leadsTo(ctx, link),
    }),
    location: t.field({
      type: ContentLocation,
      description: 'Where it stands.',
      resolve: (link, _args, ctx) => standsAt(ctx, link),
    }),
  }),
});

const LinkStats = builder.objectRef<StatsModel>('LinkStats').implement({
  description: 'How many links there are, whatever their status.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All links.' }),
    broken: t.exposeInt('broken', { description: 'Those that lead to nothing.' }),
    brokenInChangeRequest: t.exposeInt('brokenInChangeRequest', {
      nullable: true,
      description: 'Those of a change request that lead to something in the main content below it.',
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
        description: 'Of all links, whatever was asked for.',
        resolve: (connection) => (connection as unknown as WithStats).stats(),
      }),
    }),
  },
  { name: 'ContentLinkEdge', description: 'A link in a list.' },
);

const ContentLocationConnection = builder.connectionObject(
  {
    type: ContentLocation,
    name: 'ContentLocationConnection',
    interfaces: [Connection],
    description: 'A page of places.',
  },
  { name: 'ContentLocationEdge', description: 'A place in a list.' },
);

builder.objectField(Revision, 'links', (t) =>
  t.field({
    type: ContentLinkConnection,
    description: 'The links of the pages, by the id of the page and in order there.',
    args: {
      ...pageArgs,
      page: t.arg.id({ description: 'Only those of the page of this id.' }),
      status: t.arg({ type: LinkStatusEnum, description: 'Only those in this status; all when omitted.' }),
      brokenContext: t.arg({ type: BrokenContextEnum, description: 'Only those that were broken there.' }),
    },
    resolve: async (revision, { page: pageId, status, brokenContext, ...page }, ctx) => {
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

const backlinksDescription = 'The other pages that link to it, by title.';

builder.objectField(Page, 'backlinks', (t) =>
  t.field({
    type: ContentLocationConnection,
    description: backlinksDescription,
    args: { ...pageArgs },
    resolve: async (page, args, ctx) => toConnection(await listBacklinks(ctx, page, pageRequest(args))),
  }),
);

builder.objectField(File, 'backlinks', (t) =>
  t.field({
    type: ContentLocationConnection,
    description: backlinksDescription,
    args: { ...pageArgs },
    resolve: async (file, args, ctx) => toConnection(await listBacklinks(ctx, file, pageRequest(args))),
  }),
);
