// Writes schema.graphql and the types of the REST face's operations. Waits for its input to end before it reads the
// schema, so that its libraries load while the database client is generated.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as documentNodes from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { lexicographicSortSchema, parse, printSchema, type DocumentNode } from 'graphql';

const restFolder = 'src/rest';
const target = `${restFolder}/__generated__/operations.ts`;

if (!process.stdin.isTTY) for await (const _chunk of process.stdin);
const { schema } = await import('../src/schema/index.ts');
const { default: config } = await import('../codegen.ts');

const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;
write('schema.graphql', printed);
write(
  target,
  await codegen({
    filename: target,
    schema: parse(printed),
    documents: documents(),
    plugins: [{ operations: {} }, { documentNodes: {} }],
    pluginMap: { operations, documentNodes },
    config: operationsConfig(),
  }),
);

function documents(): { location: string; document: DocumentNode }[] {
  const names = readdirSync(restFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.graphql'),
  );
  return names.toSorted().map((name) => {
    const location = path.join(restFolder, name);
    return { location, document: parse(readFileSync(location, 'utf8')) };
  });
}

/** As `npx graphql-codegen` reads it. */
function operationsConfig(): Record<string, unknown> {
  const output = config.generates[target];
  if (!output || Array.isArray(output) || !output.config) throw new Error(`codegen.ts says nothing about ${target}`);
  return output.config as Record<string, unknown>;
}

/** Leaves a file alone that is the same already: whoever watches it is not disturbed. */
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
