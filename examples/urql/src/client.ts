import { cacheExchange, Client, fetchExchange } from 'urql';
import { endpointOf, headersOf, type Session } from '../../shared/session.ts';

/** The network and the cache of one session. */
export const clientOf = (session: Session): Client =>
  new Client({
    url: endpointOf(session),
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetchOptions: { headers: headersOf(session) },
    // Asks again for what it shows when another place may have changed it.
    requestPolicy: 'cache-and-network',
    exchanges: [cacheExchange, fetchExchange],
  });
