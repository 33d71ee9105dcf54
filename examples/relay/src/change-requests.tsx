import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import { Entry, List, More } from '../../shared/list.tsx';
import type { changeRequests_space$key } from './__generated__/changeRequests_space.graphql.ts';
import type { changeRequestsPageQuery } from './__generated__/changeRequestsPageQuery.graphql.ts';
import type { changeRequestsQuery } from './__generated__/changeRequestsQuery.graphql.ts';

const changeRequestsOfSpace = graphql`
  fragment changeRequests_space on Space
  @refetchable(queryName: "changeRequestsPageQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
    title
    changeRequests(first: $first, after: $after, status: [DRAFT, OPEN])
      @connection(key: "changeRequests_changeRequests") {
      count
      edges {
        node {
          id
          number
          subject
          status
        }
      }
    }
  }
`;

/** The change requests of a space that are not closed. */
export function ChangeRequests({ id }: { readonly id: string }) {
  const { space } = useLazyLoadQuery<changeRequestsQuery>(
    graphql`
      query changeRequestsQuery($id: ID!) {
        space(id: $id) {
          ...changeRequests_space
        }
      }
    `,
    { id },
  );
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    changeRequestsPageQuery,
    changeRequests_space$key
  >(changeRequestsOfSpace, space);
  return (
    data && (
      <>
        <h1>{data.title}</h1>
        <List title="Change requests" count={data.changeRequests?.count}>
          {data.changeRequests?.edges.map(({ node }) => (
            <Entry key={node.id} kind="change-request" id={node.id}>
              #{node.number} {node.subject} <small>{node.status}</small>
            </Entry>
          ))}
        </List>
        <More hasMore={hasNext} isLoading={isLoadingNext} onMore={() => loadNext(10)} />
      </>
    )
  );
}
