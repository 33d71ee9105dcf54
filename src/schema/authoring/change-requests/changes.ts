import { changesOfChangeRequest } from '../../../domain/authoring/content/diff/changes-of-change-request.ts';
import {
  countDifferences,
  type Difference as DifferenceModel,
  type DifferenceCounts as CountsModel,
} from '../../../domain/authoring/content/diff/count-differences.ts';
import { maxCountedEntries } from '../../../loaders/difference-counts.ts';
import { builder } from '../../builder.ts';
import { changesArgs, changesPart, ContentChangeList } from '../content/history.ts';
import { ChangeRequest } from './change-request.ts';

builder.objectField(ChangeRequest, 'changes', (t) =>
  t.field({
    type: ContentChangeList,
    description:
      'The differences from the main content that the change request is based on. After the merge, the changes that the merge made.',
    args: { ...changesArgs },
    resolve: (changeRequest, args, ctx) => changesOfChangeRequest(ctx, changeRequest, changesPart(args)),
  }),
);

const DifferenceCounts = builder.objectRef<CountsModel>('DifferenceCounts').implement({
  description: 'How many pages, or files, differ.',
  fields: (t) => ({
    added: t.exposeInt('added', { description: 'Number of those that only the change request has.' }),
    updated: t.exposeInt('updated', {
      description: 'Number of those with another text, name, place or other attribute.',
    }),
    removed: t.exposeInt('removed', { description: 'Number of those that the change request removes.' }),
  }),
});

const ContentDifference = builder.objectRef<DifferenceModel>('ContentDifference').implement({
  description: 'The differences between two states of the content, in numbers.',
  fields: (t) => ({
    pages: t.expose('pages', { type: DifferenceCounts, description: 'How many pages differ.' }),
    files: t.expose('files', { type: DifferenceCounts, description: 'How many files differ.' }),
    hasMore: t.exposeBoolean('hasMore', {
      description: `Whether more than ${maxCountedEntries} entries of the content are changed, not all of which are counted.`,
    }),
  }),
});

builder.objectField(ChangeRequest, 'difference', (t) =>
  t.field({
    type: ContentDifference,
    nullable: true,
    description: 'How many pages and files the change request changes, or its merge has changed. `changes` lists them.',
    resolve: (changeRequest, _args, ctx) => countDifferences(ctx, changeRequest),
  }),
);
