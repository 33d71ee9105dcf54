import { requireScope } from '../../domain/access/policy.ts';
import type { EditResult } from '../../domain/content/edits/edit-content.ts';
import { getPage } from '../../domain/content/pages.ts';
import { builder } from '../builder.ts';
import { bodyFields, computedField, documentField, lookFields, placeFields, targetField } from './content-inputs.ts';
import { edit } from './edit.ts';
import { Page } from './page.ts';
import { Revision } from './revision.ts';
import { editArgs } from './update-content.ts';

const CreatePageInput = builder.inputType('CreatePageInput', {
  description: 'A new page with a text. Its title comes from the text when omitted.',
  fields: (t) => ({ ...documentField(t), ...placeFields(t), ...lookFields(t), ...bodyFields(t) }),
});

const CreatePageGroupInput = builder.inputType('CreatePageGroupInput', {
  description: 'A new heading over pages, at the top of the tree.',
  fields: (t) => ({ at: placeFields(t).at, ...lookFields(t) }),
});

const CreateLinkPageInput = builder.inputType('CreateLinkPageInput', {
  description: 'A new entry of the tree that leads elsewhere.',
  fields: (t) => {
    const { title, emoji, icon, hidden, condition } = lookFields(t);
    return { title, emoji, icon, hidden, condition, ...targetField(t), ...placeFields(t) };
  },
});

const CreateComputedPageInput = builder.inputType('CreateComputedPageInput', {
  description: 'A new page that is made from a source.',
  fields: (t) => ({ ...computedField(t), ...placeFields(t), ...lookFields(t), ...bodyFields(t) }),
});

const UpdatePageInput = builder.inputType('UpdatePageInput', {
  description: 'Changes of a page; what is omitted stays.',
  fields: (t) => ({
    ...documentField(t),
    ...placeFields(t),
    ...lookFields(t),
    ...bodyFields(t),
    ...targetField(t),
    ...computedField(t),
  }),
});

const MovePageInput = builder.inputType('MovePageInput', {
  description: 'Where a page goes: under another, to another index, or both.',
  fields: (t) => placeFields(t),
});

const pageArg = builder.args((t) => ({ pageId: t.id({ required: true, description: 'Id of the page.' }) }));

/** What a mutation of one page answers. */
const pagePayload = (name: `${string}Payload`, description: string) =>
  builder.objectRef<EditResult>(name).implement({
    description: `What \`${name.charAt(0).toLowerCase()}${name.slice(1, -'Payload'.length)}\` answers.`,
    fields: (t) => ({
      revision: t.expose('revision', { type: Revision, description: 'The new revision.' }),
      page: t.field({
        type: Page,
        nullable: true,
        description,
        resolve: ({ revision, subjects }, _args, ctx) => {
          requireScope(ctx.actor, 'space:content:read');
          return getPage(ctx, revision, subjects[0] ?? '');
        },
      }),
    }),
  });

builder.mutationFields((t) => ({
  createPage: t.field({
    type: pagePayload('CreatePagePayload', 'The new page.'),
    description: 'Adds a page with a text.',
    args: { ...editArgs, input: t.arg({ type: CreatePageInput, required: true, description: 'The new page.' }) },
    resolve: (_root, { input, ...place }, ctx) => edit(ctx, place, { operation: 'insert_page', ...input }),
  }),
  createPageGroup: t.field({
    type: pagePayload('CreatePageGroupPayload', 'The new group.'),
    description: 'Adds a heading over pages, at the top of the tree.',
    args: { ...editArgs, input: t.arg({ type: CreatePageGroupInput, required: true, description: 'The new group.' }) },
    resolve: (_root, { input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'insert_page', type: 'group', ...input }),
  }),
  createLinkPage: t.field({
    type: pagePayload('CreateLinkPagePayload', 'The new entry.'),
    description: 'Adds an entry to the tree that leads elsewhere.',
    args: { ...editArgs, input: t.arg({ type: CreateLinkPageInput, required: true, description: 'The new entry.' }) },
    resolve: (_root, { input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'insert_page', type: 'link', ...input }),
  }),
  createComputedPage: t.field({
    type: pagePayload('CreateComputedPagePayload', 'The new page.'),
    description: 'Adds a page that is made from a source.',
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
    type: pagePayload('UpdatePagePayload', 'The page as it is now.'),
    description: 'Changes the text, the attributes or the place of a page.',
    args: {
      ...editArgs,
      ...pageArg,
      input: t.arg({ type: UpdatePageInput, required: true, description: 'What changes.' }),
    },
    resolve: (_root, { pageId: page, input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'update_page', page, ...input }),
  }),
  movePage: t.field({
    type: pagePayload('MovePagePayload', 'The page where it is now.'),
    description:
      'Puts a page, with all below it, elsewhere in the tree. Links to it stay alive, and so do its old paths.',
    args: {
      ...editArgs,
      ...pageArg,
      input: t.arg({ type: MovePageInput, required: true, description: 'Where it goes.' }),
    },
    resolve: (_root, { pageId: page, input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'move_page', page, ...input }),
  }),
  revertPage: t.field({
    type: pagePayload('RevertPagePayload', 'The page as it is again.'),
    description: 'Brings a page back as it was in an earlier revision, its place too as far as that is there.',
    args: {
      ...editArgs,
      ...pageArg,
      revisionId: t.arg.id({
        description: 'The earlier revision; for a change request, the one it was made from when omitted.',
      }),
    },
    resolve: (_root, { pageId: page, revisionId, ...place }, ctx) =>
      edit(ctx, place, { operation: 'revert_page', page, revision: revisionId ?? undefined }),
  }),
}));

const DeletePagePayload = builder.objectRef<EditResult>('DeletePagePayload').implement({
  description: 'What `deletePage` answers.',
  fields: (t) => ({
    revision: t.expose('revision', { type: Revision, description: 'The new revision.' }),
    deletedId: t.id({ description: 'Id of the page that is gone.', resolve: ({ subjects }) => subjects[0] ?? '' }),
  }),
});

builder.mutationField('deletePage', (t) =>
  t.field({
    type: DeletePagePayload,
    description: 'Removes a page and everything below it.',
    args: { ...editArgs, ...pageArg },
    resolve: (_root, { pageId: page, ...place }, ctx) => edit(ctx, place, { operation: 'delete_page', page }),
  }),
);
