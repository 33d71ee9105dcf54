import { SearchText } from '../../domain/search/fields.ts';
import { SearchedSiteSpaces, searchSite, siteSearchModes } from '../../domain/sites/search-site.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { SearchSpaceResultConnection } from '../search/search.ts';
import { Site } from './site.ts';

const SiteSearchModeEnum = contractEnum(
  'SiteSearchMode',
  'How the searched site spaces are selected.',
  siteSearchModes,
);

const SiteSearchScopeInput = builder.inputType('SiteSearchScopeInput', {
  description: 'The site spaces to search.',
  fields: (t) => ({
    mode: t.field({ type: SiteSearchModeEnum, required: true, description: 'How the site spaces are selected.' }),
    siteSpaceId: t.id({ description: 'Id of the site space, for the mode `CURRENT`.' }),
    siteSpaceIds: t.idList({
      description: 'Ids of the site spaces, for the mode `SPECIFIC`.',
      validate: SearchedSiteSpaces,
    }),
  }),
});

const SearchSiteInput = builder.inputType('SearchSiteInput', {
  description: 'A search in a site.',
  fields: (t) => ({
    query: t.string({
      required: true,
      description:
        'Words, `"phrases"` and excluded `-words`. The last word may be incomplete. A blank query is refused.',
      validate: SearchText,
    }),
    scope: t.field({ type: SiteSearchScopeInput, description: 'The site spaces to search; all when omitted.' }),
    mode: t.field({ type: SiteSearchModeEnum, description: 'Same as `mode` of `scope`, for older clients.' }),
    siteSpaceId: t.id({ description: 'Same as `siteSpaceId` of `scope`, for older clients.' }),
    siteSpaceIds: t.idList({
      description: 'Same as `siteSpaceIds` of `scope`, for older clients.',
      validate: SearchedSiteSpaces,
    }),
  }),
});

builder.objectField(Site, 'search', (t) =>
  t.field({
    type: SearchSpaceResultConnection,
    nullable: true,
    description:
      'The spaces of the site whose pages match all words of the query. The space with the best matching page comes first.',
    args: {
      ...pageArgs,
      input: t.arg({ type: SearchSiteInput, required: true, description: 'The search.' }),
    },
    resolve: async (site, { input: { query, scope, ...older }, ...page }, ctx) =>
      toConnection(await searchSite(ctx, site, { query, ...(scope ?? older) }, pageRequest(page))),
  }),
);
