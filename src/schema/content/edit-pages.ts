import { getPage } from '../../domain/content/pages.ts';
import { builder } from '../builder.ts';
import {
  bodyFields,
  computedField,
  documentField,
  metadataFields,
  positionFields,
  targetField,
} from './content-inputs.ts';
import { edit } from './edit.ts';
import { deletedEntryPayload, editPayload } from './edit-payload.ts';
import { Page } from './page.ts';
import { editArgs } from './update-content.ts';

const CreatePageInput = builder.inputType('CreatePageInput', {
  description: 'A new document page. Without a title, the title is taken from the front matter or the first heading.',
  fields: (t) => ({ ...documentField(t), ...positionFields(t), ...metadataFields(t), ...bodyFields(t) }),
});

const CreatePageGroupInput = builder.inputType('CreatePageGroupInput', {
  description: 'A new page group, at the top of the tree.',
  fields: (t) => ({ at: positionFields(t).at, ...metadataFields(t) }),
});

const CreateLinkPageInput = builder.inputType('CreateLinkPageInput', {
  description: 'A new link page.',
  fields: (t) => {
    const { title, emoji, icon, hidden, condition } = metadataFields(t);
    return { title, emoji, icon, hidden, condition, ...targetField(t), ...positionFields(t) };
  },
});

const CreateComputedPageInput = builder.inputType('CreateComputedPageInput', {
  description: 'A new computed page.',
  fields: (t) => ({ ...computedField(t), ...positionFields(t), ...metadataFields(t), ...bodyFields(t) }),
});

const UpdatePageInput = builder.inputType('UpdatePageInput', {
  description: 'The fields of a page to update. Omitted fields stay unchanged; null clears a field.',
  fields: (t) => ({
    ...documentField(t),
    ...positionFields(t),
    ...metadataFields(t),
    ...bodyFields(t),
    ...targetField(t),
    ...computedField(t),
  }),
});

const MovePageInput = builder.inputType('MovePageInput', {
  description: 'The new parent, the new index among the siblings, or both.',
  fields: (t) => positionFields(t),
});

const pageArg = builder.args((t) => ({ pageId: t.id({ required: true }) }));

const pagePayload = (name: `${string}Payload`, description: string) =>
  editPayload(name, { field: 'page', type: Page, description, get: getPage });

builder.mutationFields((t) => ({
  createPage: t.field({
    type: pagePayload('CreatePagePayload', 'The new page.'),
    description:
      'Creates a document page in a space or a change request. Refused with `space_locked` for a locked space.',
    args: { ...editArgs, input: t.arg({ type: CreatePageInput, required: true, description: 'The new page.' }) },
    resolve: (_root, { input, ...place }, ctx) => edit(ctx, place, { operation: 'insert_page', ...input }),
  }),
  createPageGroup: t.field({
    type: pagePayload('CreatePageGroupPayload', 'The new group.'),
    description: 'Creates a page group at the top of the page tree. Refused with `space_locked` for a locked space.',
    args: { ...editArgs, input: t.arg({ type: CreatePageGroupInput, required: true, description: 'The new group.' }) },
    resolve: (_root, { input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'insert_page', type: 'group', ...input }),
  }),
  createLinkPage: t.field({
    type: pagePayload('CreateLinkPagePayload', 'The new link page.'),
    description: 'Creates a page that links to a page, a file or a URL. Refused when the target does not exist.',
    args: {
      ...editArgs,
      input: t.arg({ type: CreateLinkPageInput, required: true, description: 'The new link page.' }),
    },
    resolve: (_root, { input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'insert_page', type: 'link', ...input }),
  }),
  createComputedPage: t.field({
    type: pagePayload('CreateComputedPagePayload', 'The new page.'),
    description: 'Creates a page that is generated from a source. Refused with `space_locked` for a locked space.',
    args: {
      ...editArgs,
      input: t.arg({ type: CreateComputedPageInput, required: true, description: 'The new page.' }),
    },
    resolve: (_root, { input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'insert_page', type: 'computed', ...input }),
  }),
}));

builder.mutationFields((t) => ({
  updatePage: t.field({
    type: pagePayload('UpdatePagePayload', 'The updated page.'),
    description:
      'Updates the text, the attributes or the position of a page. Refused for fields that its type does not have.',
    args: {
      ...editArgs,
      ...pageArg,
      input: t.arg({ type: UpdatePageInput, required: true, description: 'The fields to update.' }),
    },
    resolve: (_root, { pageId: page, input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'update_page', page, ...input }),
  }),
  movePage: t.field({
    type: pagePayload('MovePagePayload', 'The moved page.'),
    description:
      'Moves a page with all pages below it. Links to the page keep working, and its former path redirects to it. Moving a page below itself, a link page or a computed page is refused.',
    args: {
      ...editArgs,
      ...pageArg,
      input: t.arg({ type: MovePageInput, required: true, description: 'The new position.' }),
    },
    resolve: (_root, { pageId: page, input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'move_page', page, ...input }),
  }),
  revertPage: t.field({
    type: pagePayload('RevertPagePayload', 'The restored page.'),
    description:
      'Restores a page from an earlier revision, at its earlier position if the parent still exists. The pages below it are not restored.',
    args: {
      ...editArgs,
      ...pageArg,
      revisionId: t.arg.id({
        description:
          'Id of the earlier revision. Required for a space; for a change request, it defaults to the revision that the change request was created from.',
      }),
    },
    resolve: (_root, { pageId: page, revisionId, ...place }, ctx) =>
      edit(ctx, place, { operation: 'revert_page', page, revision: revisionId ?? undefined }),
  }),
}));

builder.mutationField('deletePage', (t) =>
  t.field({
    type: deletedEntryPayload('DeletePagePayload', 'Id of the deleted page.'),
    description: 'Deletes a page and all pages below it. They remain in earlier revisions.',
    args: { ...editArgs, ...pageArg },
    resolve: (_root, { pageId: page, ...place }, ctx) => edit(ctx, place, { operation: 'delete_page', page }),
  }),
);
