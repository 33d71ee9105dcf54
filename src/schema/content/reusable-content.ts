import { requireScope } from '../../domain/access/policy.ts';
import {
  getReusableContent,
  readReusableContents,
  textOfReusable,
  type ReusableContent as ReusableContentModel,
} from '../../domain/content/reusable-contents.ts';
import { documentOfMarkdown } from '../../domain/content/pages.ts';
import { variablesOfSpace } from '../../domain/content/variables.ts';
import { builder } from '../builder.ts';
import { Variable, variablesOf } from './page-parts.ts';
import { Revision } from './revision.ts';

export const ReusableContent = builder.objectRef<ReusableContentModel>('ReusableContent').implement({
  description: 'A text that pages can show in several places. Its id is its own in the space.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the reusable content in its space.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    documentId: t.exposeID('documentId', { nullable: true, description: 'Id of its text; null without one.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    markdown: t.string({
      description: 'The text as it was stored.',
      resolve: (content, _args, ctx) => textOfReusable(ctx, content),
    }),
    document: t.field({
      type: 'JSON',
      description: 'The text as a JSON document.',
      resolve: async (content, _args, ctx) => documentOfMarkdown(ctx, await textOfReusable(ctx, content)),
    }),
  }),
});

builder.objectFields(Revision, (t) => ({
  reusableContents: t.field({
    type: [ReusableContent],
    description: 'The reusable contents, by title.',
    resolve: (revision, _args, ctx) => {
      requireScope(ctx.actor, 'space:content:read');
      return readReusableContents(ctx, revision);
    },
  }),
  reusableContent: t.field({
    type: ReusableContent,
    nullable: true,
    description: 'One reusable content, by its id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the reusable content.' }) },
    resolve: (revision, { id }, ctx) => {
      requireScope(ctx.actor, 'space:content:read');
      return getReusableContent(ctx, revision, id);
    },
  }),
  variables: t.field({
    type: [Variable],
    description: 'Values that the texts of all pages can name.',
    resolve: async (revision, _args, ctx) => {
      requireScope(ctx.actor, 'space:content:read');
      return variablesOf(await variablesOfSpace(ctx, revision));
    },
  }),
}));
