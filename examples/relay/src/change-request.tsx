import { useMemo, useState } from 'react';
import { graphql, useLazyLoadQuery, useMutation, useSubscription } from 'react-relay';
import { Failure } from '../../shared/failures.tsx';
import { Merge } from '../../shared/merge.tsx';
import type { changeRequestMergeMutation } from './__generated__/changeRequestMergeMutation.graphql.ts';
import type { changeRequestQuery } from './__generated__/changeRequestQuery.graphql.ts';
import type { changeRequestSubscription } from './__generated__/changeRequestSubscription.graphql.ts';

/** A change request as it is at any moment, which the caller can merge. */
export function ChangeRequest({ id }: { readonly id: string }) {
  const { node } = useLazyLoadQuery<changeRequestQuery>(
    graphql`
      query changeRequestQuery($id: ID!) {
        node(id: $id) {
          ... on ChangeRequest {
            subject
            status
            space {
              permissions {
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
  const [error, setError] = useState<Error | null>(null);
  useLive(id, setError);
  const [merge, isMerging] = useMutation<changeRequestMergeMutation>(graphql`
    mutation changeRequestMergeMutation($id: ID!) {
      mergeChangeRequest(changeRequestId: $id) {
        changeRequest {
          id
          status
        }
      }
    }
  `);
  if (!node?.status) return null;
  const { subject, status, space, mergePreview } = node;
  return (
    <>
      <h1>
        {subject} <small>{status}</small>
      </h1>
      <Failure error={error} />
      <Merge
        isAllowed={space?.permissions.merge}
        status={status}
        conflicts={mergePreview?.conflicts.length ?? 0}
        isBusy={isMerging}
        onMerge={() => {
          setError(null);
          merge({ variables: { id }, onError: setError });
        }}
      />
    </>
  );
}

/** Writes what others change to the store, whose object the page shows. A stream begins with the object as it is by then. */
function useLive(id: string, onError: (error: Error) => void): void {
  const config = useMemo(
    () => ({
      subscription: graphql`
        subscription changeRequestSubscription($id: ID!) {
          changeRequestUpdated(changeRequestId: $id) {
            id
            subject
            status
            mergePreview {
              conflicts {
                id
              }
            }
          }
        }
      `,
      variables: { id },
      onError,
    }),
    [id, onError],
  );
  useSubscription<changeRequestSubscription>(config);
}
