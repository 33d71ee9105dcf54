import { changesOfChangeRequest } from '../../../domain/authoring/content/diff/changes-of-change-request.ts';
import { builder } from '../../builder.ts';
import { changesArgs, ContentChangeList, defaultChanges } from '../content/history.ts';
import { ChangeRequest } from './change-request.ts';

builder.objectField(ChangeRequest, 'changes', (t) =>
  t.field({
    type: ContentChangeList,
    description:
      'The differences from the main content that the change request is based on. After the merge, the changes that the merge made.',
    args: { ...changesArgs },
    resolve: (changeRequest, { limit }, ctx) => changesOfChangeRequest(ctx, changeRequest, limit ?? defaultChanges),
  }),
);
