import { useEffect, useEffectEvent } from 'react';
import { useClient, type CombinedError, type TypedDocumentNode } from 'urql';

/** How long to wait before a stream that has ended is opened again, in milliseconds. */
const againMs = 3_000;

/**
 * Calls `onChange` for each answer of a subscription. A stream ends when the server stops or the network does; then it is opened
 * again, and `onChange` is called for what was missed.
 */
export function useLive<Data>(query: TypedDocumentNode<Data, { id: string }>, id: string, onChange: () => void): void {
  const client = useClient();
  const change = useEffectEvent(onChange);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Not `useSubscription`, whose `fetching` is false while a stream is open and has answered.
    const open = () =>
      client.subscription(query, { id }).subscribe(({ data, error, hasNext }) => {
        if (data) change();
        if (!hasNext && mayBegin(error)) timer = setTimeout(again, againMs);
      });
    const again = () => {
      stream = open();
      change();
    };
    let stream = open();
    return () => {
      clearTimeout(timer);
      stream.unsubscribe();
    };
  }, [client, query, id]);
}

/** Whether it makes sense to open a stream again: what the server refuses for good has no time to wait. */
const mayBegin = (error: CombinedError | undefined) =>
  !error?.graphQLErrors.length || error.graphQLErrors.some(({ extensions }) => extensions['retryAfter'] !== undefined);
