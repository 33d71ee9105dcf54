import * as z from 'zod';
import type {
  TouchedContentFragment,
  UpdateChangeRequestContentMutation,
  UpdateSpaceContentMutation,
} from '../__generated__/operations.ts';
import { ChangeRequest, changeRequest } from '../change-requests/resource.ts';
import { answer } from '../route.ts';
import { given, urls } from '../shared/schemas.ts';

const page = z.strictObject({ object: z.literal('page'), id: z.string(), urls: urls('location') });

const touched = {
  changes: z.array(
    z.strictObject({
      type: z.enum(['created_page', 'updated_page', 'deleted_page']),
      ref: z.string().optional(),
      page,
    }),
  ),
  insertedFiles: z.array(z.strictObject({ ref: z.string().optional(), id: z.string() })),
};

/** Ours: the space itself, written to. */
const UpdatedContent = z.strictObject({ revision: z.string(), ...touched }).meta({ id: 'UpdatedContent' });

/** Beyond section 5: the answer with `compat=false`. */
const UpdatedChangeRequestContent = z
  .strictObject({ changeRequest: ChangeRequest, ...touched })
  .meta({ id: 'UpdatedChangeRequestContent' });

const presentTouched = ({ changes, insertedFiles }: TouchedContentFragment) => ({
  changes: changes.map(({ type, ref, pageId, location }) => ({
    type,
    ref: given(ref),
    page: { object: 'page' as const, id: pageId, urls: { location } },
  })),
  insertedFiles: insertedFiles.map(({ ref, fileId }) => ({ ref: given(ref), id: fileId })),
});

export const updatedContent = {
  ...answer(UpdatedContent, ({ updateContent }: UpdateSpaceContentMutation) => ({
    revision: updateContent.revision.id,
    ...presentTouched(updateContent),
  })),
  version: ({ updateContent }: UpdateSpaceContentMutation) => updateContent.revision.id,
};

export const updatedChangeRequestContent = {
  ...answer(
    z.union([ChangeRequest, UpdatedChangeRequestContent]),
    ({ updateContent: { changeRequest: node, changes, insertedFiles } }: UpdateChangeRequestContentMutation) => {
      if (!node) throw new Error('The content of a change request was updated, yet there is none');
      const presented = changeRequest.present(node);
      if (!changes || !insertedFiles) return presented;
      return { changeRequest: presented, ...presentTouched({ changes, insertedFiles }) };
    },
  ),
  version: ({ updateContent }: UpdateChangeRequestContentMutation) => updateContent.revision.id,
};
