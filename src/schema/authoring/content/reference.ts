import type { ContentReference as ReferenceModel } from '../../../text/rich-text/content-reference.ts';
import { ContentReferenceKind } from '../../../text/content/fields.ts';
import { builder } from '../../builder.ts';
import { enumOf } from '../../form-members.ts';

const ReferenceKindEnum = enumOf(ContentReferenceKind);

export const ContentReference = builder.objectRef<ReferenceModel>('ContentReference').implement({
  description: 'A reference to a page, an anchor, a file or a URL.',
  fields: (t) => ({
    kind: t.field({
      type: ReferenceKindEnum,
      description: 'Kind of the target.',
      resolve: (reference) => reference.kind,
    }),
    pageId: t.id({
      nullable: true,
      description: 'Id of the page; null for files and URLs.',
      resolve: (reference) => ('page' in reference ? reference.page : null),
    }),
    anchor: t.string({
      nullable: true,
      description: 'The anchor on the page.',
      resolve: (reference) => ('anchor' in reference ? reference.anchor : null),
    }),
    fileId: t.id({
      nullable: true,
      description: 'Id of the file; null for other kinds.',
      resolve: (reference) => ('file' in reference ? reference.file : null),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL; null for other kinds.',
      resolve: (reference) => ('url' in reference ? reference.url : null),
    }),
  }),
});
