// Makes typed documents of `src/*.graphql`, then bundles the dashboard: `node build.mjs [--serve]`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import { bundle, serve } from '../shared/bundle.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Writes what is generated from the documents and the schema to `src/__generated__`. */
export async function generate() {
  const sdl = readFileSync(join(folder, '../../schema.graphql'), 'utf8');
  const documents = readdirSync(join(folder, 'src'))
    .filter((name) => name.endsWith('.graphql'))
    .map((location) => {
      const rawSDL = readFileSync(join(folder, 'src', location), 'utf8');
      return { location, rawSDL, document: parse(rawSDL) };
    });
  const files = await preset.buildGeneratesSection({
    baseOutputDir: 'src/__generated__/',
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents,
    config: { enumsAsTypes: true, useTypeImports: true, scalars: { DateTime: 'string', URL: 'string' } },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
  });
  const typed = files.find(({ filename }) => filename.endsWith('graphql.ts'));
  mkdirSync(join(folder, 'src/__generated__'), { recursive: true });
  writeFileSync(join(folder, typed.filename), await codegen(typed));
}

/** Bundles the dashboard into a folder. */
export const bundleInto = (outdir) => bundle(folder, outdir);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await generate();
  await (process.argv.includes('--serve') ? serve(folder) : bundleInto(join(folder, 'dist')));
}
