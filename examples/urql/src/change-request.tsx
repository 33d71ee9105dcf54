import { useMutation, useQuery } from 'urql';
import { Failure } from '../../shared/failures.tsx';
import { Merge } from '../../shared/merge.tsx';
import {
  ChangeRequestDocument,
  ChangeRequestLiveDocument,
  CommentDocument,
  CommentsDocument,
  CommentsLiveDocument,
  MergeDocument,
} from './__generated__/graphql.ts';
import { CommentForm } from './comment-form.tsx';
import { useLive } from './live.ts';
import { ConnectionPage, first, Pages, reasonOf, type PageProps } from './pages.tsx';

/** A change request with its comments as they are at any moment, and what the caller may do with it. */
export function ChangeRequest({ id }: { readonly id: string }) {
  const [{ data, error }, refresh] = useQuery({ query: ChangeRequestDocument, variables: { id } });
  useLive(ChangeRequestLiveDocument, id, () => refresh({ requestPolicy: 'network-only' }));
  const [merged, merge] = useMutation(MergeDocument);
  const [commented, comment] = useMutation(CommentDocument);
  if (error) return <Failure error={reasonOf(error)} />;
  if (data?.node?.__typename !== 'ChangeRequest') return null;
  const { subject, status, spaceId, space, mergePreview } = data.node;
  const isBusy = merged.fetching || commented.fetching;
  return (
    <>
      <h1>
        {subject} <small>{status}</small>
      </h1>
      <Failure error={reasonOf(merged.error ?? commented.error)} />
      <Merge
        isAllowed={space?.permissions.merge}
        status={status}
        conflicts={mergePreview.conflicts.length}
        isBusy={isBusy}
        onMerge={() => void merge({ id })}
      />
      {space?.permissions.comment && (
        <>
          <CommentForm
            isBusy={isBusy}
            onComment={async (markdown) => {
              // A list that was empty has no comment by which the cache would know it.
              const context = { additionalTypenames: ['CommentConnection'] };
              const { error: refused } = await comment({ id, spaceId, markdown }, context);
              if (refused) throw refused;
            }}
          />
          <Pages page={(page) => <CommentsPage key={page.after} id={id} {...page} />} />
        </>
      )}
    </>
  );
}

/** A page of the threads of a change request, newest first. For callers who may comment: others may not read them. */
function CommentsPage({ id: changeRequestId, ...page }: PageProps & { readonly id: string }) {
  const [{ data, error, fetching }, refresh] = useQuery({
    query: CommentsDocument,
    variables: { id: changeRequestId, first, after: page.after },
  });
  useLive(CommentsLiveDocument, changeRequestId, () => refresh({ requestPolicy: 'network-only' }));
  return (
    <ConnectionPage
      {...page}
      title="Comments"
      error={error}
      fetching={fetching}
      connection={data?.node?.__typename === 'ChangeRequest' ? data.node.comments : null}
      entry={({ id, markdown, postedBy }) => (
        <li key={id}>
          <b>{postedBy.displayName}</b> <span>{markdown}</span>
        </li>
      )}
    />
  );
}
