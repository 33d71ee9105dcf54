// Generates the database client from `prisma/` by Prisma's generator, as `prisma generate` does. The CLI of Prisma is not
// installed: it is 130 MB with what it brings, of which this is all that a build uses.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The modules of the generator are incomplete as ES modules. Seen with version 7.10.
const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator, getDMMF } = require('@prisma/client-generator-ts');
const { enginesVersion } = createRequire(require.resolve('@prisma/client-generator-ts'))('@prisma/engines-version');

const folder = fileURLToPath(new URL('../prisma/', import.meta.url));
const output = fileURLToPath(new URL('../src/db/generated', import.meta.url));
const main = `${folder}schema.prisma`;
const files = [main, ...readdirSync(`${folder}models`).map((name) => `${folder}models/${name}`)].map((path) => [
  path,
  readFileSync(path, 'utf8'),
]);

/** The settings in the block `generator` of the schema. */
const settings = Object.fromEntries(
  [...files[0][1].match(/generator client \{([^}]*)\}/)[1].matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(([, key, value]) => [
    key,
    value,
  ]),
);
const { provider, output: _output, ...config } = settings;

const dmmf = await getDMMF({ datamodel: files });
if (dmmf.datamodel === undefined) throw new Error(`The models are invalid: ${dmmf.reason} ${dmmf.error?.message}`);
await new PrismaClientTsGenerator().generate({
  generator: {
    name: 'client',
    provider: { fromEnvVar: null, value: provider },
    output: { fromEnvVar: null, value: output },
    config,
    binaryTargets: [],
    previewFeatures: [],
    sourceFilePath: main,
  },
  otherGenerators: [],
  schemaPath: folder,
  dmmf,
  datasources: [
    {
      name: 'db',
      provider: 'postgresql',
      activeProvider: 'postgresql',
      url: { fromEnvVar: null, value: null },
      schemas: [],
      sourceFilePath: main,
    },
  ],
  datamodel: files.map(([, text]) => text).join('\n'),
  version: enginesVersion,
  binaryPaths: {},
});
