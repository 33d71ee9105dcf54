// Bundles GraphiQL, its editor and the editor's workers into files for the browser: `bundle.mjs FOLDER`.
import { build } from 'esbuild';
import { forBrowser } from '../for-browser.mjs';

await Promise.all([
  build({
    ...forBrowser,
    format: 'esm',
    entryPoints: { graphiql: 'scripts/graphiql/page.js' },
    // The style sheet of GraphiQL contains those of the editor.
    loader: { '.css': 'empty' },
  }),
  build({ ...forBrowser, entryPoints: { graphiql: 'node_modules/graphiql/dist/style.css' } }),
  build({
    ...forBrowser,
    format: 'iife',
    entryPoints: {
      'editor-worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
      'graphql-worker': 'monaco-graphql/esm/graphql.worker.js',
      'json-worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
    },
  }),
]);
