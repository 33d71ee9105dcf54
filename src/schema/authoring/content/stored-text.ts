import { chargeText } from '../../../domain/core/budget.ts';
import type { StoredText } from '../../../text/content/changes.ts';
import { convertStoredText, getStoredText } from '../../../domain/authoring/content/stored-texts.ts';
import type { Context } from '../../../domain/core/context.ts';
import { joinIds, unpairId, splitIds } from '../../../lib/ids.ts';
import { builder } from '../../builder.ts';
import { readDocument } from '../../../lib/free-forms.ts';
import { contractEnum } from '../../enums.ts';
import { Space } from '../spaces/space.ts';

const DocumentSchemaEnum = contractEnum('DocumentSchema', 'Versions of the JSON document format.', {
  current: 'The current version.',
  next: 'The next version, which is currently the same.',
});

interface SpaceText extends StoredText {
  readonly spaceId: string;
}

const Document = builder.objectRef<SpaceText>('Document');

const loadText = async (ctx: Context, spaceId: string, id: string): Promise<SpaceText> => ({
  ...(await getStoredText(ctx, spaceId, id)),
  spaceId,
});

builder.node(Document, {
  description: 'The text of a page or a reusable content.',
  id: { description: 'Id of the text in its space.', resolve: ({ id, spaceId }) => joinIds(id, spaceId) },
  loadOne: (id, ctx) => {
    const [textId, spaceId] = splitIds(id) ?? [id, ''];
    return loadText(ctx, spaceId, textId);
  },
  fields: (t) => ({
    documentId: t.exposeID('id', { description: 'Id of the text. Equal texts have the same id.' }),
    markdown: t.string({
      description: 'The Markdown text.',
      resolve: ({ markdown }, _args, ctx) => chargeText(ctx, markdown),
    }),
    document: t.field({
      type: 'RichDocument',
      description: readDocument,
      resolve: ({ spaceId, ...text }, _args, ctx) => convertStoredText(ctx, spaceId, text),
    }),
  }),
});

builder.objectField(Space, 'document', (t) =>
  t.field({
    type: Document,
    nullable: true,
    description: 'A text of the space, from any revision that the caller may read.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the text.' }),
      schema: t.arg({
        type: DocumentSchemaEnum,
        description: 'Version of the JSON document; the current one when omitted.',
      }),
    },
    resolve: (space, { id }, ctx) => loadText(ctx, space.id, unpairId(id, [space.id])),
  }),
);
