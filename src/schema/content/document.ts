import { getDocument, type Document as DocumentModel } from '../../domain/content/documents.ts';
import { documentOfMarkdown } from '../../domain/content/pages.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { Space } from '../spaces/space.ts';

const DocumentSchemaEnum = contractEnum('DocumentSchema', 'A version of the JSON form of texts.', {
  current: 'The one in use.',
  next: 'The one to come; the same for now.',
});

const Document = builder.objectRef<DocumentModel>('Document').implement({
  description: 'A text of the content, by itself.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the text; the same text has the same id.' }),
    markdown: t.exposeString('markdown', { description: 'The Markdown text.' }),
    document: t.field({
      type: 'JSON',
      description: 'The text as a JSON document.',
      resolve: ({ markdown }, _args, ctx) => documentOfMarkdown(ctx, markdown),
    }),
  }),
});

builder.objectField(Space, 'document', (t) =>
  t.field({
    type: Document,
    nullable: true,
    description: 'A text that a revision of the space has which the caller may read.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the text.' }),
      schema: t.arg({ type: DocumentSchemaEnum, description: 'Version of the JSON form; the current when omitted.' }),
    },
    resolve: (space, { id }, ctx) => getDocument(ctx, space.id, id),
  }),
);
