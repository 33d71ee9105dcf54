import * as z from 'zod';
import { inputForm, jsonValue, named, withRestForm, omittable } from '../../../lib/form-types.ts';
import { writtenDocument } from '../../../lib/free-forms.ts';
import { ChangeRequestDescription, ChangeRequestSubject, SettableChangeRequestStatus } from './fields.ts';

const description = {
  name: 'ChangeRequestDescription',
  description:
    'A description: either `markdown` or `document`. An empty text removes it, and no text leaves it unchanged.',
};

const texts = {
  markdown: ChangeRequestDescription.apply(omittable).describe('The description as Markdown.'),
  document: jsonValue('RichDocument').apply(omittable).describe(writtenDocument),
};

export const ChangeRequestDescriptionInput = named(description, z.object(texts));

/** Whether a description in REST is a JSON document itself, without an object around it. */
const isDocument = (given: unknown): boolean => typeof given === 'object' && given !== null && 'object' in given;

/** Schema of what REST takes: a JSON document, `{ markdown }`, `{ document }`, or `{}`, which leaves it unchanged. */
const DocumentOrTexts = z.looseObject({
  object: z.literal('document').optional(),
  markdown: ChangeRequestDescription.apply(omittable),
  document: jsonValue('RichDocument').optional(),
});

export const descriptionField = {
  description: withRestForm(
    description,
    {
      convert: (given) => (isDocument(given) && DocumentOrTexts.safeParse(given).success ? { document: given } : given),
      form: DocumentOrTexts,
    },
    z.looseObject(texts).superRefine((given, issues) => {
      if (Object.keys(given).length === 0 || 'markdown' in given || 'document' in given) return;
      const message = 'must be a JSON document, { markdown } or { document }';
      issues.addIssue({ code: 'custom', path: 'object' in given ? ['object'] : [], message });
    }),
  )
    .nullish()
    .describe('The description: `markdown` or a JSON document. Null removes it.'),
};

export const CreateChangeRequestInput = inputForm('CreateChangeRequest', 'A new change request.', {
  subject: ChangeRequestSubject.apply(omittable).describe('One line that says what it changes.'),
});

export const UpdateChangeRequestInput = inputForm(
  'UpdateChangeRequest',
  'The fields of a change request to update; omitted fields stay unchanged.',
  {
    subject: ChangeRequestSubject.optional().describe('One line that says what it changes.'),
    status: SettableChangeRequestStatus.optional().describe(
      'The new status. The status of a merged change request cannot change.',
    ),
    ...descriptionField,
  },
);
