import * as z from 'zod';
import { enterChangeRequest, getChangeRequest } from '../../domain/change-requests/change-requests.ts';
import { editContent, type EditResult } from '../../domain/content/edits/edit-content.ts';
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
  lookFields,
  placeFields,
  targetField,
} from './content-inputs.ts';
import { Revision } from './revision.ts';

const ContentOperationEnum = contractEnum('ContentOperation', 'What is done to content.', contentOperations);
const NewPageTypeEnum = contractEnum('NewPageType', 'What kind of page is added.', newPageTypes);

/** Beyond section 5. */
const ContentChangeInput = builder.inputType('ContentChangeInput', {
  description: 'One operation on content; `operation` says which of the other members it takes.',
  extensions: { variants: { by: 'operation', members, nullable, descriptions: contentOperations } satisfies Variants },
  fields: (t) => ({
    operation: t.field({ type: ContentOperationEnum, required: true, description: 'What is done.' }),
    page: t.id({ description: 'Page that is changed, moved, removed or brought back.' }),
    type: t.field({ type: NewPageTypeEnum, description: 'Kind of a new page; a document when omitted.' }),
    ...placeFields(t),
    ref: t.string({ description: 'Name by which the rest of the request knows what is added.', validate: BatchRef }),
    ...documentField(t),
    ...lookFields(t),
    ...bodyFields(t),
    ...targetField(t),
    ...computedField(t),
    revision: t.id({
      description: 'Revision a page is brought back from; for a change request, the one it was made from when omitted.',
    }),
    block: t.idList({ description: 'Blocks alone cannot be brought back: refused where it is given.' }),
    files: t.field({
      type: [ContentFileInput],
      description: 'Files that are added: 20 at most, and 20 in the whole request that come from an address.',
    }),
    file: t.id({ description: 'File that is renamed or removed.' }),
    name: t.string({ description: 'New name of the file.', validate: FileName }),
    reusableContent: t.id({ description: 'Reusable content that is changed or removed.' }),
  }),
});

const UpdateContentInput = builder.inputType('UpdateContentInput', {
  description: 'Operations on content, applied in their order, all or nothing.',
  fields: (t) => ({
    changes: t.field({
      type: [ContentChangeInput],
      required: true,
      description: `The operations, 1 to ${maxOperations}.`,
      validate: z.array(z.unknown()).min(1).max(maxOperations),
    }),
  }),
});

/** Where content is written, and what the caller knows of it. */
export const editArgs = builder.args((t) => ({
  spaceId: t.id({ required: true, description: 'Space to change, or whose change request is changed.' }),
  changeRequestId: t.id({
    description: 'Change request to change, by its id or number; the space itself when omitted.',
  }),
  expectedRevision: t.id({ description: 'Refuse when the content has changed since: the id of its revision.' }),
}));

const outcomes = {
  created_page: 'A page that was added.',
  updated_page: 'A page that was changed or moved.',
  deleted_page: 'A page that was removed, with all below it.',
} as const;
const OutcomeEnum = contractEnum('ContentPageOutcome', 'What became of a page.', outcomes);

type Touched = EditResult['pages'][number] & { readonly spaceId: string; readonly changeRequestId: string | null };

const TouchedPage = builder.objectRef<Touched>('TouchedPage').implement({
  description: 'A page that was added, changed or removed.',
  fields: (t) => ({
    type: t.field({
      type: OutcomeEnum,
      description: 'What became of it.',
      resolve: ({ outcome }) => `${outcome}_page` as keyof typeof outcomes,
    }),
    ref: t.exposeString('ref', { nullable: true, description: 'The name that the request gave to it.' }),
    pageId: t.id({ description: 'Id of the page.', resolve: ({ id }) => id }),
    location: t.string({
      description: 'URL of the page in the REST API.',
      resolve: (page, _args, ctx) => locationUrl(ctx.urls, ...placePath(page), 'content', 'page', page.id),
    }),
  }),
});

const InsertedFile = builder.objectRef<EditResult['files'][number]>('InsertedFile').implement({
  description: 'A file that was added.',
  fields: (t) => ({
    ref: t.exposeString('ref', { nullable: true, description: 'The name that the request gave to it.' }),
    fileId: t.id({ description: 'Id of the file.', resolve: ({ id }) => id }),
  }),
});

interface Updated extends EditResult {
  readonly changeRequestId: string | null;
}

const UpdateContentPayload = builder.objectRef<Updated>('UpdateContentPayload').implement({
  description: 'What `updateContent` answers.',
  fields: (t) => ({
    revision: t.expose('revision', { type: Revision, description: 'The new revision.' }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request as it is now.',
      resolve: ({ changeRequestId: id, revision: { spaceId } }, _args, ctx) =>
        id === null ? null : enterChangeRequest(ctx, { id, spaceId }),
    }),
    changes: t.field({
      type: [TouchedPage],
      description: 'Each page that was touched, once; of those below a removed page nothing is said.',
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
      'Applies operations to the content of a space or of a change request: all or nothing, in one revision.',
    args: { ...editArgs, input: t.arg({ type: UpdateContentInput, required: true, description: 'What is done.' }) },
    resolve: async (_root, { input, ...place }, ctx, info) => {
      const { spaceId, changeRequestId: id = null } = place;
      if (id !== null && showsChangeRequest(info)) await getChangeRequest(ctx, { id, spaceId });
      const operations = input.changes.map((given, index) => ({
        given: given satisfies ContentOperation,
        path: `input.changes.${index}`,
      }));
      return { ...(await editContent(ctx, { ...place, operations })), changeRequestId: id };
    },
  }),
);
