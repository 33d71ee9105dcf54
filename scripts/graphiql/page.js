// The module that the GraphiQL page loads once it knows a token.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { GraphiQL } from 'graphiql';

export { createGraphiQLFetcher as createFetcher } from '@graphiql/toolkit';

/** Shows GraphiQL in an element, with its workers at these addresses. Returns a function that removes it. */
export function show(element, { workers, ...props }) {
  globalThis.MonacoEnvironment = { getWorker: (_id, label) => new Worker(workers[label] ?? workers.editor) };
  const root = createRoot(element);
  root.render(createElement(GraphiQL, props, createElement(GraphiQL.Logo, null, ' ')));
  return () => root.unmount();
}
