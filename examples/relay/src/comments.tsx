import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import { List, More } from '../../shared/list.tsx';
import type { comments_changeRequest$key } from './__generated__/comments_changeRequest.graphql.ts';
import type { commentsPageQuery } from './__generated__/commentsPageQuery.graphql.ts';
import type { commentsQuery } from './__generated__/commentsQuery.graphql.ts';

const commentsOfChangeRequest = graphql`
  fragment comments_changeRequest on ChangeRequest
  @refetchable(queryName: "commentsPageQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
    comments(first: $first, after: $after) @connection(key: "comments_comments") {
      edges {
        node {
          id
          markdown
          postedBy {
            displayName
          }
        }
      }
    }
  }
`;

/** The threads of a change request, newest first. For callers who may comment: others may not read them. */
export function Comments({ of: id }: { readonly of: string }) {
  const query = useLazyLoadQuery<commentsQuery>(
    graphql`
      query commentsQuery($id: ID!) {
        node(id: $id) {
          ...comments_changeRequest @alias(as: "changeRequest")
        }
      }
    `,
    { id },
  );
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    commentsPageQuery,
    comments_changeRequest$key
  >(commentsOfChangeRequest, query.node?.changeRequest);
  return (
    <>
      <List title="Comments">
        {data?.comments?.edges.map(({ node }) => (
          <li key={node.id}>
            <b>{node.postedBy.displayName}</b> <span>{node.markdown}</span>
          </li>
        ))}
      </List>
      <More hasMore={hasNext} isLoading={isLoadingNext} onMore={() => loadNext(10)} />
    </>
  );
}
