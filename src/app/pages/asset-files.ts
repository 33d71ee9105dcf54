import { existsSync, readFileSync } from 'node:fs';
import { packageRoot, programFile } from '../../lib/program-files.ts';

/** Public name of a file that the pages may load. No other file is served. */
export type AssetName = keyof typeof assetFiles;

/** Returns the URL of each asset on disk, by its public name. */
export const assetFiles = {
  'graphiql.js': bundle,
  'graphiql.css': bundle,
  'editor-worker.js': bundle,
  'graphql-worker.js': bundle,
  'json-worker.js': bundle,
  'scalar.js': bundle,
  'pages.css': own,
  'home.css': own,
  'graphiql-page.css': own,
  'graphiql-page.js': own,
  'tab-storage.js': own,
  'token-field.js': own,
  'reference-page.css': own,
  'operations.css': ofReader,
  'text.css': ofReader,
  'try-page.css': own,
  'try-page.js': own,
  'login-page.css': own,
  'login-page.js': own,
  'passkey-ceremony.js': own,
  'consent-page.js': own,
  'submit-form.js': own,
  'favicon.svg': own,
} as const satisfies Readonly<Record<string, (name: string) => URL>>;

/**
 * Paths of browser bundles below `node_modules`, by public name. The build writes those of GraphiQL to `.cache`, and copies
 * all bundles to `dist/bundles`.
 */
const bundlePaths = JSON.parse(readFileSync(new URL('src/app/pages/bundles.json', packageRoot), 'utf8')) as Readonly<
  Record<string, string>
>;

/** Returns the copy in `dist/bundles`, or the original when the program runs from its sources. */
function bundle(name: string): URL {
  const copy = programFile(`bundles/${name}`);
  return existsSync(copy) ? copy : new URL(`node_modules/${bundlePaths[name]}`, packageRoot);
}

/** Whether the build makes or copies the file. */
export const isBundle = (name: AssetName): boolean => name in bundlePaths;

/** The styles of texts are those of published sites. */
function ofReader(name: string): URL {
  return new URL(`src/reader/client/${name}`, packageRoot);
}

// Browser files are not compiled, so the compiled program reads them from `src/` too.
function own(name: string): URL {
  return new URL(`src/app/pages/client/${name}`, packageRoot);
}
