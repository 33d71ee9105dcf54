import {
  MoreRequests,
  MoreSites,
  MoreSpaces,
  MoreSpecifications,
  OrganizationView,
} from '../../__generated__/organization.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { at } from '../../frame/place.ts';
import { Entry, PagedList } from '../../parts/list.tsx';
import { Requests } from '../../parts/requests.tsx';
import { SpaceEntry } from '../../parts/spaces.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { words } from '../../words/words.ts';
import { Templates } from '../../parts/templates.tsx';
import { NewSite } from './new-site.tsx';
import { NewSpace } from './new-space.tsx';

/** An organization: its change requests, spaces, sites and specifications. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read
    query={OrganizationView}
    variables={{ id }}
    of={({ organization }) => organization}
    isNews={({ type }) => /^(SPACE|SITE|CHANGE_REQUEST|OPENAPI_SPEC|ORGANIZATION|TEMPLATE)_/.test(type)}
  >
    {({ changeRequests, spaces, sites, openApiSpecs, templates, ...organization }) => (
      <>
        <OrganizationTop organization={organization} />
        <div className="columns">
          <div>
            <Requests
              title={words.openChangeRequests}
              empty={words.noOpenRequests}
              of={changeRequests}
              paged={{ query: MoreRequests, variables: { id }, pick: (data) => data.organization?.changeRequests }}
            />
            <PagedList
              title={words.spaces}
              empty={words.noSpaces}
              of={spaces}
              query={MoreSpaces}
              variables={{ id }}
              pick={(data) => data.organization?.spaces}
              each={(space) => <SpaceEntry key={space.id} space={space} />}
            />
            {organization.permissions.createContent && <NewSpace organizationId={id} templates={templates} />}
            <Templates organizationId={id} of={templates} />
          </div>
          <div>
            <PagedList
              title={words.sites}
              empty={words.noSites}
              of={sites}
              query={MoreSites}
              variables={{ id }}
              pick={(data) => data.organization?.sites}
              each={(site) => (
                <Entry key={site.id} href={at('orgs', id, 'sites', site.id)} title={site.title}>
                  {site.published ? words.published : words.notPublished}
                </Entry>
              )}
            />
            {organization.permissions.createContent && <NewSite organizationId={id} />}
            <PagedList
              title={words.specifications}
              of={openApiSpecs}
              query={MoreSpecifications}
              variables={{ id }}
              pick={(data) => data.organization?.openApiSpecs}
              each={({ id: key, slug }) => <Entry key={key} href={at('orgs', id, 'openapi', slug)} title={slug} />}
            />
          </div>
        </div>
      </>
    )}
  </Read>
);
