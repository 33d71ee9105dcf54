// Bundles GraphiQL, its editor and the editor's workers into files for the browser: `bundle.mjs FOLDER`.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const options = {
  absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
  outdir: process.argv[2],
  bundle: true,
  minify: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
};

await Promise.all([
  build({
    ...options,
    format: 'esm',
    entryPoints: { graphiql: 'scripts/graphiql/page.js' },
    // The style sheet of GraphiQL contains those of the editor.
    loader: { '.css': 'empty' },
  }),
  build({ ...options, entryPoints: { graphiql: 'node_modules/graphiql/dist/style.css' } }),
  build({
    ...options,
    format: 'iife',
    entryPoints: {
      'editor-worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
      'graphql-worker': 'monaco-graphql/esm/graphql.worker.js',
      'json-worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
    },
  }),
]);
