import * as z from 'zod';
import { enterChangeRequest, getChangeRequest } from '../../domain/change-requests/change-requests.ts';
import { updateContent, type EditResult } from '../../domain/content/edits/update-content.ts';
import {
  BatchRef,
  contentOperations,
  FileName,
  maxOperations,
  newPageTypes,
} from '../../domain/content/edits/fields.ts';
import { members, nullable, type ContentOperation } from '../../domain/content/edits/operation.ts';
import { locationUrl, placePath } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { contractEnum } from '../enums.ts';
import { readsOwnFieldsOf } from '../own-fields.ts';
import type { Variants } from '../variants.ts';
import {
  bodyFields,
  computedField,
  ContentFileInput,
  documentField,
  metadataFields,
  positionFields,
  targetField,
} from './content-inputs.ts';
import { Revision } from './revision.ts';

const ContentOperationEnum = contractEnum('ContentOperation', 'The operations on content.', contentOperations);
const NewPageTypeEnum = contractEnum('NewPageType', 'The types of pages that can be created.', newPageTypes);

const ContentChangeInput = builder.inputType('ContentChangeInput', {
  description: 'An operation on content; `operation` decides which other fields it takes.',
  extensions: {
    isStrict: true,
    variants: { by: 'operation', members, nullable, descriptions: contentOperations } satisfies Variants,
  },
  fields: (t) => ({
    operation: t.field({ type: ContentOperationEnum, required: true }),
    page: t.id({ description: 'Id or ref of the page that is updated, moved, deleted or restored.' }),
    type: t.field({ type: NewPageTypeEnum, description: 'Type of a new page; a document when omitted.' }),
    ...positionFields(t),
    ref: t.string({
      description: 'Name by which other operations of the request and links in their texts refer to what is created.',
      validate: BatchRef,
    }),
    ...documentField(t),
    ...metadataFields(t),
    ...bodyFields(t),
    ...targetField(t),
    ...computedField(t),
    revision: t.id({
      description:
        'Revision that a page is restored from. Required for a space; for a change request it defaults to the revision it was created from.',
    }),
    block: t.idList({ description: 'Not supported: restoring single blocks is refused.' }),
    files: t.field({
      type: [ContentFileInput],
      description: 'Files that are added: at most 20, and at most 20 with a URL in the whole request.',
    }),
    file: t.id({ description: 'Id of the file that is renamed or deleted.' }),
    name: t.string({ description: 'New name of the file.', validate: FileName }),
    reusableContent: t.id({ description: 'Id of the reusable content that is updated or deleted.' }),
  }),
});

const UpdateContentInput = builder.inputType('UpdateContentInput', {
  description: 'Operations on content, applied in order, all or nothing.',
  fields: (t) => ({
    changes: t.field({
      type: [ContentChangeInput],
      required: true,
      description: `The operations, 1 to ${maxOperations}.`,
      validate: z.array(z.unknown()).min(1).max(maxOperations),
    }),
  }),
});

/** The space or change request that is edited, and the revision that the caller expects. */
export const editArgs = builder.args((t) => ({
  spaceId: t.id({ required: true, description: 'Id of the space to edit, or of the space of the change request.' }),
  changeRequestId: t.id({
    description: 'Change request to edit, by id or number; the main content of the space when omitted.',
  }),
  expectedRevision: t.id({
    description:
      'Id of the revision that the caller expects to be active; refused with `precondition_failed` when another one is.',
  }),
}));

const outcomes = {
  created_page: 'The page was created.',
  updated_page: 'The page was updated or moved.',
  deleted_page: 'The page was deleted, with everything below it.',
} as const;
const OutcomeEnum = contractEnum('ContentPageOutcome', 'What an edit did to a page.', outcomes);

type Touched = EditResult['pages'][number] & { readonly spaceId: string; readonly changeRequestId: string | null };

const TouchedPage = builder.objectRef<Touched>('TouchedPage').implement({
  description: 'A page that was created, updated or deleted.',
  fields: (t) => ({
    type: t.field({
      type: OutcomeEnum,
      description: 'What the edit did to the page.',
      resolve: ({ outcome }) => `${outcome}_page` as keyof typeof outcomes,
    }),
    ref: t.exposeString('ref', { nullable: true, description: 'The ref that the request gave it.' }),
    pageId: t.id({ resolve: ({ id }) => id }),
    location: t.string({
      description: 'URL of the page in the REST API.',
      resolve: (page, _args, ctx) => locationUrl(ctx.urls, ...placePath(page), 'content', 'page', page.id),
    }),
  }),
});

const InsertedFile = builder.objectRef<EditResult['files'][number]>('InsertedFile').implement({
  description: 'A file that was added.',
  fields: (t) => ({
    ref: t.exposeString('ref', { nullable: true, description: 'The ref that the request gave it.' }),
    fileId: t.id({ resolve: ({ id }) => id }),
  }),
});

interface Updated extends EditResult {
  readonly changeRequestId: string | null;
}

const UpdateContentPayload = builder.objectRef<Updated>('UpdateContentPayload').implement({
  description: 'Result of `updateContent`.',
  fields: (t) => ({
    revisionId: t.id({ description: 'Id of the new revision.', resolve: ({ revision }) => revision.id }),
    revision: t.expose('revision', { type: Revision, description: 'The new revision.' }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The edited change request; null for main content.',
      resolve: ({ changeRequestId: id, revision: { spaceId } }, _args, ctx) =>
        id === null ? null : enterChangeRequest(ctx, { id, spaceId }),
    }),
    changes: t.field({
      type: [TouchedPage],
      description: 'Each changed page once; pages below a deleted page are left out.',
      resolve: ({ pages, changeRequestId, revision: { spaceId } }) =>
        pages.map((page) => ({ ...page, spaceId, changeRequestId })),
    }),
    insertedFiles: t.field({
      type: [InsertedFile],
      description: 'The files that were added.',
      resolve: ({ files }) => [...files],
    }),
  }),
});

const showsChangeRequest = readsOwnFieldsOf('changeRequest');

builder.mutationField('updateContent', (t) =>
  t.field({
    type: UpdateContentPayload,
    extensions: { longRunning: true },
    description:
      'Applies operations to the content of a space or a change request, all or nothing, in one revision. Refused with `space_locked` for a locked space.',
    args: { ...editArgs, input: t.arg({ type: UpdateContentInput, required: true, description: 'The operations.' }) },
    resolve: async (_root, { input, ...place }, ctx, info) => {
      const { spaceId, changeRequestId: id = null } = place;
      if (id !== null && showsChangeRequest(info)) await getChangeRequest(ctx, { id, spaceId });
      const operations = input.changes.map((change, index) => ({
        input: change satisfies ContentOperation,
        path: `input.changes.${index}`,
      }));
      return { ...(await updateContent(ctx, { ...place, operations })), changeRequestId: id };
    },
  }),
);
