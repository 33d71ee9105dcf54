import { useState } from 'react';
import { useClient, type AnyVariables, type CombinedError, type TypedDocumentNode } from 'urql';
import { tell } from './news.ts';
import { reasonOf } from './read.tsx';
import { withoutTypes } from './without-types.ts';

/** A value that the server refuses, by its path in the variables. */
export interface Detail {
  readonly path: string;
  readonly message: string;
}

export type Send = <Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data | null>;

/** Sends changes: whether one is under way, why the last was refused, and `send`, which answers null then. */
export interface Changing {
  readonly isBusy: boolean;
  readonly refusal: string | null;
  /** The values for which it was refused. */
  readonly details: readonly Detail[];
  readonly send: Send;
}

const idle = { isBusy: false, refusal: null, details: [] };

/**
 * For the changes that one part of a view offers. All that is shown is asked for again after one: the cache knows which objects
 * were changed, and not which lists they are in now.
 */
export function useChange(): Changing {
  const client = useClient();
  const [state, setState] = useState<Omit<Changing, 'send'>>(idle);
  const send: Send = async (mutation, variables) => {
    setState({ ...idle, isBusy: true });
    const { data, error } = await client.mutation(mutation, withoutTypes(variables)).toPromise();
    setState({ isBusy: false, refusal: reasonOf(error), details: detailsOf(error) });
    if (error || data === undefined) return null;
    tell(null);
    return data;
  };
  return { ...state, send };
}

const detailsOf = (error: CombinedError | undefined): readonly Detail[] =>
  (error?.graphQLErrors[0]?.extensions['details'] as readonly Detail[] | undefined) ?? [];
