import * as z from 'zod';
import {
  Anchor,
  ComputedProps,
  ComputedType,
  FileContentType,
  FileName,
  FileUrl,
  PageCondition,
  PageDescription,
  PageEmoji,
  PageIcon,
  PageMarkdown,
  PageSlug,
  PageTitle,
  ReferenceUrl,
  Variables,
} from '../../domain/content/edits/fields.ts';
import { builder } from '../builder.ts';
import { CoverSizeEnum, PageWidthEnum } from './page-parts.ts';
import { ReferenceKindEnum } from './reference.ts';

const PageTextInput = builder.inputType('PageTextInput', {
  description: 'A text: Markdown, or a JSON document, not both.',
  fields: (t) => ({
    markdown: t.string({ description: 'The Markdown text.', validate: PageMarkdown }),
    document: t.field({
      type: 'JSON',
      description: 'A JSON document of blocks that Markdown can hold; it is stored as Markdown.',
    }),
  }),
});

const ContentReferenceInput = builder.inputType('ContentReferenceInput', {
  description: 'Something in the content, or an address, that is pointed at.',
  fields: (t) => ({
    kind: t.field({ type: ReferenceKindEnum, required: true, description: 'What it points at.' }),
    page: t.id({ description: 'Id of the page, for a page or an anchor.' }),
    anchor: t.string({ description: 'The place on the page, for an anchor.', validate: Anchor }),
    file: t.id({ description: 'Id of the file, for a file.' }),
    url: t.string({ description: 'The address, for a URL.', validate: ReferenceUrl }),
  }),
});

const PageLayoutInput = builder.inputType('PageLayoutInput', {
  description: 'What of a page is shown; what is omitted stays, null is the default.',
  fields: (t) => ({
    width: t.field({ type: PageWidthEnum, description: 'How wide the page is.' }),
    cover: t.boolean({ description: 'Whether the cover is shown.' }),
    coverSize: t.field({ type: CoverSizeEnum, description: 'How large the cover is.' }),
    title: t.boolean({ description: 'Whether the title is shown.' }),
    description: t.boolean({ description: 'Whether the description is shown.' }),
    tableOfContents: t.boolean({ description: 'Whether the tree of pages is shown beside it.' }),
    outline: t.boolean({ description: 'Whether its headings are shown beside it.' }),
    pagination: t.boolean({ description: 'Whether links to the neighbours are shown.' }),
    metadata: t.boolean({ description: 'Whether the time of the last change is shown.' }),
  }),
});

const PageCoverInput = builder.inputType('PageCoverInput', {
  description: 'The picture above a page.',
  fields: (t) => ({
    ref: t.field({ type: ContentReferenceInput, description: 'The picture: a file or a URL.' }),
    refDark: t.field({ type: ContentReferenceInput, description: 'The picture for dark surroundings.' }),
    yPos: t.float({ description: 'Where it is cut, from its top.', validate: z.number().min(-10_000).max(10_000) }),
  }),
});

const PageComputedInput = builder.inputType('PageComputedInput', {
  description: 'From what a page is made.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'The source, such as `builtin:openapi`.', validate: ComputedType }),
    dependencies: t.field({ type: 'JSON', description: 'What it is made from, by name.', validate: ComputedProps }),
    props: t.field({ type: 'JSON', description: 'What the source is told.', validate: ComputedProps }),
  }),
});

export const ContentFileInput = builder.inputType('ContentFileInput', {
  description: 'A file to be added: an address that is fetched, or its bytes.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'File name.', validate: FileName }),
    url: t.string({ description: 'Where it is: an http or https URL.', validate: FileUrl }),
    base64: t.string({ description: 'Its bytes in base64.', validate: z.base64() }),
    contentType: t.string({
      description: 'Media type, where neither the bytes nor the name tell.',
      validate: FileContentType,
    }),
    ref: t.string({ description: 'Name by which the rest of the request knows it.', validate: z.string().max(100) }),
  }),
});

/** The makers of the fields of an input type. */
export type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** What can be said of every page that has a path. */
export const lookFields = (t: InputFields) => ({
  title: t.string({ description: 'Title.', validate: PageTitle }),
  slug: t.string({ description: 'Its part of the path; made from the title when omitted.', validate: PageSlug }),
  emoji: t.string({ description: 'Emoji shown with the title; null clears it.', validate: PageEmoji }),
  icon: t.string({ description: 'Name of the icon shown with the title; null clears it.', validate: PageIcon }),
  hidden: t.boolean({ description: 'Whether it is left out of the navigation.' }),
  noIndex: t.boolean({ description: 'Whether it is left out of search.' }),
  noRobotsIndex: t.boolean({ description: 'Whether search engines shall leave it out.' }),
  condition: t.string({ description: 'Who sees it: an expression; null for all.', validate: PageCondition }),
});

/** What can be said of every page with a body. */
export const bodyFields = (t: InputFields) => ({
  description: t.string({ description: 'What the page is about; null clears it.', validate: PageDescription }),
  layout: t.field({ type: PageLayoutInput, description: 'What of it is shown; null is the default.' }),
  cover: t.field({ type: PageCoverInput, description: 'The picture above it; null clears it.' }),
  variables: t.field({
    type: 'JSON',
    description: 'Values its text can name, by name; they take the place of all others.',
    validate: Variables.nullable(),
  }),
});

export const documentField = (t: InputFields) => ({
  document: t.field({ type: PageTextInput, description: 'The text; null empties it.' }),
});

export const targetField = (t: InputFields) => ({
  target: t.field({ type: ContentReferenceInput, description: 'Where a link leads.' }),
});

export const computedField = (t: InputFields) => ({
  computed: t.field({ type: PageComputedInput, description: 'From what a computed page is made.' }),
});

/** Where a page goes. */
export const placeFields = (t: InputFields) => ({
  into: t.id({ description: 'Page to put it under; null for the top.' }),
  at: t.int({ description: 'Index among its siblings; the end when omitted.', validate: z.int().min(0) }),
});
