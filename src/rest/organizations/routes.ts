import {
  CreateOrganizationDocument,
  GetOrganizationByIdDocument,
  GetOrganizationsForEmailDomainDocument,
  GetSubdomainDocument,
  ListOrganizationsForAuthenticatedUserDocument,
  UpdateOrganizationByIdDocument,
} from '../__generated__/operations.ts';
import { answer, created, listOf, ok, route } from '../route.ts';
import { organization, OrganizationsForEmailDomain, subdomain } from './resource.ts';

export const organizationRoutes = [
  route(
    'GET /v1/orgs',
    ListOrganizationsForAuthenticatedUserDocument,
    listOf(organization, (d) => d.organizations),
  ),
  route(
    'POST /v1/orgs',
    CreateOrganizationDocument,
    created(organization, (d) => d.createOrganization.organization),
  ),
  route(
    'GET /v1/orgs/{organizationId}',
    GetOrganizationByIdDocument,
    ok(organization, (d) => d.organization),
  ),
  route(
    'PATCH /v1/orgs/{organizationId}',
    UpdateOrganizationByIdDocument,
    ok(organization, (d) => d.updateOrganization.organization),
  ),
  route(
    'GET /v1/email-domains/{emailDomain}/orgs',
    GetOrganizationsForEmailDomainDocument,
    answer(OrganizationsForEmailDomain, (d) => ({
      organizations: d.organizationsByEmailDomain.map(organization.present),
    })),
  ),
  route(
    'GET /v1/subdomains/{subdomain}',
    GetSubdomainDocument,
    ok(subdomain, (d) => d.organizationByHostname),
  ),
];
