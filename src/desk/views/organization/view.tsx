import { OrganizationView } from '../../__generated__/organization.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { at } from '../../frame/place.ts';
import { Entry, List } from '../../parts/list.tsx';
import { Requests } from '../../parts/requests.tsx';
import { SpaceEntry } from '../../parts/spaces.tsx';
import { Head } from '../../parts/title.tsx';
import { words } from '../../words/words.ts';

/** An organization: its change requests, spaces, sites and specifications. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read
    query={OrganizationView}
    variables={{ id }}
    of={({ organization }) => organization}
    isNews={({ type }) => /^(SPACE|SITE|CHANGE_REQUEST|OPENAPI_SPEC|ORGANIZATION)_/.test(type)}
  >
    {({ title, changeRequests, spaces, sites, openApiSpecs }) => (
      <>
        <Head title={title} kind={words.organization} organizationId={id} />
        <div className="columns">
          <div>
            <Requests title={words.openChangeRequests} empty={words.noOpenRequests} of={changeRequests} />
            <List title={words.spaces} empty={words.noSpaces} hasMore={spaces.pageInfo.hasNextPage}>
              {spaces.edges.map(({ node }) => (
                <SpaceEntry key={node.id} space={node} />
              ))}
            </List>
          </div>
          <div>
            <List title={words.sites} empty={words.noSites} hasMore={sites.pageInfo.hasNextPage}>
              {sites.edges.map(({ node }) => (
                <Entry key={node.id} href={at('orgs', id, 'sites', node.id)} title={node.title}>
                  {node.published ? words.published : words.notPublished}
                </Entry>
              ))}
            </List>
            <List title={words.specifications} hasMore={openApiSpecs.pageInfo.hasNextPage}>
              {openApiSpecs.edges.map(({ node }) => (
                <Entry key={node.id} href={at('orgs', id, 'openapi', node.slug)} title={node.slug} />
              ))}
            </List>
          </div>
        </div>
      </>
    )}
  </Read>
);
