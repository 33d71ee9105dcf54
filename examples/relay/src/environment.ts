import { Environment, Network, RecordSource, Store, type FetchFunction } from 'relay-runtime';
import { endpointOf, headersOf, type Session } from '../../shared/session.ts';

/** The network and the cache of one session. */
export function environmentOf(session: Session): Environment {
  const ask: FetchFunction = async ({ text }, variables) => {
    const reply = await fetch(endpointOf(session), {
      method: 'POST',
      headers: { ...headersOf(session), 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    const answer = await reply.json();
    // Relay would show the part of an answer that came, without a word about the rest.
    if (answer.errors?.length) throw new Error(answer.errors[0].message);
    return answer;
  };
  return new Environment({ network: Network.create(ask), store: new Store(new RecordSource()) });
}
