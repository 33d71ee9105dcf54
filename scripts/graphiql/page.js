// The module that the GraphiQL page loads once it knows a token.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { parse } from 'graphql';
import { GraphiQL } from 'graphiql';
import { createEventClient } from './event-client.js';

/** Returns a fetcher for all operations, subscriptions among them. */
export function createFetcher(options) {
  const fetch = createGraphiQLFetcher({ ...options, wsClient: createEventClient(options) });
  // GraphiQL looks a moment later at what was typed, and takes a subscription that is run before for a query.
  return (params, how) => fetch(params, { ...how, documentAST: parseDocument(params.query) });
}

function parseDocument(text) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Shows GraphiQL in an element, with its workers at these addresses. Returns a function that removes it. */
export function show(element, { workers, ...props }) {
  globalThis.MonacoEnvironment = { getWorker: (_id, label) => new Worker(workers[label] ?? workers.editor) };
  const root = createRoot(element);
  root.render(createElement(GraphiQL, props, createElement(GraphiQL.Logo, null, ' ')));
  return () => root.unmount();
}
