import {
  coverSizes,
  pageWidths,
  type PageComputed as ComputedModel,
  type PageCover as CoverModel,
  type PageLayout as LayoutModel,
} from '../../domain/content/fields.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { ContentReference } from './reference.ts';

export const PageWidthEnum = contractEnum('PageWidth', 'How wide a page is shown.', pageWidths);
export const CoverSizeEnum = contractEnum('CoverSize', 'How large a cover is shown.', coverSizes);

export const PageLayout = builder.objectRef<LayoutModel>('PageLayout').implement({
  description: 'What of a page is shown.',
  fields: (t) => ({
    width: t.expose('width', { type: PageWidthEnum, description: 'How wide the page is.' }),
    cover: t.exposeBoolean('cover', { description: 'Whether the cover is shown.' }),
    coverSize: t.expose('coverSize', { type: CoverSizeEnum, description: 'How large the cover is.' }),
    title: t.exposeBoolean('title', { description: 'Whether the title is shown.' }),
    description: t.exposeBoolean('description', { description: 'Whether the description is shown.' }),
    tableOfContents: t.exposeBoolean('tableOfContents', {
      description: 'Whether the tree of pages is shown beside it.',
    }),
    outline: t.exposeBoolean('outline', { description: 'Whether its headings are shown beside it.' }),
    pagination: t.exposeBoolean('pagination', { description: 'Whether links to the neighbours are shown.' }),
    metadata: t.exposeBoolean('metadata', { description: 'Whether the time of the last change is shown.' }),
  }),
});

export const PageCover = builder.objectRef<CoverModel>('PageCover').implement({
  description: 'The picture above a page.',
  fields: (t) => ({
    ref: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The picture.',
      resolve: (cover) => cover.ref ?? null,
    }),
    refDark: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The picture for dark surroundings.',
      resolve: (cover) => cover.refDark ?? null,
    }),
    yPos: t.exposeFloat('yPos', { description: 'Where it is cut, from its top.' }),
  }),
});

export const PageComputed = builder.objectRef<ComputedModel>('PageComputed').implement({
  description: 'From what a page is made.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The source, such as `builtin:openapi`.' }),
    dependencies: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it is made from, by name.',
      resolve: ({ dependencies }) => dependencies ?? null,
    }),
    props: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the source is told.',
      resolve: ({ props }) => props ?? null,
    }),
  }),
});

interface VariableModel {
  readonly name: string;
  readonly value: string;
}

export const Variable = builder.objectRef<VariableModel>('Variable').implement({
  description: 'A value that texts can name.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    value: t.exposeString('value', { description: 'Its value.' }),
  }),
});

/** Variables as a list. */
export const variablesOf = (variables: Readonly<Record<string, string>> | null): VariableModel[] =>
  Object.entries(variables ?? {}).map(([name, value]) => ({ name, value }));
