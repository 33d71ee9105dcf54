import { withInput } from '../../../lib/watched-inputs.ts';
import { requireScope } from '../../../access/policy.ts';
import { copyPage } from '../../../domain/authoring/content/between/copy-page.ts';
import { movePageToSpace } from '../../../domain/authoring/content/between/move-page.ts';
import type { PlacedPage } from '../../../domain/authoring/content/between/place-once.ts';
import {
  CopyPageInput,
  CreateComputedPageInput,
  CreateLinkPageInput,
  CreatePageGroupInput,
  CreatePageInput,
  MovePageInput,
  MovePageToSpaceInput,
  UpdatePageInput,
} from '../../../domain/authoring/content/inputs.ts';
import { getPage } from '../../../domain/authoring/content/pages.ts';
import type { Context } from '../../../domain/core/context.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { edit } from './edit.ts';
import { deletedEntryPayload, editPayload } from './edit-payload.ts';
import { Page } from './page.ts';
import { editArgs } from './update-content.ts';

const pageArg = builder.args((t) => ({ pageId: t.id({ required: true }) }));

const pagePayload = (name: `${string}Payload`, description: string) =>
  editPayload(name, { field: 'page', type: Page, description, get: getPage });

mutation('createPage', {
  description:
    'Creates a document page in a space or a change request. Refused with `space_locked` for a locked space.',
  args: editArgs,
  input: { form: CreatePageInput, description: 'The new page.' },
  payload: pagePayload('CreatePagePayload', 'The new page.'),
  resolve: (ctx, { input, ...place }) => edit(ctx, place, withInput(input, { operation: 'insert_page' })),
});

mutation('createPageGroup', {
  description: 'Creates a page group at the top of the page tree. Refused with `space_locked` for a locked space.',
  args: editArgs,
  input: { form: CreatePageGroupInput, description: 'The new group.' },
  payload: pagePayload('CreatePageGroupPayload', 'The new group.'),
  resolve: (ctx, { input, ...place }) =>
    edit(ctx, place, withInput(input, { operation: 'insert_page', type: 'group' })),
});

mutation('createLinkPage', {
  description: 'Creates a page that links to a page, a file or a URL. Refused when the target does not exist.',
  args: editArgs,
  input: { form: CreateLinkPageInput, description: 'The new link page.' },
  payload: pagePayload('CreateLinkPagePayload', 'The new link page.'),
  resolve: (ctx, { input, ...place }) => edit(ctx, place, withInput(input, { operation: 'insert_page', type: 'link' })),
});

mutation('createComputedPage', {
  description: 'Creates a page that is generated from a source. Refused with `space_locked` for a locked space.',
  args: editArgs,
  input: { form: CreateComputedPageInput, description: 'The new page.' },
  payload: pagePayload('CreateComputedPagePayload', 'The new page.'),
  resolve: (ctx, { input, ...place }) =>
    edit(ctx, place, withInput(input, { operation: 'insert_page', type: 'computed' })),
});

mutation('updatePage', {
  description:
    'Updates the text, the attributes or the position of a page. Refused for fields that its type does not have.',
  args: { ...editArgs, ...pageArg },
  input: { form: UpdatePageInput, description: 'The fields to update.' },
  payload: pagePayload('UpdatePagePayload', 'The updated page.'),
  resolve: (ctx, { pageId: page, input, ...place }) =>
    edit(ctx, place, withInput(input, { operation: 'update_page', page })),
});

mutation('movePage', {
  description:
    'Moves a page with all pages below it. Links to the page keep working, and its former path redirects to it. Moving a page below itself, a link page or a computed page is refused.',
  args: { ...editArgs, ...pageArg },
  input: { form: MovePageInput, description: 'The new position.' },
  payload: pagePayload('MovePagePayload', 'The moved page.'),
  resolve: (ctx, { pageId: page, input, ...place }) =>
    edit(ctx, place, withInput(input, { operation: 'move_page', page })),
});

/** Places pages for a caller who may read where they have gone. */
export const readPlaced = async (ctx: Context, place: () => Promise<PlacedPage>) => {
  requireScope(ctx.actor, 'space:content:read');
  const { id, revision } = await place();
  return getPage(ctx, revision, id);
};

mutation('movePageToSpace', {
  description:
    'Moves a page with all pages below it to another space of the organization. Ids, comments and history stay, links lead to the pages where they are, and their former addresses redirect to them. Refused with `conflict` while open change requests change the pages.',
  extensions: { longRunning: true },
  args: builder.args((t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space that the page leaves.' }),
    pageId: t.id({ required: true }),
    expectedRevision: t.id({
      description:
        'Id of the revision of that space that the caller expects to be active; refused with `precondition_failed` when another one is.',
    }),
  })),
  input: { form: MovePageToSpaceInput, description: 'Where the page goes.' },
  payload: shows('page', Page, 'The page in the space to which it was moved.'),
  resolve: (ctx, { input, ...place }) => readPlaced(ctx, () => movePageToSpace(ctx, withInput(input, place))),
});

mutation('copyPage', {
  description:
    'Copies a page with all pages below it, in its space or to another one of the organization. Links between the pages lead to their copies. Comments and history are not copied.',
  extensions: { longRunning: true },
  args: builder.args((t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space of the page.' }),
    pageId: t.id({ required: true }),
  })),
  input: { form: CopyPageInput, description: 'Where the copy goes.' },
  payload: shows('page', Page, 'The copy.'),
  resolve: (ctx, { input, ...place }) => readPlaced(ctx, () => copyPage(ctx, withInput(input, place))),
});

mutation('revertPage', {
  description:
    'Restores a page from an earlier revision, at its earlier position if the parent still exists. The pages below it are not restored.',
  args: {
    ...editArgs,
    ...pageArg,
    ...builder.args((t) => ({
      revisionId: t.id({
        description:
          'Id of the earlier revision. Required for a space; for a change request, it defaults to the revision that the change request was created from.',
      }),
    })),
  },
  payload: pagePayload('RevertPagePayload', 'The restored page.'),
  resolve: (ctx, { pageId: page, revisionId, ...place }) =>
    edit(ctx, place, { operation: 'revert_page', page, revision: revisionId ?? undefined }),
});

mutation('deletePage', {
  description: 'Deletes a page and all pages below it. They remain in earlier revisions.',
  args: { ...editArgs, ...pageArg },
  payload: deletedEntryPayload('DeletePagePayload', 'Id of the deleted page.'),
  resolve: (ctx, { pageId: page, ...place }) => edit(ctx, place, { operation: 'delete_page', page }),
});
