import { Role } from '../../../access/role-forms.ts';
import { Id, inputForm } from '../../../lib/form-types.ts';
import { ProviderLabel } from '../providers/fields.ts';
import { Admits, ClientId, ClientSecret, Issuer, RequiredClaim, RoleRules, Scopes, Trust } from './fields.ts';

const issuer = 'Issuer of the identity provider: the address below which `/.well-known/openid-configuration` is found.';
const clientId = 'Client id that the identity provider gave this service.';

/** Fields of both inputs. */
const settings = {
  clientSecret: ClientSecret.nullish().describe(
    'Client secret that the identity provider gave this service; null for a public client. It is stored encrypted and never returned.',
  ),
  scopes: Scopes.optional().describe('Scopes to ask for: `openid`, `email` and `profile` unless they are set.'),
  admits: Admits.optional().describe('Whom the provider admits: `domains` unless it is set.'),
  trust: Trust.optional().describe(
    'When an address that the provider tells counts as that of the person: `verified` unless it is set.',
  ),
  requires: RequiredClaim.nullish().describe('The claim that people must have; null admits people without it.'),
  roles: RoleRules.optional().describe(
    'What claims give at each sign-in. While there are rules, members whom none gives a role get the default role.',
  ),
  defaultTeam: Id.nullish().describe(
    'Id of the team that users join when they sign in for the first time; null for none.',
  ),
  defaultRole: Role.nullish().describe('Role of users who sign in for the first time; null makes them guests.'),
};

export const CreateOidcProviderInput = inputForm('CreateOidcProvider', 'Fields of a new OpenID Connect provider.', {
  label: ProviderLabel.describe('Name on the sign-in page.'),
  issuer: Issuer.describe(issuer),
  clientId: ClientId.describe(clientId),
  ...settings,
});

export const UpdateOidcProviderInput = inputForm(
  'UpdateOidcProvider',
  'Fields to update; omitted fields stay unchanged.',
  {
    label: ProviderLabel.optional().describe('Name on the sign-in page.'),
    issuer: Issuer.optional().describe(issuer),
    clientId: ClientId.optional().describe(clientId),
    ...settings,
  },
);
