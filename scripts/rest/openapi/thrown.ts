import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TypeInfo, visit, visitWithTypeInfo, type GraphQLSchema } from 'graphql';
import { errorTypes, type ErrorType } from '../../../src/lib/errors.ts';
import { operationOf } from '../../../src/rest/variables.ts';
import type { Route } from '../../../src/rest/route.ts';
import type { ResolverExtension } from '../../../src/schema/mutation.ts';

/** A function, constant or class at the top level of a file. */
interface Declaration {
  readonly file: string;
  readonly thrown: readonly ErrorType[];
  readonly names: readonly string[];
}

interface File {
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** The file that each imported name comes from. */
  readonly imports: ReadonlyMap<string, string>;
}

const folders = ['access', 'domain', 'infra', 'lib', 'schema'];
const fetches: readonly ErrorType[] = ['fetch_refused', 'fetch_failed', 'fetch_timeout', 'fetch_too_large'];

/**
 * Finds the error types that the resolvers of a route may throw, in the source of each resolver and of all functions
 * that it names. Errors that a function receives, such as the error of a job, are not found.
 */
export const thrownBy = (schema: GraphQLSchema, route: Route): ReadonlySet<ErrorType> =>
  new Set(reachedBy(schema, route).flatMap(({ thrown }) => thrown));

/** Returns the resolvers of a route and all declarations that they name, directly or through others. */
function reachedBy(schema: GraphQLSchema, route: Route): Declaration[] {
  return resolversOf(schema, route).flatMap((source) => {
    const resolver = read(source, '');
    const named = resolver.names
      .map(ownName)
      .flatMap((name) => (homes().get(name) ?? []).flatMap((file) => reachedFrom(file, name)));
    return [resolver, ...named];
  });
}

/** Removes the number that a bundle appends to a name that several files declare. */
const ownName = (name: string) => (homes().has(name) ? name : name.replace(/\d+$/, ''));

interface FieldExtensions extends Partial<ResolverExtension> {
  readonly pothosOptions?: { readonly resolve?: (...args: never[]) => unknown };
}

/** Returns the sources of the resolvers of the fields that the operation selects, without those of fragments. */
function resolversOf(schema: GraphQLSchema, route: Route): string[] {
  const info = new TypeInfo(schema);
  const sources: string[] = [];
  visit(
    operationOf(route),
    visitWithTypeInfo(info, {
      Field: () => {
        const { pothosOptions, resolver } = (info.getFieldDef()?.extensions ?? {}) as FieldExtensions;
        const resolve = resolver ?? pothosOptions?.resolve;
        if (resolve) sources.push(String(resolve));
      },
    }),
  );
  return sources;
}

const known = new Map<string, readonly Declaration[]>();

/** Returns a declaration and all declarations that it names, directly or through others. */
function reachedFrom(file: string, name: string): readonly Declaration[] {
  const key = `${file} ${name}`;
  const done = known.get(key);
  if (done) return done;
  const found = new Map<string, Declaration>();
  const walk = (at: string, word: string) => {
    const place = files().get(at)?.declarations.has(word) ? at : files().get(at)?.imports.get(word);
    const declaration = place === undefined ? undefined : files().get(place)?.declarations.get(word);
    if (!declaration || found.has(`${declaration.file} ${word}`)) return;
    found.set(`${declaration.file} ${word}`, declaration);
    for (const next of declaration.names) walk(declaration.file, next);
  };
  walk(file, name);
  const all = [...found.values()];
  known.set(key, all);
  return all;
}

let sources: ReadonlyMap<string, File> | undefined;
const files = () => (sources ??= new Map(folders.flatMap(filesBelow).map((file) => [file, fileOf(file)])));

let byName: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the files that declare each name. */
function homes(): ReadonlyMap<string, readonly string[]> {
  if (byName) return byName;
  const found = new Map<string, string[]>();
  for (const [file, { declarations }] of files())
    for (const name of declarations.keys()) found.set(name, [...(found.get(name) ?? []), file]);
  byName = found;
  return found;
}

const filesBelow = (folder: string) =>
  readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join('src', folder, name));

function fileOf(file: string): File {
  const text = readFileSync(file, 'utf8');
  const imports = new Map<string, string>();
  for (const [, names = '', from = ''] of text.matchAll(/^import \{([^}]*)\} from '(\.[^']+)';/gm))
    for (const [name] of names.matchAll(/\w+/g)) imports.set(name, path.posix.join(path.posix.dirname(file), from));
  // The formatter indents everything but top-level declarations.
  const parts = text.split(/^(?=(?:export )?(?:async )?(?:function|const|let|class) )/m).slice(1);
  const declarations = parts.map((part) => {
    const name = /(?:function|const|let|class) (\w+)/.exec(part)?.[1] ?? '';
    return [name, read(part, file)] as const;
  });
  return { declarations: new Map(declarations), imports };
}

/** Reads the error types that a piece of source throws itself, and the names that it uses, without properties. */
function read(source: string, file: string): Declaration {
  const code = source.replaceAll(/\/\*[^]*?\*\/|(?<![:'])\/\/.*/g, '');
  const thrown = [...code.matchAll(/failure\(\s*['"](\w+)['"]/g)].flatMap(([, type = '']) =>
    type in errorTypes ? [type as ErrorType] : [],
  );
  const bare = code.replaceAll(/'[^'\n]*'|"[^"\n]*"/g, "''");
  return {
    file,
    thrown: /ctx\.fetch\(/.test(code) ? [...thrown, ...fetches] : thrown,
    names: [...new Set([...bare.matchAll(/(?<![.\w])[a-zA-Z]\w*/g)].map(([name]) => name))],
  };
}
