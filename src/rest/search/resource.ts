import * as z from 'zod';
import type { SearchOrganizationContentQuery, SearchPageResultFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { urls } from '../shared/schemas.ts';

/** Contract 2.13. */
const SearchSectionResult = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    path: z.string().describe('Path of the page, with `#anchor`.'),
    body: z.string().describe('Excerpt as HTML: the text is escaped, what was found stands in `<mark>`.'),
    urls: urls('app'),
  })
  .meta({ id: 'SearchSectionResult' });

/** Contract 2.13. */
export const SearchPageResult = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    sections: z.array(SearchSectionResult).optional(),
    urls: urls('app'),
  })
  .meta({ id: 'SearchPageResult' });

/** Contract 2.13, "Organization search items". */
export const SearchSpaceResult = z
  .strictObject({ id: z.string(), title: z.string(), pages: z.array(SearchPageResult) })
  .meta({ id: 'SearchSpaceResult' });

export const pageResult: Resource<SearchPageResultFragment, z.infer<typeof SearchPageResult>> = {
  schema: SearchPageResult,
  present: ({ id, title, path, app, sections }) => ({
    id,
    title,
    path,
    sections: sections.length === 0 ? undefined : sections.map(presentSection),
    urls: { app },
  }),
};

const presentSection = ({ id, title, path, body, app }: SearchPageResultFragment['sections'][number]) => ({
  id,
  title,
  path,
  body,
  urls: { app },
});

type Search = NonNullable<NonNullable<SearchOrganizationContentQuery['organization']>['search']>;

export const spaceResult: Resource<Search['edges'][number]['node'], z.infer<typeof SearchSpaceResult>> = {
  schema: SearchSpaceResult,
  present: ({ id, title, pages }) => ({ id, title, pages: pages.map(pageResult.present) }),
};
