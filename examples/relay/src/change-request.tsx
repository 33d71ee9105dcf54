import { useState } from 'react';
import { ConnectionHandler, graphql, useLazyLoadQuery, useMutation } from 'react-relay';
import { Actions } from '../../shared/actions.tsx';
import type { changeRequestCommentMutation } from './__generated__/changeRequestCommentMutation.graphql.ts';
import type { changeRequestMergeMutation } from './__generated__/changeRequestMergeMutation.graphql.ts';
import type { changeRequestQuery } from './__generated__/changeRequestQuery.graphql.ts';
import { Comments } from './comments.tsx';

/** A change request with its comments, and what the caller may do with it. */
export function ChangeRequest({ id }: { readonly id: string }) {
  const { node } = useLazyLoadQuery<changeRequestQuery>(
    graphql`
      query changeRequestQuery($id: ID!) {
        node(id: $id) {
          ... on ChangeRequest {
            subject
            status
            spaceId
            space {
              permissions {
                comment
                merge
              }
            }
            mergePreview {
              conflicts {
                id
              }
            }
          }
        }
      }
    `,
    { id },
  );
  const { act, isBusy, error, comment, merge } = useActions();
  if (!node?.spaceId) return null;
  const { subject, status = '', spaceId, space, mergePreview } = node;
  return (
    <>
      <h1>
        {subject} <small>{status}</small>
      </h1>
      <Actions
        permissions={space?.permissions}
        status={status}
        conflicts={mergePreview?.conflicts.length ?? 0}
        isBusy={isBusy}
        error={error}
        onComment={(markdown) => {
          const comments = ConnectionHandler.getConnectionID(id, 'comments_comments');
          return act((callbacks) =>
            comment({ ...callbacks, variables: { id, spaceId, markdown, connections: [comments] } }),
          );
        }}
        onMerge={() => void act((callbacks) => merge({ ...callbacks, variables: { id } })).catch(() => {})}
      />
      {space?.permissions.comment && <Comments of={id} />}
    </>
  );
}

interface Callbacks {
  readonly onCompleted: () => void;
  readonly onError: (error: Error) => void;
}

/** The two mutations, and `act`, which makes a promise of one and keeps its error for the page. */
function useActions() {
  const [error, setError] = useState<Error | null>(null);
  const [merge, isMerging] = useMutation<changeRequestMergeMutation>(graphql`
    mutation changeRequestMergeMutation($id: ID!) {
      mergeChangeRequest(changeRequestId: $id) {
        changeRequest {
          id
          status
          mergePreview {
            conflicts {
              id
            }
          }
        }
      }
    }
  `);
  const [comment, isCommenting] = useMutation<changeRequestCommentMutation>(graphql`
    mutation changeRequestCommentMutation($id: ID!, $spaceId: ID!, $markdown: String!, $connections: [ID!]!) {
      createComment(changeRequestId: $id, spaceId: $spaceId, input: { body: { markdown: $markdown } }) {
        comment @prependNode(connections: $connections, edgeTypeName: "CommentEdge") {
          id
          markdown
          postedBy {
            displayName
          }
        }
      }
    }
  `);
  const act = (commit: (callbacks: Callbacks) => void) => {
    setError(null);
    return new Promise<void>((resolve, reject) => {
      commit({
        onCompleted: resolve,
        onError: (reason) => {
          setError(reason);
          reject(reason);
        },
      });
    });
  };
  return { act, isBusy: isMerging || isCommenting, error, comment, merge };
}
