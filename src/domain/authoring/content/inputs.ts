import * as z from 'zod';
import {
  Id,
  inputForm,
  jsonForm,
  jsonScalars,
  jsonValue,
  named,
  namedInGraph,
  strictForm,
  omittable,
} from '../../../lib/form-types.ts';
import { freeForms, writtenDocument } from '../../../lib/free-forms.ts';
import {
  Anchor,
  BatchRef,
  ComputedProps,
  ComputedType,
  ContentOperationName,
  FileContentType,
  FileName,
  FileUrl,
  NewPageType,
  PageDescription,
  PageEmoji,
  PageIcon,
  PageMarkdown,
  PageSlug,
  PageTitle,
  ReferenceUrl,
  Variables,
  contentOperations,
  maxOperations,
} from '../../../text/content/edit-fields.ts';
import { members, nullable } from './edits/operation-members.ts';
import { ContentReferenceKind, CoverSize, PageWidth } from '../../../text/content/fields.ts';
import { Condition } from '../../../text/expressions/condition.ts';

const PageTextInput = strictForm('PageText', 'A text: either Markdown or a JSON document.', {
  markdown: PageMarkdown.apply(omittable).describe('The Markdown text.'),
  document: jsonValue('RichDocument').apply(omittable).describe(writtenDocument),
});

const ContentReferenceInput = inputForm('ContentReference', 'A reference to a page, an anchor, a file or a URL.', {
  kind: ContentReferenceKind.describe('Kind of the target.'),
  page: Id.apply(omittable).describe('Id of the page. Required for the kinds `PAGE` and `ANCHOR`.'),
  anchor: Anchor.apply(omittable).describe('The anchor on the page. Required for the kind `ANCHOR`.'),
  file: Id.apply(omittable).describe('Id of the file. Required for the kind `FILE`.'),
  url: ReferenceUrl.apply(omittable).describe('The URL. Required for the kind `URL`.'),
});

const PageLayoutInput = inputForm(
  'PageLayout',
  'Which parts of a page are shown. Omitted fields stay unchanged; null restores a default.',
  {
    width: PageWidth.nullish().describe('Width of the page.'),
    cover: z.boolean().nullish().describe('Whether the cover is shown.'),
    coverSize: CoverSize.nullish().describe('How large the cover is shown.'),
    title: z.boolean().nullish().describe('Whether the title is shown.'),
    description: z.boolean().nullish().describe('Whether the description is shown.'),
    tableOfContents: z.boolean().nullish().describe('Whether the page tree is shown.'),
    outline: z.boolean().nullish().describe('Whether the list of headings is shown.'),
    pagination: z.boolean().nullish().describe('Whether links to the previous and next page are shown.'),
    metadata: z.boolean().nullish().describe('Whether the time of the last update is shown.'),
  },
);

const PageCoverInput = inputForm('PageCover', 'The cover image of a page.', {
  ref: ContentReferenceInput.apply(omittable).describe('The image: a file or a URL.'),
  refDark: ContentReferenceInput.apply(omittable).describe('The image for dark mode.'),
  yPos: z.number().min(-10_000).max(10_000).apply(omittable).describe('Vertical offset of the image.'),
});

const PageComputedInput = inputForm('PageComputed', 'The source of a computed page.', {
  type: ComputedType.describe('The source, such as `builtin:openapi`.'),
  dependencies: jsonForm(ComputedProps)
    .apply(omittable)
    .describe(`The inputs of the source, by name. ${freeForms.source}`),
  props: jsonForm(ComputedProps).apply(omittable).describe(`Parameters of the source, by name. ${freeForms.source}`),
});

export const ContentFileInput = strictForm('ContentFile', 'A new file, given by exactly one of `url` and `base64`.', {
  name: FileName.describe('File name.'),
  url: FileUrl.apply(omittable).describe('The http or https URL to fetch the file from.'),
  base64: z.base64().apply(omittable).describe('The content of the file in base64.'),
  contentType: FileContentType.apply(omittable).describe(
    'Media type, used when neither the content nor the name of the file determines it.',
  ),
  ref: z
    .string()
    .max(100)
    .apply(omittable)
    .describe('Name with which other operations of the request, and links in their texts, refer to the file.'),
});

/** Fields of every page. */
const linkFields = {
  title: PageTitle.apply(omittable).describe('Title, as navigation shows it.'),
  emoji: PageEmoji.nullish().describe('Emoji shown with the title; null clears it.'),
  icon: PageIcon.nullish().describe('Name of the icon shown with the title; null clears it.'),
  hidden: z.boolean().nullish().describe('Whether the page is hidden from navigation; null is false.'),
  condition: Condition.nullish().describe(
    'Expression over the claims of a visitor that decides who sees the published page; null shows it to everyone.',
  ),
};

/** Fields of every page that has a path. */
const metadataFields = {
  ...linkFields,
  slug: PageSlug.apply(omittable).describe(
    'Path segment of the page, unique among its siblings; derived from the title when omitted.',
  ),
  noIndex: z.boolean().nullish().describe('Whether the page is excluded from search; null is false.'),
  noRobotsIndex: z
    .boolean()
    .nullish()
    .describe('Whether external search engines are asked not to index the page; null is false.'),
};

const variablesForm = named(
  { name: 'Variables', description: jsonScalars.Variables, isInline: true },
  Variables.clone(),
);

/** Fields of every page with a text. */
const bodyFields = {
  description: PageDescription.nullish().describe('Short description; null clears it.'),
  layout: PageLayoutInput.nullish().describe('Which parts of the page are shown; null restores the default.'),
  cover: PageCoverInput.nullish().describe('Cover image; null clears it.'),
  variables: variablesForm
    .nullish()
    .describe(
      `Variables for expressions in the text of the page, by name; they replace all existing ones, and null removes them. ${freeForms.variables}`,
    ),
};

const documentField = {
  document: PageTextInput.nullish().describe('The text; null clears it.'),
};

const targetField = {
  target: ContentReferenceInput.apply(omittable).describe('The target of a link page.'),
};

const computedField = {
  computed: PageComputedInput.apply(omittable).describe('The source of a computed page.'),
};

/** An index that fits the integers of GraphQL. */
const Index = z
  .int()
  .min(0)
  .refine((index) => index < 2 ** 31, 'must be an integer');

/** Members that say where pages are placed in a tree. */
export const positionFields = {
  into: namedInGraph('parentId', Id).nullish().describe('Id of the parent page; null for the top of the tree.'),
  at: Index.apply(omittable).describe('Index among the siblings; the end when omitted.'),
};

const ContentChangeInput = named(
  {
    name: 'ContentChange',
    description: 'An operation on content. `operation` determines which other fields are allowed.',
    variants: { by: 'operation', members, nullable, descriptions: contentOperations },
  },
  z.strictObject({
    operation: ContentOperationName.describe('What is done.'),
    page: Id.apply(omittable).describe('Id or ref of the page to update, move, delete or restore.'),
    type: NewPageType.apply(omittable).describe('Type of a new page; a document when omitted.'),
    ...positionFields,
    ref: BatchRef.apply(omittable).describe(
      'Name with which other operations of the request, and links in their texts, refer to the new entry.',
    ),
    ...documentField,
    ...metadataFields,
    ...bodyFields,
    ...targetField,
    ...computedField,
    revision: Id.apply(omittable).describe(
      'Id of the revision that a page is restored from. Required for a space; for a change request, it defaults to the revision that the change request was created from.',
    ),
    block: z.array(Id).apply(omittable).describe('Not supported: restoring single blocks is refused.'),
    files: z
      .array(ContentFileInput)
      .apply(omittable)
      .describe('Files to add: at most 20, and at most 20 with a URL in the whole request.'),
    file: Id.apply(omittable).describe('Id of the file to rename or delete.'),
    name: FileName.apply(omittable).describe('New name of the file.'),
    reusableContent: Id.apply(omittable).describe('Id of the reusable content to update or delete.'),
  }),
);

export const UpdateContentInput = inputForm(
  'UpdateContent',
  'Operations on content, which are applied in order, either all or none.',
  {
    changes: z.array(ContentChangeInput).min(1).max(maxOperations).describe(`The operations, 1 to ${maxOperations}.`),
  },
);

export const CreatePageInput = inputForm(
  'CreatePage',
  'A new document page. Without a title, the title is taken from the front matter or the first heading.',
  {
    ...documentField,
    ...positionFields,
    ...metadataFields,
    ...bodyFields,
  },
);

export const CreatePageGroupInput = inputForm('CreatePageGroup', 'A new page group, at the top of the tree.', {
  at: positionFields.at,
  ...metadataFields,
});

export const CreateLinkPageInput = inputForm('CreateLinkPage', 'A new link page.', {
  ...linkFields,
  ...targetField,
  ...positionFields,
});

export const CreateComputedPageInput = inputForm('CreateComputedPage', 'A new computed page.', {
  ...computedField,
  ...positionFields,
  ...metadataFields,
  ...bodyFields,
});

export const UpdatePageInput = inputForm(
  'UpdatePage',
  'The fields of a page to update. Omitted fields stay unchanged; null clears a field.',
  {
    ...documentField,
    ...positionFields,
    ...metadataFields,
    ...bodyFields,
    ...targetField,
    ...computedField,
  },
);

export const MovePageInput = inputForm('MovePage', 'The new parent, the new index among the siblings, or both.', {
  ...positionFields,
});

const targetSpace = namedInGraph('spaceId', Id);

export const MovePageToSpaceInput = inputForm(
  'MovePageToSpace',
  'The space to which a page moves, and its place there.',
  {
    space: targetSpace.describe('Id of the other space, which belongs to the same organization.'),
    ...positionFields,
  },
);

export const CopyPageInput = inputForm(
  'CopyPage',
  'Where the copy of a page goes. The end of the same space when omitted.',
  {
    space: targetSpace
      .apply(omittable)
      .describe('Id of the space to which the copy goes; the space of the page when omitted.'),
    changeRequest: namedInGraph('changeRequestId', Id)
      .apply(omittable)
      .describe('Change request of that space, by id or number, in which the copy is made.'),
    ...positionFields,
    title: PageTitle.apply(omittable).describe('Title of the copy; that of the page when omitted.'),
  },
);

export const RenameFileInput = inputForm('RenameFile', 'The new name of a file.', {
  name: FileName.describe('File name.'),
});

export const SetVariablesInput = inputForm(
  'SetVariables',
  'The variables of a space; they replace all existing ones.',
  {
    variables: variablesForm.describe(`Values by name. ${freeForms.variables}`),
  },
);

export const CreateReusableContentInput = inputForm('CreateReusableContent', 'A new reusable content.', {
  title: PageTitle.describe('Title of the reusable content.'),
  ...documentField,
});

export const UpdateReusableContentInput = inputForm(
  'UpdateReusableContent',
  'The fields of a reusable content to update. Omitted fields stay unchanged.',
  {
    title: PageTitle.apply(omittable).describe('Title of the reusable content.'),
    ...documentField,
  },
);
