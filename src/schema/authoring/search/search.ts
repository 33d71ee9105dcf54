import { maxPagesPerSpace, maxSectionsPerPage, SearchText } from '../../../domain/authoring/search/fields.ts';
import type { Correction } from '../../../domain/authoring/search/correct.ts';
import { renderExcerpt, type Excerpt } from '../../../text/search/excerpt.ts';
import {
  searchOrganization,
  searchSpace,
  type PageResult,
  type ResultPage,
  type SectionResult,
  type SpaceResult,
} from '../../../domain/authoring/search/search.ts';
import { findMainPage } from '../../../domain/authoring/content/pages.ts';
import { findSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { appUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { Page } from '../content/page.ts';
import { Space } from '../spaces/space.ts';

const SearchHighlight = builder.objectRef<Excerpt['highlights'][number]>('SearchHighlight').implement({
  description: 'The range of a match in an excerpt, in UTF-16 code units.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Offset of the first code unit.' }),
    end: t.exposeInt('end', { description: 'Offset after the last code unit.' }),
  }),
});

const SearchSectionResult = builder.objectRef<SectionResult>('SearchSectionResult').implement({
  description: 'A matching section of a page, from one heading to the next.',
  fields: (t) => ({
    sectionId: t.id({
      description: 'Id of the page, followed by `#` and the anchor if there is one.',
      resolve: ({ pageId, anchor }) => (anchor === null ? pageId : `${pageId}#${anchor}`),
    }),
    title: t.exposeString('title', {
      description: 'The heading; for the section before the first heading, the title of the page.',
    }),
    anchor: t.exposeString('anchor', {
      nullable: true,
      description: 'The anchor of the heading; null before the first heading.',
    }),
    path: t.exposeString('path', {
      description: 'The path of the page, followed by `#` and the anchor if there is one.',
    }),
    body: t.string({
      description: 'The excerpt as HTML: matches are in `<mark>`, everything else is escaped.',
      resolve: ({ excerpt }) => renderExcerpt(excerpt),
    }),
    text: t.string({ description: 'The excerpt as plain text.', resolve: ({ excerpt }) => excerpt.text }),
    highlights: t.field({
      type: [SearchHighlight],
      description: 'The ranges of the matches in the plain text, in order.',
      resolve: ({ excerpt }) => [...excerpt.highlights],
    }),
    appUrl: t.field({
      type: 'URL',
      description: 'URL of the section in the application.',
      resolve: ({ spaceId, pageId, anchor }, _args, ctx) =>
        appUrl(ctx.urls, 'spaces', spaceId, 'pages', pageId) +
        (anchor === null ? '' : `#${encodeURIComponent(anchor)}`),
    }),
  }),
});

const SearchPageResult = builder.objectRef<PageResult>('SearchPageResult').implement({
  description: 'A matching page.',
  fields: (t) => ({
    pageId: t.exposeID('id', { description: 'Id of the page in its space.' }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space that contains the page.' }),
    title: t.exposeString('title', { description: 'Title of the page.' }),
    path: t.exposeString('path', {
      description: 'Path of the page: the slugs from the top of the tree, joined by slashes.',
    }),
    sections: t.field({
      type: [SearchSectionResult],
      description: `The matching sections, best first, at most ${maxSectionsPerPage}.`,
      resolve: ({ sections }) => [...sections],
    }),
    appUrl: t.field({
      type: 'URL',
      description: 'URL of the page in the application.',
      resolve: ({ spaceId, id }, _args, ctx) => appUrl(ctx.urls, 'spaces', spaceId, 'pages', id),
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page in the main content; null when the caller may no longer read it.',
      resolve: async ({ spaceId, id }, _args, ctx) => {
        const space = await findSpace(ctx, spaceId, 'readContent');
        return space && findMainPage(ctx, space, id);
      },
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space that contains the page; null when the caller may not read it.',
      resolve: ({ spaceId }, _args, ctx) => findSpace(ctx, spaceId),
    }),
  }),
});

export const SearchSpaceResult = builder.objectRef<SpaceResult>('SearchSpaceResult').implement({
  description: 'A space that has matching pages.',
  fields: (t) => ({
    spaceId: t.exposeID('id', { description: 'Id of the space in which pages match.' }),
    title: t.exposeString('title', { description: 'Title of the space.' }),
    pages: t.field({
      type: [SearchPageResult],
      description: `The best matching pages, at most ${maxPagesPerSpace}. \`search\` of the space lists all.`,
      resolve: ({ pages }) => [...pages],
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space in which pages match; null when the caller may not read it.',
      resolve: ({ id }, _args, ctx) => findSpace(ctx, id),
    }),
  }),
});

const SearchCorrection = builder.objectRef<Correction>('SearchCorrection').implement({
  description: 'A word of a query that was read as other words, because nothing matches the query as it is.',
  fields: (t) => ({
    word: t.exposeString('word', { description: 'The word of the query, in the form in which words are compared.' }),
    readAs: t.exposeStringList('readAs', { description: 'The words that were looked for as well, at most three.' }),
  }),
});

interface WithReading {
  readonly page: ResultPage<unknown>;
}

/** A connection is created by `toConnection` from a page of results. */
const readingOf = (connection: object) => (connection as WithReading).page;

const unlessEmpty = <Item>(items: readonly Item[]) => (items.length > 0 ? [...items] : null);

const correctionsIn = (connection: object) => unlessEmpty(readingOf(connection).corrections);
const leftOutIn = (connection: object) => unlessEmpty(readingOf(connection).leftOut);

const SearchPageResultConnection = builder.connectionObject(
  {
    type: SearchPageResult,
    name: 'SearchPageResultConnection',
    interfaces: [Connection],
    description: 'A page of matching pages.',
    fields: (t) => ({
      corrections: t.field({
        type: [SearchCorrection],
        nullable: true,
        description: 'The words of the query that were read as others, because no page matches them as they are.',
        resolve: correctionsIn,
      }),
      leftOut: t.stringList({
        nullable: true,
        description:
          'The words of the query that were not looked for, because no page has them, as the query writes them.',
        resolve: leftOutIn,
      }),
    }),
  },
  { name: 'SearchPageResultEdge', description: 'A matching page.' },
);

export const SearchSpaceResultConnection = builder.connectionObject(
  {
    type: SearchSpaceResult,
    name: 'SearchSpaceResultConnection',
    interfaces: [Connection],
    description: 'A page of spaces that have matching pages.',
    fields: (t) => ({
      corrections: t.field({
        type: [SearchCorrection],
        nullable: true,
        description: 'The words of the query that were read as others, because no page matches them as they are.',
        resolve: correctionsIn,
      }),
      leftOut: t.stringList({
        nullable: true,
        description:
          'The words of the query that were not looked for, because no page has them, as the query writes them.',
        resolve: leftOutIn,
      }),
    }),
  },
  { name: 'SearchSpaceResultEdge', description: 'A space that has matching pages.' },
);

const queryArg = builder.args((t) => ({
  query: t.string({
    required: true,
    description: 'Words, `"phrases"` and excluded `-words`. The last word may be incomplete. A blank query is refused.',
    validate: SearchText,
  }),
}));

builder.objectField(Space, 'search', (t) =>
  t.field({
    type: SearchPageResultConnection,
    nullable: true,
    description:
      'The pages that match all words of the query, best first. Matches in titles rank above those in headings, and these above those in the text.',
    args: { ...queryArg, ...pageArgs },
    resolve: async (space, { query, ...page }, ctx) =>
      toConnection(await searchSpace(ctx, space.id, query, pageRequest(page))),
  }),
);

builder.objectField(Organization, 'search', (t) =>
  t.field({
    type: SearchSpaceResultConnection,
    nullable: true,
    description:
      'The spaces that the caller may read and whose pages match all words of the query. The space with the best matching page comes first.',
    args: { ...queryArg, ...pageArgs },
    resolve: async (organization, { query, ...page }, ctx) =>
      toConnection(await searchOrganization(ctx, organization.id, query, pageRequest(page))),
  }),
);
