import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import { Entry, List, More } from '../../shared/list.tsx';
import type { spaces_organization$key } from './__generated__/spaces_organization.graphql.ts';
import type { spacesPageQuery } from './__generated__/spacesPageQuery.graphql.ts';
import type { spacesQuery } from './__generated__/spacesQuery.graphql.ts';

const spacesOfOrganization = graphql`
  fragment spaces_organization on Organization
  @refetchable(queryName: "spacesPageQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
    title
    spaces(first: $first, after: $after) @connection(key: "spaces_spaces") {
      count
      edges {
        node {
          id
          title
          changeRequestsOpen
        }
      }
    }
  }
`;

/** The spaces of an organization. */
export function Spaces({ id }: { readonly id: string }) {
  const { organization } = useLazyLoadQuery<spacesQuery>(
    graphql`
      query spacesQuery($id: ID!) {
        organization(id: $id) {
          ...spaces_organization
        }
      }
    `,
    { id },
  );
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<spacesPageQuery, spaces_organization$key>(
    spacesOfOrganization,
    organization,
  );
  return (
    data && (
      <>
        <h1>{data.title}</h1>
        <List title="Spaces" count={data.spaces.count}>
          {data.spaces.edges.map(({ node }) => (
            <Entry key={node.id} kind="space" id={node.id}>
              {node.title} <small>{node.changeRequestsOpen} open</small>
            </Entry>
          ))}
        </List>
        <More hasMore={hasNext} isLoading={isLoadingNext} onMore={() => loadNext(10)} />
      </>
    )
  );
}
