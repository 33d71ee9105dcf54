import { CustomHostname } from './fields.ts';
import { inputForm } from '../../../lib/form-types.ts';

export const SetSiteHostnameInput = inputForm('SetSiteHostname', 'The custom hostname.', {
  hostname: CustomHostname.describe('The hostname, such as `docs.example.org`.'),
});
