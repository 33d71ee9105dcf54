import { useQuery } from 'urql';
import { Entry } from '../../shared/list.tsx';
import {
  ChangeRequestsDocument,
  OrganizationLiveDocument,
  OrganizationsDocument,
  SpacesDocument,
} from './__generated__/graphql.ts';
import { useLive } from './live.ts';
import { ConnectionPage, first, Pages, type PageProps } from './pages.tsx';

interface OfObject extends PageProps {
  readonly id: string;
}

/** The organizations of the caller. */
export const Organizations = () => <Pages page={(page) => <OrganizationsPage key={page.after} {...page} />} />;

function OrganizationsPage(page: PageProps) {
  const [{ data, error, fetching }] = useQuery({
    query: OrganizationsDocument,
    variables: { first, after: page.after },
  });
  return (
    <>
      {page.after === null && <h1>{data?.viewer.displayName}</h1>}
      <ConnectionPage
        {...page}
        title="Organizations"
        error={error}
        fetching={fetching}
        connection={data?.viewer.organizations}
        entry={({ id, title }) => (
          <Entry key={id} href={`/orgs/${id}`}>
            {title}
          </Entry>
        )}
      />
    </>
  );
}

/** The spaces of an organization, as they are at any moment. */
export const Spaces = ({ id }: { readonly id: string }) => (
  <Pages page={(page) => <SpacesPage key={page.after} id={id} {...page} />} />
);

function SpacesPage({ id: organizationId, ...page }: OfObject) {
  const [{ data, error, fetching }, refresh] = useQuery({
    query: SpacesDocument,
    variables: { id: organizationId, first, after: page.after },
  });
  useLive(OrganizationLiveDocument, organizationId, () => refresh({ requestPolicy: 'network-only' }));
  return (
    <>
      {page.after === null && <h1>{data?.organization?.title}</h1>}
      <ConnectionPage
        {...page}
        title="Spaces"
        error={error}
        fetching={fetching}
        connection={data?.organization?.spaces}
        entry={({ id, title, changeRequestsOpen }) => (
          <Entry key={id} href={`/spaces/${id}`}>
            {title} <small>{changeRequestsOpen} open</small>
          </Entry>
        )}
      />
    </>
  );
}

/** The change requests of a space that are not closed. */
export const ChangeRequests = ({ id }: { readonly id: string }) => (
  <Pages page={(page) => <ChangeRequestsPage key={page.after} id={id} {...page} />} />
);

function ChangeRequestsPage({ id: spaceId, ...page }: OfObject) {
  const [{ data, error, fetching }] = useQuery({
    query: ChangeRequestsDocument,
    variables: { id: spaceId, first, after: page.after },
  });
  return (
    <>
      {page.after === null && <h1>{data?.space?.title}</h1>}
      <ConnectionPage
        {...page}
        title="Change requests"
        error={error}
        fetching={fetching}
        connection={data?.space?.changeRequests}
        entry={({ id, number, subject, status }) => (
          <Entry key={id} href={`/spaces/${spaceId}/change-requests/${id}`}>
            #{number} {subject} <small>{status}</small>
          </Entry>
        )}
      />
    </>
  );
}
