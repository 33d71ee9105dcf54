import { inputForm } from '../../../lib/form-types.ts';
import { ImportSource, ImportUrl } from '../../../text/imports/fields.ts';

export const ImportContentInput = inputForm('ImportContent', 'Content to import.', {
  url: ImportUrl.describe('The http or https URL of the content.'),
  source: ImportSource.describe('Format of the content at the URL.'),
});

export const ImportOrganizationInput = inputForm('ImportOrganization', 'Archive to import.', {
  url: ImportUrl.describe('The http or https URL of an archive that `exportOrganization` has created.'),
});
