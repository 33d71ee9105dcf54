// Makes a module of each `src/desk/**/*.graphql`: the texts of its operations, and the types of their variables and answers.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plugin } from '@graphql-codegen/typescript-operations';
import { formatDocument } from '@urql/core';
import { buildSchema, Kind, parse, print, stripIgnoredCharacters, validate, visit } from 'graphql';

const root = fileURLToPath(new URL('../..', import.meta.url));
const desk = join(root, 'src', 'desk');
const generated = join(desk, '__generated__');

/** How types are written: as the network has them, and only what a document asks for. */
const config = {
  useTypeImports: true,
  skipTypename: true,
  enumType: 'string-literal',
  defaultScalarType: 'unknown',
  scalars: { DateTime: 'string', URL: 'string' },
};

/**
 * Writes the modules to `src/desk/__generated__`. Throws for a document that the schema does not allow. Returns the texts of the
 * queries by their names, as the desk sends them: with the types of all objects, which its cache needs.
 */
export async function writeDocuments() {
  const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'));
  const files = readdirSync(desk, { recursive: true })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => ({ name: basename(name, '.graphql'), document: parse(readFileSync(join(desk, name), 'utf8')) }));
  const fragments = new Map(
    files.flatMap(({ document }) => document.definitions.filter(isFragment).map((one) => [one.name.value, one])),
  );
  mkdirSync(generated, { recursive: true });
  const withOperations = files.filter(({ document }) => !document.definitions.every(isFragment));
  const names = withOperations.map(({ name }) => `${name}.ts`);
  if (new Set(names).size !== names.length) throw new Error('Two documents of the desk have the same name');
  for (const name of readdirSync(generated)) if (!names.includes(name)) rmSync(join(generated, name));
  await Promise.all(withOperations.map(({ name, document }) => writeModule(schema, fragments, { name, document })));
  const queries = withOperations.flatMap(({ document }) =>
    document.definitions.filter(({ operation }) => operation === 'query'),
  );
  const sent = (query) =>
    formatDocument({ kind: Kind.DOCUMENT, definitions: withFragments(query, fragments), __key: undefined });
  return Object.fromEntries(queries.map((query) => [query.name.value, textOf(sent(query).definitions)]));
}

const textOf = (definitions) => stripIgnoredCharacters(definitions.map(print).join('\n'));

const isFragment = ({ kind }) => kind === Kind.FRAGMENT_DEFINITION;

/** A definition with the fragments that it spreads, and those that they spread. */
function withFragments(definition, fragments, used = new Map()) {
  visit(definition, {
    FragmentSpread: ({ name: { value } }) => {
      if (used.has(value)) return;
      const fragment = fragments.get(value);
      if (!fragment) throw new Error(`The desk has no fragment ${value}`);
      used.set(value, fragment);
      withFragments(fragment, fragments, used);
    },
  });
  return [definition, ...used.values()];
}

async function writeModule(schema, fragments, { name, document }) {
  const operations = document.definitions.filter((one) => !isFragment(one));
  const parts = operations.map((operation) => withFragments(operation, fragments));
  const whole = { kind: Kind.DOCUMENT, definitions: [...new Set(parts.flat())] };
  const [error] = validate(schema, whole);
  if (error) throw new Error(`${name}.graphql: ${error.message}`);
  const { prepend, content } = await plugin(schema, [{ location: name, document: whole }], config, {
    outputFile: `${name}.ts`,
  });
  const documents = operations.map((operation, index) => {
    const typed = operation.name.value + operation.operation[0].toUpperCase() + operation.operation.slice(1);
    return `export const ${operation.name.value} = ${JSON.stringify(textOf(parts[index]))} as unknown as TypedDocumentNode<${typed}, ${typed}Variables>;`;
  });
  const imports = "import type { TypedDocumentNode } from 'urql';";
  write(join(generated, `${name}.ts`), [imports, ...prepend, content, ...documents, ''].join('\n'));
}

/** Does not write an unchanged file, so that file watchers are not triggered. */
function write(file, text) {
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch {
    // It is new.
  }
  writeFileSync(file, text);
}
