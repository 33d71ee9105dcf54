// Compiles the documents in the sources, then bundles the dashboard: `node build.mjs [--serve]`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, serve } from '../shared/bundle.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const documentPattern = /graphql`\s*(?:query|mutation|subscription|fragment)\s+(\w+)[^`]*`/g;

/** Puts in the place of each document what Relay's compiler made of it, as Relay's plugin for Babel does. */
const compiledDocuments = {
  name: 'compiled-documents',
  setup: ({ onLoad }) =>
    onLoad({ filter: /relay[\\/]src[\\/][^\\/]+\.tsx$/ }, ({ path }) => {
      const names = [];
      const code = readFileSync(path, 'utf8').replaceAll(documentPattern, (_document, name) => {
        names.push(name);
        return `${name}Document`;
      });
      // At the end, so that lines keep their numbers.
      const imports = names.map((name) => `import ${name}Document from './__generated__/${name}.graphql.ts';`);
      return { contents: `${code}\n${imports.join('\n')}`, loader: 'tsx' };
    }),
};

/** Writes what is generated from the documents and the schema to `src/__generated__`. */
export function generate() {
  mkdirSync(join(folder, 'src/__generated__'), { recursive: true });
  const compiler = createRequire(import.meta.url).resolve('relay-compiler/cli.js');
  execFileSync(process.execPath, [compiler, 'relay.config.json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Bundles the dashboard into a folder. */
export const bundleInto = (outdir) => bundle(folder, outdir, [compiledDocuments]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  generate();
  await (process.argv.includes('--serve') ? serve(folder, [compiledDocuments]) : bundleInto(join(folder, 'dist')));
}
