import type { OutputRef } from '@pothos/core';
import { requireScope } from '../../../access/policy.ts';
import type {
  EditResult,
  EditWarning as EditWarningModel,
} from '../../../domain/authoring/content/edits/update-content.ts';
import type { Revision as RevisionModel } from '../../../domain/authoring/content/revisions.ts';
import { idInState } from '../../../domain/authoring/content/state-ids.ts';
import type { Context } from '../../../domain/core/context.ts';
import { builder } from '../../builder.ts';
import { payloadDescription } from '../../payload.ts';
import { Revision } from './revision.ts';

type PayloadName = `${string}Payload`;

interface EditedField<Thing> {
  readonly field: string;
  readonly type: OutputRef<Thing>;
  readonly description: string;
  readonly get: (ctx: Context, revision: RevisionModel, id: string) => Promise<Thing>;
}

/** What the writer of a text should know of it. */
export const EditWarning = builder.objectRef<EditWarningModel>('EditWarning').implement({
  description: 'A text that was written, but not all of it has the effect that it says.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path of the text in the input, such as `changes.0.document`.' }),
    message: t.exposeString('message', {
      description: 'What has no effect and why, such as a condition that cannot be evaluated.',
    }),
  }),
});

export const warningsOfTexts = 'What the writer should know of the texts that were written; none for most.';

/** The payload of a mutation that creates or updates one content entry. Its field requires `space:content:read`. */
export const editPayload = <Thing>(name: PayloadName, { field, type, description, get }: EditedField<Thing>) =>
  builder.objectRef<EditResult>(name).implement({
    description: payloadDescription(name),
    fields: (t) => ({
      revision: t.expose('revision', { type: Revision, description: 'The new revision.' }),
      warnings: t.expose('warnings', { type: [EditWarning], description: warningsOfTexts }),
      [field]: t.field({
        type,
        nullable: true,
        description,
        resolve: ({ revision, subjects }, _args, ctx) => {
          requireScope(ctx.actor, 'space:content:read');
          return get(ctx, revision, subjects[0] ?? '') as never;
        },
      }),
    }),
  });

/** The payload of a mutation that deletes one content entry. */
export const deletedEntryPayload = (name: PayloadName, description: string) =>
  builder.objectRef<EditResult>(name).implement({
    description: payloadDescription(name),
    fields: (t) => ({
      revision: t.expose('revision', { type: Revision, description: 'The new revision.' }),
      deletedId: t.id({
        description,
        resolve: ({ revision, subjects }) => idInState({ id: subjects[0] ?? '', revision }),
      }),
    }),
  });
