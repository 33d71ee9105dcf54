// Writes schema.graphql and what is generated from the documents of src/rest. Waits for the end of its input before it
// reads the schema, so that its libraries load while the database client is generated.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';

if (!process.stdin.isTTY) for await (const _chunk of process.stdin);
const { schema } = await import('./src/schema/index.ts');
const { restApi } = await import('./scripts/rest/emit.ts');
const { openapi } = await import('./scripts/rest/openapi/document.ts');

write('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);
const generated = 'src/rest/__generated__';
const { files, components } = restApi(schema);
for (const [name, text] of Object.entries(files)) write(`${generated}/${name}`, text);
const { routes } = await import('./src/rest/__generated__/routes.ts');
const document = JSON.stringify(openapi(schema, routes, components), null, 1);
write(
  `${generated}/openapi.ts`,
  `import type { Schema } from '../schema.ts';\n\nexport const document: Schema & { info: Schema } = ${document};\n`,
);

// Files of earlier generators would be compiled too.
const written = new Set([...Object.keys(files), 'openapi.ts', '.stamp']);
for (const name of readdirSync(generated)) if (!written.has(name)) rmSync(`${generated}/${name}`);

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
