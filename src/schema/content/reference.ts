import { referenceKinds, type ContentReference as ReferenceModel } from '../../domain/content/fields.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';

export const ReferenceKindEnum = contractEnum('ContentReferenceKind', 'What a reference points at.', referenceKinds);

export const ContentReference = builder.objectRef<ReferenceModel>('ContentReference').implement({
  description: 'Something in the content, or an address, that is pointed at.',
  fields: (t) => ({
    kind: t.field({
      type: ReferenceKindEnum,
      description: 'What it points at.',
      resolve: (reference) => reference.kind,
    }),
    page: t.id({
      nullable: true,
      description: 'Id of the page.',
      resolve: (reference) => ('page' in reference ? reference.page : null),
    }),
    anchor: t.string({
      nullable: true,
      description: 'The place on the page.',
      resolve: (reference) => ('anchor' in reference ? reference.anchor : null),
    }),
    file: t.id({
      nullable: true,
      description: 'Id of the file.',
      resolve: (reference) => ('file' in reference ? reference.file : null),
    }),
    url: t.string({
      nullable: true,
      description: 'The address.',
      resolve: (reference) => ('url' in reference ? reference.url : null),
    }),
  }),
});
