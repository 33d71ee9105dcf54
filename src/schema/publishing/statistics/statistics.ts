import {
  listMissedSearches,
  listPageViews,
  type MissedSearch as MissedSearchModel,
  type PageViews as PageViewsModel,
} from '../../../domain/publishing/statistics/statistics.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { Site } from '../sites/site.ts';

const dayDescription = 'Start of the day, in UTC.';

const PageViews = builder.objectRef<PageViewsModel>('PageViews').implement({
  description: 'How often a page of a site was read on a day. Previews are not counted, and no reader is known.',
  fields: (t) => ({
    dayAt: t.expose('dayAt', { type: 'DateTime', description: dayDescription }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space of the page.' }),
    pageId: t.exposeID('pageId', { description: 'Id of the page in its space. The page may have been deleted since.' }),
    viewCount: t.exposeInt('views', { description: 'Number of times that the page was read.' }),
  }),
});

const MissedSearch = builder.objectRef<MissedSearchModel>('MissedSearch').implement({
  description: 'Words for which readers of a site searched on a day without finding anything.',
  fields: (t) => ({
    dayAt: t.expose('dayAt', { type: 'DateTime', description: dayDescription }),
    query: t.exposeString('query', { description: 'The words, in small letters.' }),
    searchCount: t.exposeInt('searches', { description: 'Number of searches for these words.' }),
  }),
});

const PageViewsConnection = connectionOf(PageViews, 'PageViews', 'views of a page', 'views of pages');
const MissedSearchConnection = connectionOf(MissedSearch, 'MissedSearch', 'a search', 'searches');

const dayArgs = builder.args((t) => ({
  startsAt: t.field({ type: 'DateTime', description: 'Only days that begin at this time or later.' }),
  endsAt: t.field({ type: 'DateTime', description: 'Only days that begin before this time.' }),
}));

interface Days {
  readonly startsAt?: string | null | undefined;
  readonly endsAt?: string | null | undefined;
}

const daysOf = ({ startsAt, endsAt }: Days) => ({ from: startsAt ?? null, until: endsAt ?? null });

builder.objectFields(Site, (t) => ({
  pageViews: t.field({
    type: PageViewsConnection,
    description:
      'How often pages of the site were read, by day, newest first. Counted once a minute. Needs the role `create` on the site.',
    args: { ...pageArgs, ...dayArgs },
    resolve: async ({ id }, { startsAt, endsAt, ...args }, ctx, info) =>
      toConnection(await listPageViews(ctx, { id }, { ...daysOf({ startsAt, endsAt }), ...pageRequest(args, info) })),
  }),
  missedSearches: t.field({
    type: MissedSearchConnection,
    description:
      'Searches of readers that found nothing, by day, newest first. Counted once a minute. Needs the role `create` on the site.',
    args: { ...pageArgs, ...dayArgs },
    resolve: async ({ id }, { startsAt, endsAt, ...args }, ctx, info) =>
      toConnection(
        await listMissedSearches(ctx, { id }, { ...daysOf({ startsAt, endsAt }), ...pageRequest(args, info) }),
      ),
  }),
}));
