import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from './package-root.ts';

/** Every file the pages may load, by the name they use for it; nothing else is served. */
export type AssetName = keyof typeof assetFiles;

const require = createRequire(import.meta.url);

/** Where each asset lies on disk; a file of a package that is not installed throws. */
export const assetFiles = {
  'react.js': () => inPackage('react', 'umd/react.production.min.js'),
  'react-dom.js': () => inPackage('react-dom', 'umd/react-dom.production.min.js'),
  'graphiql.js': () => inPackage('graphiql', 'graphiql.min.js'),
  'graphiql.css': () => inPackage('graphiql', 'graphiql.min.css'),
  'scalar.js': () => pathToFileURL(require.resolve('@scalar/api-reference/browser/standalone.js')),
  'pages.css': () => own('pages.css'),
  'home.css': () => own('home.css'),
  'graphiql-page.css': () => own('graphiql-page.css'),
  'graphiql-page.js': () => own('graphiql-page.js'),
  'tab-storage.js': () => own('tab-storage.js'),
  'token-field.js': () => own('token-field.js'),
  'reference-page.css': () => own('reference-page.css'),
  'reference-page.js': () => own('reference-page.js'),
  'favicon.svg': () => own('favicon.svg'),
} as const satisfies Readonly<Record<string, () => URL>>;

// Neither React nor GraphiQL exports its browser build, both export their package.json.
function inPackage(name: string, file: string): URL {
  const folder = pathToFileURL(`${dirname(require.resolve(`${name}/package.json`))}/`);
  return new URL(file, folder);
}

// Browser files are not compiled, so they are read from `src/` by the compiled program too.
function own(file: string): URL {
  return new URL(`src/app/pages/client/${file}`, packageRoot);
}
