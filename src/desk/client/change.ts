import { useState } from 'react';
import { useClient, type AnyVariables, type TypedDocumentNode } from 'urql';
import { reasonOf } from './read.tsx';

/** Sends changes: whether one is under way, why the last was refused, and `send`, which answers null then. */
export interface Changing {
  readonly isBusy: boolean;
  readonly refusal: string | null;
  readonly send: <Data, Variables extends AnyVariables>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => Promise<Data | null>;
}

/** For the changes that one part of a view offers. What is shown of the changed objects is asked for again by the cache. */
export function useChange(): Changing {
  const client = useClient();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly refusal: string | null }>({
    isBusy: false,
    refusal: null,
  });
  const send: Changing['send'] = async (mutation, variables) => {
    setState({ isBusy: true, refusal: null });
    const { data, error } = await client.mutation(mutation, variables).toPromise();
    setState({ isBusy: false, refusal: reasonOf(error) });
    return error || data === undefined ? null : data;
  };
  return { ...state, send };
}
