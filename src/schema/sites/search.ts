import { SearchText } from '../../domain/search/fields.ts';
import { SearchedSiteSpaces, searchSite, siteSearchModes } from '../../domain/sites/search-site.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { SearchSpaceResultConnection } from '../search/search.ts';
import { Site } from './site.ts';

const SiteSearchModeEnum = contractEnum('SiteSearchMode', 'Which site spaces a search reads.', siteSearchModes);

const SiteSearchScopeInput = builder.inputType('SiteSearchScopeInput', {
  description: 'Which site spaces a search reads.',
  fields: (t) => ({
    mode: t.field({ type: SiteSearchModeEnum, required: true, description: 'Which ones.' }),
    siteSpaceId: t.id({ description: 'Id of the site space, for `current`.' }),
    siteSpaceIds: t.idList({ description: 'Ids of the site spaces, for `specific`.', validate: SearchedSiteSpaces }),
  }),
});

const SearchSiteInput = builder.inputType('SearchSiteInput', {
  description: 'What to search for in a site.',
  fields: (t) => ({
    query: t.string({
      required: true,
      description: 'Words, of which the last may be incomplete, `"phrases"`, and excluded `-words`.',
      validate: SearchText,
    }),
    scope: t.field({ type: SiteSearchScopeInput, description: 'Which site spaces to search; all when omitted.' }),
    mode: t.field({ type: SiteSearchModeEnum, description: 'As in `scope`, for older clients.' }),
    siteSpaceId: t.id({ description: 'As in `scope`, for older clients.' }),
    siteSpaceIds: t.idList({ description: 'As in `scope`, for older clients.', validate: SearchedSiteSpaces }),
  }),
});

builder.objectField(Site, 'search', (t) =>
  t.field({
    type: SearchSpaceResultConnection,
    nullable: true,
    description:
      'The spaces of the site that have pages matching all words of the query, that with the best page first.',
    args: {
      ...pageArgs,
      input: t.arg({ type: SearchSiteInput, required: true, description: 'What to search for.' }),
    },
    resolve: async (site, { input: { query, scope, ...older }, ...page }, ctx) =>
      toConnection(await searchSite(ctx, site, { query, ...(scope ?? older) }, pageRequest(page))),
  }),
);
