import { SearchText } from '../../domain/search/fields.ts';
import { markedUp, type Excerpt } from '../../domain/search/excerpt.ts';
import {
  searchOrganization,
  searchSpace,
  type PageResult,
  type SectionResult,
  type SpaceResult,
} from '../../domain/search/search.ts';
import { appUrl } from '../../domain/urls.ts';
import { maxPagesPerSpace, maxSectionsPerPage } from '../../loaders/search.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { Organization } from '../organizations/organization.ts';
import { Space } from '../spaces/space.ts';

const SearchHighlight = builder.objectRef<Excerpt['highlights'][number]>('SearchHighlight').implement({
  description: 'Where in an excerpt something was found, in UTF-16 code units.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Where it begins.' }),
    end: t.exposeInt('end', { description: 'Where it ends.' }),
  }),
});

const SearchSectionResult = builder.objectRef<SectionResult>('SearchSectionResult').implement({
  description: 'The part of a page, from one heading to the next, in which something was found.',
  fields: (t) => ({
    id: t.id({
      description: 'Id of the page, with `#anchor`.',
      resolve: ({ pageId, anchor }) => (anchor === null ? pageId : `${pageId}#${anchor}`),
    }),
    title: t.exposeString('title', { description: 'The heading; the title of the page before the first heading.' }),
    anchor: t.exposeString('anchor', {
      nullable: true,
      description: 'The slug of the heading; null before the first.',
    }),
    path: t.exposeString('path', { description: 'The path of the page, with `#anchor`.' }),
    body: t.string({
      description: 'An excerpt as HTML: what was found stands in `<mark>`, everything else is escaped.',
      resolve: ({ excerpt }) => markedUp(excerpt),
    }),
    text: t.string({ description: 'The excerpt as plain text.', resolve: ({ excerpt }) => excerpt.text }),
    highlights: t.field({
      type: [SearchHighlight],
      description: 'What was found in `text`, in order.',
      resolve: ({ excerpt }) => [...excerpt.highlights],
    }),
    app: t.string({
      description: 'URL of the section in the application.',
      resolve: ({ spaceId, pageId, anchor }, _args, ctx) =>
        appUrl(ctx.urls, 'spaces', spaceId, 'pages', pageId) +
        (anchor === null ? '' : `#${encodeURIComponent(anchor)}`),
    }),
  }),
});

const SearchPageResult = builder.objectRef<PageResult>('SearchPageResult').implement({
  description: 'A page in which something was found.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the page in its space.' }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    title: t.exposeString('title', { description: 'Title of the page.' }),
    path: t.exposeString('path', { description: 'The slugs from the top, joined by slashes.' }),
    sections: t.field({
      type: [SearchSectionResult],
      description: `Where on the page it was found, best first; ${maxSectionsPerPage} at most, and fewer where many pages are asked for.`,
      resolve: ({ sections }) => [...sections],
    }),
    app: t.string({
      description: 'URL of the page in the application.',
      resolve: ({ spaceId, id }, _args, ctx) => appUrl(ctx.urls, 'spaces', spaceId, 'pages', id),
    }),
  }),
});

const SearchSpaceResult = builder.objectRef<SpaceResult>('SearchSpaceResult').implement({
  description: 'A space in which something was found.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the space.' }),
    title: t.exposeString('title', { description: 'Title of the space.' }),
    pages: t.field({
      type: [SearchPageResult],
      description: `Its best pages; ${maxPagesPerSpace} at most, and fewer where many spaces are asked for; \`Space.search\` has them all.`,
      resolve: ({ pages }) => [...pages],
    }),
  }),
});

const SearchPageResultConnection = builder.connectionObject(
  {
    type: SearchPageResult,
    name: 'SearchPageResultConnection',
    interfaces: [Connection],
    description: 'A page of the pages that were found.',
  },
  { name: 'SearchPageResultEdge', description: 'A page that was found.' },
);

const SearchSpaceResultConnection = builder.connectionObject(
  {
    type: SearchSpaceResult,
    name: 'SearchSpaceResultConnection',
    interfaces: [Connection],
    description: 'A page of the spaces in which something was found.',
  },
  { name: 'SearchSpaceResultEdge', description: 'A space in which something was found.' },
);

const queryArg = builder.args((t) => ({
  query: t.string({
    required: true,
    description: 'Words, of which the last may be a beginning, `"phrases"`, and `-words` that must not be there.',
    validate: SearchText,
  }),
}));

builder.objectField(Space, 'search', (t) =>
  t.field({
    type: SearchPageResultConnection,
    nullable: true,
    description: 'The pages that have all words of the query, best first: in the title, in headings, in the text.',
    args: { ...queryArg, ...pageArgs },
    resolve: async (space, { query, ...page }, ctx) =>
      toConnection(await searchSpace(ctx, space.id, query, pageRequest(page))),
  }),
);

builder.objectField(Organization, 'search', (t) =>
  t.field({
    type: SearchSpaceResultConnection,
    nullable: true,
    description: 'The readable spaces with pages that have all words of the query, the one with the best page first.',
    args: { ...queryArg, ...pageArgs },
    resolve: async (organization, { query, ...page }, ctx) =>
      toConnection(await searchOrganization(ctx, organization.id, query, pageRequest(page))),
  }),
);
