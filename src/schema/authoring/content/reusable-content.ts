import { chargeText } from '../../../domain/core/budget.ts';
import { requireScope } from '../../../access/policy.ts';
import {
  getReusableContent,
  listReusableContents,
  getReusableContentMarkdown,
  type ReusableContent as ReusableContentModel,
} from '../../../domain/authoring/content/reusable-contents.ts';
import { getInState, idInState } from '../../../domain/authoring/content/state-ids.ts';
import { convertToDocument } from '../../../domain/authoring/content/convert-to-document.ts';
import { variablesOfSpace } from '../../../domain/authoring/content/variables.ts';
import { builder } from '../../builder.ts';
import { readDocument } from '../../../lib/free-forms.ts';
import { Variable, listVariables } from './page-types.ts';
import { Revision } from './revision.ts';

export const ReusableContent = builder.objectRef<ReusableContentModel>('ReusableContent');

builder.node(ReusableContent, {
  description:
    'A text that can be included in several pages, in one state of the content. `id` differs in each state; `reusableContentId` does not.',
  id: { description: 'Id of the reusable content in this state of the content.', resolve: idInState },
  loadOne: (id, ctx) => getInState(ctx, id, getReusableContent),
  fields: (t) => ({
    reusableContentId: t.exposeID('id', {
      description: 'Id of the reusable content, unique in its space and the same in every state.',
    }),
    title: t.exposeString('title', { description: 'Name by which authors find it.' }),
    documentId: t.exposeID('documentId', {
      nullable: true,
      description: 'Id of the text, to read it as `document` of the space; null for an empty text.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the reusable content was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the reusable content was last changed.' }),
    markdown: t.string({
      description: 'The stored Markdown.',
      resolve: async (content, _args, ctx) => chargeText(ctx, await getReusableContentMarkdown(ctx, content)),
    }),
    document: t.field({
      type: 'RichDocument',
      description: readDocument,
      resolve: async (content, _args, ctx) =>
        convertToDocument(ctx, await getReusableContentMarkdown(ctx, content), { hasFrontMatter: true }),
    }),
  }),
});

builder.objectFields(Revision, (t) => ({
  reusableContents: t.field({
    type: [ReusableContent],
    description: 'The reusable contents, sorted by title.',
    resolve: (revision, _args, ctx) => {
      requireScope(ctx.actor, 'space:content:read');
      return listReusableContents(ctx, revision);
    },
  }),
  reusableContent: t.field({
    type: ReusableContent,
    nullable: true,
    description: 'A reusable content by id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the reusable content.' }) },
    resolve: (revision, { id }, ctx) => {
      requireScope(ctx.actor, 'space:content:read');
      return getReusableContent(ctx, revision, id);
    },
  }),
  variables: t.field({
    type: [Variable],
    description: 'Variables for expressions in the texts of all pages.',
    resolve: async (revision, _args, ctx) => {
      requireScope(ctx.actor, 'space:content:read');
      return listVariables(await variablesOfSpace(ctx, revision));
    },
  }),
}));
