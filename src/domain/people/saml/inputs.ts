import * as z from 'zod';
import { Role } from '../../../access/role-forms.ts';
import { Id, inputForm, omittable } from '../../../lib/form-types.ts';
import { ProviderLabel } from '../providers/fields.ts';
import { Certificates, EntityId, ProviderMetadata, SsoUrl } from './fields.ts';

/** Fields of both inputs. */
const settings = {
  entityID: EntityId.nullish().describe('Entity id of the identity provider; null removes it.'),
  certificate: Certificates.nullish().describe(
    'X.509 certificates that sign the assertions: PEM blocks, or base64 separated by empty lines. Up to 5, so that a new one can be added before the identity provider uses it. Null removes them.',
  ),
  ssoURL: SsoUrl.nullish().describe(
    'The https URL of the identity provider that accepts sign-in requests with the HTTP-Redirect binding; null removes it.',
  ),
  defaultTeam: Id.nullish().describe(
    'Id of the team that users join when they sign in for the first time; null for none.',
  ),
  defaultRole: Role.nullish().describe('Role of users who sign in for the first time; null makes them guests.'),
  signRequests: z.boolean().apply(omittable).describe('Whether requests to the identity provider are signed.'),
  metadata: ProviderMetadata.apply(omittable).describe(
    'The SAML metadata document of the identity provider. `entityID`, `ssoURL`, `certificate` and `signRequests` are taken from it unless they are given.',
  ),
};

export const CreateSamlProviderInput = inputForm('CreateSamlProvider', 'Fields of a new SAML provider.', {
  label: ProviderLabel.describe('Name on the sign-in page.'),
  ...settings,
});

export const UpdateSamlProviderInput = inputForm(
  'UpdateSamlProvider',
  'Fields to update; omitted fields stay unchanged.',
  {
    label: ProviderLabel.optional().describe('Name on the sign-in page.'),
    ...settings,
  },
);
