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
import { freeForms, writtenDocument } from '../free-forms.ts';
import { CoverSizeEnum, PageWidthEnum } from './page-parts.ts';
import { ReferenceKindEnum } from './reference.ts';

const PageTextInput = builder.inputType('PageTextInput', {
  description: 'A text: either Markdown or a JSON document.',
  extensions: { isStrict: true },
  fields: (t) => ({
    markdown: t.string({ description: 'The Markdown text.', validate: PageMarkdown }),
    document: t.field({ type: 'JSON', description: writtenDocument }),
  }),
});

const ContentReferenceInput = builder.inputType('ContentReferenceInput', {
  description: 'A reference to a page, an anchor, a file or a URL.',
  fields: (t) => ({
    kind: t.field({ type: ReferenceKindEnum, required: true, description: 'Kind of the target.' }),
    page: t.id({ description: 'Id of the page. Required for the kinds `PAGE` and `ANCHOR`.' }),
    anchor: t.string({ description: 'The anchor on the page. Required for the kind `ANCHOR`.', validate: Anchor }),
    file: t.id({ description: 'Id of the file. Required for the kind `FILE`.' }),
    url: t.string({ description: 'The URL. Required for the kind `URL`.', validate: ReferenceUrl }),
  }),
});

const PageLayoutInput = builder.inputType('PageLayoutInput', {
  description: 'Which parts of a page are shown. Omitted fields stay unchanged; null restores a default.',
  fields: (t) => ({
    width: t.field({ type: PageWidthEnum, description: 'Width of the page.' }),
    cover: t.boolean({ description: 'Whether the cover is shown.' }),
    coverSize: t.field({ type: CoverSizeEnum }),
    title: t.boolean({ description: 'Whether the title is shown.' }),
    description: t.boolean({ description: 'Whether the description is shown.' }),
    tableOfContents: t.boolean({ description: 'Whether the page tree is shown.' }),
    outline: t.boolean({ description: 'Whether the list of headings is shown.' }),
    pagination: t.boolean({ description: 'Whether links to the previous and next page are shown.' }),
    metadata: t.boolean({ description: 'Whether the time of the last update is shown.' }),
  }),
});

const PageCoverInput = builder.inputType('PageCoverInput', {
  description: 'The cover image of a page.',
  fields: (t) => ({
    ref: t.field({ type: ContentReferenceInput, description: 'The image: a file or a URL.' }),
    refDark: t.field({ type: ContentReferenceInput, description: 'The image for dark mode.' }),
    yPos: t.float({ description: 'Vertical offset of the image.', validate: z.number().min(-10_000).max(10_000) }),
  }),
});

const PageComputedInput = builder.inputType('PageComputedInput', {
  description: 'The source of a computed page.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'The source, such as `builtin:openapi`.', validate: ComputedType }),
    dependencies: t.field({
      type: 'JSON',
      description: `The inputs of the source, by name. ${freeForms.source}`,
      validate: ComputedProps,
    }),
    props: t.field({
      type: 'JSON',
      description: `Parameters of the source, by name. ${freeForms.source}`,
      validate: ComputedProps,
    }),
  }),
});

export const ContentFileInput = builder.inputType('ContentFileInput', {
  description: 'A new file, given by exactly one of `url` and `base64`.',
  extensions: { isStrict: true },
  fields: (t) => ({
    name: t.string({ required: true, description: 'File name.', validate: FileName }),
    url: t.string({ description: 'The http or https URL to fetch the file from.', validate: FileUrl }),
    base64: t.string({ description: 'The content of the file in base64.', validate: z.base64() }),
    contentType: t.string({
      description: 'Media type, used when neither the content nor the name of the file determines it.',
      validate: FileContentType,
    }),
    ref: t.string({
      description: 'Name with which other operations of the request, and links in their texts, refer to the file.',
      validate: z.string().max(100),
    }),
  }),
});

/** The field builder of an input type. */
export type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** Fields of every page that has a path. */
export const metadataFields = (t: InputFields) => ({
  title: t.string({ validate: PageTitle }),
  slug: t.string({
    description: 'Path segment of the page, unique among its siblings; derived from the title when omitted.',
    validate: PageSlug,
  }),
  emoji: t.string({ description: 'Emoji shown with the title; null clears it.', validate: PageEmoji }),
  icon: t.string({ description: 'Name of the icon shown with the title; null clears it.', validate: PageIcon }),
  hidden: t.boolean({ description: 'Whether the page is hidden from navigation.' }),
  noIndex: t.boolean({ description: 'Whether the page is excluded from search.' }),
  noRobotsIndex: t.boolean({ description: 'Whether external search engines are asked not to index the page.' }),
  condition: t.string({
    description:
      'Expression over the claims of a visitor that decides who sees the published page; null shows it to everyone.',
    validate: PageCondition,
  }),
});

/** Fields of every page with a text. */
export const bodyFields = (t: InputFields) => ({
  description: t.string({ description: 'Short description; null clears it.', validate: PageDescription }),
  layout: t.field({
    type: PageLayoutInput,
    description: 'Which parts of the page are shown; null restores the default.',
  }),
  cover: t.field({ type: PageCoverInput, description: 'Cover image; null clears it.' }),
  variables: t.field({
    type: 'JSON',
    description: `Variables for expressions in the text of the page, by name; they replace all existing ones. ${freeForms.variables}`,
    validate: Variables.nullable(),
  }),
});

export const documentField = (t: InputFields) => ({
  document: t.field({ type: PageTextInput, description: 'The text; null clears it.' }),
});

export const targetField = (t: InputFields) => ({
  target: t.field({ type: ContentReferenceInput, description: 'The target of a link page.' }),
});

export const computedField = (t: InputFields) => ({
  computed: t.field({ type: PageComputedInput, description: 'The source of a computed page.' }),
});

/** The position of a page in the tree. */
export const positionFields = (t: InputFields) => ({
  into: t.id({ description: 'Id of the parent page; null for the top of the tree.' }),
  at: t.int({ description: 'Index among the siblings; the end when omitted.', validate: z.int().min(0) }),
});
