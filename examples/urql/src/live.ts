import { useEffect, useEffectEvent } from 'react';
import { useSubscription, type AnyVariables, type CombinedError, type TypedDocumentNode } from 'urql';

/** How long to wait before a stream that has ended is opened again, in milliseconds. */
const againMs = 3_000;

/**
 * Calls `onChange` for each answer of a subscription. A stream ends when the server stops or the network does; then it is opened
 * again, and `onChange` is called for what was missed.
 */
export function useLive<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onChange: () => void,
): void {
  const [{ data, error, fetching }, open] = useSubscription<Data, Data, Variables>({ query, variables });
  const change = useEffectEvent(onChange);
  const begin = useEffectEvent(() => {
    open();
    onChange();
  });
  useEffect(() => {
    if (data) change();
  }, [data]);
  const isOver = !fetching && mayBegin(error);
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(begin, againMs);
    return () => clearTimeout(timer);
  }, [isOver]);
}

/** Whether it makes sense to open a stream again: what the server refuses for good has no time to wait. */
const mayBegin = (error: CombinedError | undefined) =>
  !error?.graphQLErrors.length || error.graphQLErrors.some(({ extensions }) => extensions['retryAfter'] !== undefined);
