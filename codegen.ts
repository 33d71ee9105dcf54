// Writes schema.graphql and what is generated from the documents of src/rest.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { restApi } from './scripts/rest/emit.ts';
import { openapi } from './scripts/rest/openapi/document.ts';
import type { Route } from './src/rest/route.ts';
import { schema } from './src/schema/index.ts';

write('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);
const generated = 'src/rest/__generated__';
const { files, components } = restApi(schema);
for (const [name, text] of Object.entries(files)) write(`${generated}/${name}`, text);
const { routes } = await writtenRoutes();
const document = JSON.stringify(openapi(schema, routes, components), null, 1);
write(
  `${generated}/openapi.ts`,
  `import type { Schema } from '../schema.ts';\n\nexport const document: Schema & { info: Schema } = ${document};\n`,
);

// Files of earlier generators would be compiled too.
const written = new Set([...Object.keys(files), 'openapi.ts', '.stamp']);
for (const name of readdirSync(generated)) if (!written.has(name)) rmSync(`${generated}/${name}`);

/** The routes that were just written. Compiled here, because this program may run where nothing else loads TypeScript. */
async function writtenRoutes(): Promise<{ routes: readonly Route[] }> {
  const outfile = path.resolve('node_modules/.cache/octavo/routes.mjs');
  const entryPoints = [`${generated}/routes.ts`];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  return (await import(pathToFileURL(outfile).href)) as { routes: readonly Route[] };
}

/** Does not write an unchanged file, so that file watchers are not triggered. */
function write(file: string, text: string) {
  mkdirSync(path.dirname(file), { recursive: true });
  if (current(file) !== text) writeFileSync(file, text);
}

function current(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
