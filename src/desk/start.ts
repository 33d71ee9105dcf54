// Stands in the page itself, before its scripts: asks at once for what the first view needs, so that it comes beside the scripts and
// not after them. Small, because every page has it.
import type { Early } from './client/early.ts';
import { keyOfRead } from './client/key-of-read.ts';
import { tokenKey } from './client/kept-token.ts';
import { basePath, reads, words } from './client/settings.ts';
import { preferredLanguage } from './words/language.ts';

const token = sessionStorage.getItem(tokenKey);
const ask = (body: object) =>
  fetch(`${basePath}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/graphql-response+json, application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  }).catch(() => null);

const early: Early = {
  words: fetch(words[preferredLanguage()] ?? ''),
  token,
  answers: new Map(
    (token === null ? [] : reads).map(({ name, query, variables }) => [
      keyOfRead(name, variables),
      ask({ operationName: name, query, variables }),
    ]),
  ),
};
// Whoever waits for the words hears that they have not come.
early.words.catch(() => undefined);
Object.assign(globalThis, { octavoEarly: early });
