import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import { Entry, List, More } from '../../shared/list.tsx';
import type { organizations_viewer$key } from './__generated__/organizations_viewer.graphql.ts';
import type { organizationsPageQuery } from './__generated__/organizationsPageQuery.graphql.ts';
import type { organizationsQuery } from './__generated__/organizationsQuery.graphql.ts';

const organizationsOfViewer = graphql`
  fragment organizations_viewer on User
  @refetchable(queryName: "organizationsPageQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
    organizations(first: $first, after: $after) @connection(key: "organizations_organizations") {
      count
      edges {
        node {
          id
          title
        }
      }
    }
  }
`;

/** The organizations of the caller. */
export function Organizations() {
  const { viewer } = useLazyLoadQuery<organizationsQuery>(
    graphql`
      query organizationsQuery {
        viewer {
          displayName
          ...organizations_viewer
        }
      }
    `,
    {},
  );
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    organizationsPageQuery,
    organizations_viewer$key
  >(organizationsOfViewer, viewer);
  return (
    <>
      <h1>{viewer.displayName}</h1>
      <List title="Organizations" count={data.organizations.count}>
        {data.organizations.edges.map(({ node }) => (
          <Entry key={node.id} kind="organization" id={node.id}>
            {node.title}
          </Entry>
        ))}
      </List>
      <More hasMore={hasNext} isLoading={isLoadingNext} onMore={() => loadNext(10)} />
    </>
  );
}
