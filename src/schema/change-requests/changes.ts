import { changesOfChangeRequest } from '../../domain/change-requests/changes.ts';
import { builder } from '../builder.ts';
import { changesArgs, ContentChangeList, defaultChanges } from '../content/history.ts';
import { ChangeRequest } from './change-request.ts';

builder.objectField(ChangeRequest, 'changes', (t) =>
  t.field({
    type: ContentChangeList,
    description: 'What it changes of the main content it lies on; what it brought, once it is merged.',
    args: { ...changesArgs },
    resolve: (changeRequest, { limit }, ctx) => changesOfChangeRequest(ctx, changeRequest, limit ?? defaultChanges),
  }),
);
