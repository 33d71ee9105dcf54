// The module that the GraphiQL page loads once it knows a token.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { createEventClient } from './event-client.js';

/** Returns a fetcher for all operations, subscriptions among them. */
export const createFetcher = (options) => createGraphiQLFetcher({ ...options, wsClient: createEventClient(options) });

/** Shows GraphiQL in an element, with its workers at these addresses. Returns a function that removes it. */
export function show(element, { workers, ...props }) {
  globalThis.MonacoEnvironment = { getWorker: (_id, label) => new Worker(workers[label] ?? workers.editor) };
  const root = createRoot(element);
  root.render(createElement(GraphiQL, props, createElement(GraphiQL.Logo, null, ' ')));
  return () => root.unmount();
}
