import { createClient } from 'graphql-sse';
import {
  Environment,
  Network,
  Observable,
  RecordSource,
  Store,
  type FetchFunction,
  type GraphQLResponse,
  type SubscribeFunction,
} from 'relay-runtime';
import { endpointOf, headersOf, type Session } from '../../shared/session.ts';

/** The network and the cache of one session. */
export function environmentOf(session: Session): Environment {
  const [url, headers] = [endpointOf(session), headersOf(session)];
  const ask: FetchFunction = async ({ text }, variables) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    return whole(await reply.json());
  };
  // Opens a stream again that the network or a restart of the server has ended.
  const streams = createClient({ url, headers });
  const follow: SubscribeFunction = ({ text }, variables) =>
    Observable.create((sink) =>
      streams.subscribe(
        { query: text ?? '', variables },
        {
          next: (answer) => sink.next(whole(answer)),
          error: (reason) => sink.error(reason as Error),
          complete: () => sink.complete(),
        },
      ),
    );
  return new Environment({ network: Network.create(ask, follow), store: new Store(new RecordSource()) });
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
}

/** An answer without errors. Relay would show the part of another that came, without a word about the rest. */
function whole({ data, errors: [error] = [] }: Answer): GraphQLResponse {
  if (error) throw new Error(error.message);
  return { data } as GraphQLResponse;
}
