import * as z from 'zod';
import { inputForm, omittable } from '../../../lib/form-types.ts';
import { ImportSource, ImportUrl, VariantName } from '../../../text/imports/fields.ts';

export const ImportContentInput = inputForm(
  'ImportContent',
  'What an import reads: where the content is, its format, and whether an earlier import is updated.',
  {
    url: ImportUrl.describe('The http or https URL of the content.'),
    source: ImportSource.describe('Format of the content at the URL.'),
    update: z
      .boolean()
      .apply(omittable)
      .describe(
        'Whether an earlier import of the same source is updated instead of adding its pages again. Pages and files are found by their paths in the source, also after a rename, and keep their ids. What has changed in the source is changed, and what has gone from it is removed. False by default.',
      ),
    allowPartial: z
      .boolean()
      .apply(omittable)
      .describe(
        'Whether the import may leave out most of the pages that are there, such as those that a `SUMMARY.md` does not list. Without it such an import ends with `import_partial` and writes nothing; its preview has `isPartial`. False by default.',
      ),
    version: VariantName.apply(omittable).describe(
      'The version to import of an archive that holds several, as `variants` of its preview names it. That in the folder of the documents, or else the newest, when omitted.',
    ),
    language: VariantName.apply(omittable).describe(
      'The language to import of an archive that holds several, as `variants` of its preview names it. The first language of the site when omitted.',
    ),
  },
);

export const ImportOrganizationInput = inputForm('ImportOrganization', 'Archive to import.', {
  url: ImportUrl.describe('The http or https URL of an archive that `exportOrganization` has created.'),
});
