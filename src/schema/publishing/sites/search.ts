import { SearchSiteInput } from '../../../domain/publishing/sites/inputs.ts';
import { searchSite, type SiteSpaceResult } from '../../../domain/publishing/sites/search-site.ts';
import { builder } from '../../builder.ts';
import { takes } from '../../form-inputs.ts';
import { pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { SearchSpaceResult, SearchSpaceResultConnection } from '../../authoring/search/search.ts';
import { SiteSpace } from '../structure/structure.ts';
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

builder.objectField(SearchSpaceResult, 'siteSpace', (t) =>
  t.field({
    type: SiteSpace,
    nullable: true,
    description:
      'The site space that shows the space, the first of several in navigation order; null unless a site was searched.',
    resolve: (result) => ('siteSpace' in result ? (result as SiteSpaceResult).siteSpace : null),
  }),
);
