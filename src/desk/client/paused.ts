import { useEffect, useEffectEvent, useState } from 'react';
import { useClient, type AnyVariables, type TypedDocumentNode } from 'urql';
import { reasonOf } from './read.tsx';
import { withoutTypes } from './without-types.ts';

/** How long somebody must have paused before what they have chosen is asked for, in milliseconds. */
const pauseMs = 350;

interface Asked<Data, Variables, Part> {
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  /** The part of the answer that is shown; null when there is none. */
  readonly of: (data: Data) => Part | null | undefined;
  /** What the answer depends on besides, such as what is stored. */
  readonly since?: string;
}

interface Answered<Part> {
  readonly part: Part | null;
  readonly refusal: string | null;
  readonly isAnswered: boolean;
}

/** The last answer to what somebody writes, asked for whenever they pause, and why there is no newer one. */
export function useWhenPaused<Data, Variables extends AnyVariables, Part>(asked: Asked<Data, Variables, Part>) {
  const client = useClient();
  const [shown, setShown] = useState<Answered<Part>>({ part: null, refusal: null, isAnswered: false });
  const ask = useEffectEvent(async () => {
    const { query, variables, of } = asked;
    const options = { requestPolicy: 'network-only' } as const;
    const { data, error } = await client.query<Data, AnyVariables>(query, withoutTypes(variables), options).toPromise();
    return { part: (data && of(data)) ?? null, refusal: reasonOf(error) };
  });
  const key = JSON.stringify([asked.variables, asked.since]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void ask().then(({ part, refusal }) => {
        if (isCurrent) setShown((before) => ({ part: part ?? before.part, refusal, isAnswered: true }));
      });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, key]);
  return shown;
}
