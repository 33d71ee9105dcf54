import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import { Entry, List, More } from '../../shared/list.tsx';
import type { changeRequests_viewer$key } from './__generated__/changeRequests_viewer.graphql.ts';
import type { changeRequestsPageQuery } from './__generated__/changeRequestsPageQuery.graphql.ts';
import type { changeRequestsQuery } from './__generated__/changeRequestsQuery.graphql.ts';

const changeRequestsOfViewer = graphql`
  fragment changeRequests_viewer on User
  @refetchable(queryName: "changeRequestsPageQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
    changeRequests(first: $first, after: $after, status: [DRAFT, OPEN])
      @connection(key: "changeRequests_changeRequests") {
      count
      edges {
        node {
          id
          spaceId
          subject
          status
        }
      }
    }
  }
`;

/** The change requests that the caller takes part in and that are not closed. */
export function ChangeRequests() {
  const { viewer } = useLazyLoadQuery<changeRequestsQuery>(
    graphql`
      query changeRequestsQuery {
        viewer {
          displayName
          ...changeRequests_viewer
        }
      }
    `,
    {},
  );
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    changeRequestsPageQuery,
    changeRequests_viewer$key
  >(changeRequestsOfViewer, viewer);
  return (
    <>
      <h1>{viewer.displayName}</h1>
      <List title="Change requests" count={data.changeRequests?.count}>
        {data.changeRequests?.edges.map(({ node: { id, spaceId, subject, status } }) => (
          <Entry key={id} href={`/spaces/${spaceId}/change-requests/${id}`}>
            {subject} <small>{status}</small>
          </Entry>
        ))}
      </List>
      <More hasMore={hasNext} isLoading={isLoadingNext} onMore={() => loadNext(10)} />
    </>
  );
}
