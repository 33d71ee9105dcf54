import { enterChangeRequest, getChangeRequest } from '../../../domain/authoring/change-requests/change-requests.ts';
import { updateContent, type EditResult } from '../../../domain/authoring/content/edits/update-content.ts';
import { type ContentOperation } from '../../../domain/authoring/content/edits/operation.ts';
import { UpdateContentInput } from '../../../domain/authoring/content/inputs.ts';
import { locationUrl, placePath } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { contractEnum } from '../../enums.ts';
import { mutation } from '../../mutation.ts';
import { readsOwnFieldsOf } from '../../own-fields.ts';
import { EditWarning, warningsOfTexts } from './edit-payload.ts';
import { Revision } from './revision.ts';

/** Arguments for the space or change request to edit, and the revision that the caller expects. */
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
  deleted_page: 'The page was deleted, with all pages below it.',
} as const;
const OutcomeEnum = contractEnum('ContentPageOutcome', 'The effect of an edit on a page.', outcomes);

type PageEdit = EditResult['pages'][number] & { readonly spaceId: string; readonly changeRequestId: string | null };

const TouchedPage = builder.objectRef<PageEdit>('TouchedPage').implement({
  description: 'A page that was created, updated or deleted.',
  fields: (t) => ({
    type: t.field({
      type: OutcomeEnum,
      description: 'The effect of the edit on the page.',
      resolve: ({ outcome }) => `${outcome}_page` as keyof typeof outcomes,
    }),
    ref: t.exposeString('ref', { nullable: true, description: 'The `ref` from the request; null without one.' }),
    pageId: t.id({ description: 'Id of the page that was created, changed or deleted.', resolve: ({ id }) => id }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the page in the REST API.',
      resolve: (page, _args, ctx) => locationUrl(ctx.urls, ...placePath(page), 'content', 'page', page.id),
    }),
  }),
});

const InsertedFile = builder.objectRef<EditResult['files'][number]>('InsertedFile').implement({
  description: 'A file that was added.',
  fields: (t) => ({
    ref: t.exposeString('ref', { nullable: true, description: 'The `ref` from the request; null without one.' }),
    fileId: t.id({ description: 'Id of the file that was added.', resolve: ({ id }) => id }),
  }),
});

interface ContentUpdate extends EditResult {
  readonly changeRequestId: string | null;
}

const UpdateContentPayload = builder.objectRef<ContentUpdate>('UpdateContentPayload').implement({
  description: 'The result of `updateContent`.',
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
      description: 'The changed pages, each of them once. Pages below a deleted page are not listed.',
      resolve: ({ pages, changeRequestId, revision: { spaceId } }) =>
        pages.map((page) => ({ ...page, spaceId, changeRequestId })),
    }),
    insertedFiles: t.field({
      type: [InsertedFile],
      description: 'The files that were added.',
      resolve: ({ files }) => [...files],
    }),
    warnings: t.expose('warnings', { type: [EditWarning], description: warningsOfTexts }),
  }),
});

const showsChangeRequest = readsOwnFieldsOf('changeRequest');

mutation('updateContent', {
  description:
    'Applies operations to the content of a space or a change request, either all or none, in one revision. Refused with `space_locked` for a locked space.',
  extensions: { longRunning: true },
  args: editArgs,
  input: { form: UpdateContentInput, description: 'The operations.' },
  payload: UpdateContentPayload,
  resolve: async (ctx, { input, ...place }, info) => {
    const { spaceId, changeRequestId: id = null } = place;
    if (id !== null && showsChangeRequest(info)) await getChangeRequest(ctx, { id, spaceId });
    const operations = input.changes.map((change, index) => ({
      input: change satisfies ContentOperation,
      path: `input.changes.${index}`,
    }));
    return { ...(await updateContent(ctx, { ...place, operations })), changeRequestId: id };
  },
});
