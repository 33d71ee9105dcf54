import { cacheExchange, Client, fetchExchange, mapExchange } from 'urql';
import { askOnce, earlyExchange, fetchAs } from './early.ts';
import { keepToken, readToken } from './session.ts';
import { basePath } from './settings.ts';

/** The network and the cache of one token. What it shows is asked for again whenever it is shown again. */
export const clientOf = (token: string): Client =>
  new Client({
    url: new URL(`${basePath}/graphql`, location.href).href,
    preferGetMethod: false,
    fetch: fetchAs(token),
    fetchSubscriptions: true,
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    requestPolicy: 'cache-and-network',
    exchanges: [
      mapExchange({
        onOperation: askOnce,
        onError: ({ response }) => {
          // Refused by now: signed out elsewhere, expired or revoked.
          if ((response as Response | undefined)?.status === 401 && readToken() === token) keepToken(null);
        },
      }),
      cacheExchange,
      earlyExchange(token),
      fetchExchange,
    ],
  });
