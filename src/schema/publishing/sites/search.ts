import { SearchSiteInput } from '../../../domain/publishing/sites/inputs.ts';
import { searchSite } from '../../../domain/publishing/sites/search-site.ts';
import { builder } from '../../builder.ts';
import { takes } from '../../form-inputs.ts';
import { pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { SearchSpaceResultConnection } from '../../authoring/search/search.ts';
import { Site } from './site.ts';

builder.objectField(Site, 'search', (t) =>
  t.field({
    type: SearchSpaceResultConnection,
    nullable: true,
    description:
      'The spaces of the site whose pages match all words of the query. The space with the best matching page comes first.',
    args: {
      ...pageArgs,
      input: t.arg({ ...takes(SearchSiteInput, 'The search.'), required: true }),
    },
    resolve: async (site, { input: { query, scope, ...older }, ...page }, ctx) =>
      toConnection(await searchSite(ctx, site, { query, ...(scope ?? older) }, pageRequest(page))),
  }),
);
