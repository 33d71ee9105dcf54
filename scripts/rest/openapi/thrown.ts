import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TypeInfo, visit, visitWithTypeInfo, type GraphQLSchema } from 'graphql';
import { errorTypes, type ErrorType } from '../../../src/lib/errors.ts';
import { operationOf } from '../../../src/rest/variables.ts';
import type { Route } from '../../../src/rest/route.ts';

/** A function, constant or class at the top of a file. */
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
 * The error types that the resolvers of a route may throw, read from the source: from each resolver through all functions
 * that it names. Errors that a function gets from elsewhere, such as the error of a job, are not found.
 */
export function thrownBy(schema: GraphQLSchema, route: Route): ReadonlySet<ErrorType> {
  const found = new Set<ErrorType>();
  for (const source of resolversOf(schema, route)) {
    const { thrown, names } = read(source, '');
    for (const type of thrown) found.add(type);
    for (const name of names)
      for (const file of homes().get(name) ?? []) for (const type of typesOf(file, name)) found.add(type);
  }
  return found;
}

interface Options {
  readonly resolve?: (...args: never[]) => unknown;
}

/** The sources of the resolvers of the fields that the operation itself selects. */
function resolversOf(schema: GraphQLSchema, route: Route): string[] {
  const info = new TypeInfo(schema);
  const sources: string[] = [];
  visit(
    operationOf(route),
    visitWithTypeInfo(info, {
      Field: () => {
        const options = info.getFieldDef()?.extensions['pothosOptions'] as Options | undefined;
        if (options?.resolve) sources.push(String(options.resolve));
      },
    }),
  );
  return sources;
}

const known = new Map<string, ReadonlySet<ErrorType>>();

/** The types that a declaration may throw, with those of everything it names. */
function typesOf(file: string, name: string): ReadonlySet<ErrorType> {
  const key = `${file} ${name}`;
  const done = known.get(key);
  if (done) return done;
  const found = new Set<ErrorType>();
  const seen = new Set<string>();
  const walk = (at: string, word: string) => {
    const place = files().get(at)?.declarations.has(word) ? at : files().get(at)?.imports.get(word);
    const declaration = place === undefined ? undefined : files().get(place)?.declarations.get(word);
    if (!declaration || seen.has(`${declaration.file} ${word}`)) return;
    seen.add(`${declaration.file} ${word}`);
    for (const type of declaration.thrown) found.add(type);
    for (const next of declaration.names) walk(declaration.file, next);
  };
  walk(file, name);
  known.set(key, found);
  return found;
}

let sources: ReadonlyMap<string, File> | undefined;
const files = () => (sources ??= new Map(folders.flatMap(filesBelow).map((file) => [file, fileOf(file)])));

let byName: ReadonlyMap<string, readonly string[]> | undefined;

/** The files that declare a name. */
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
  // The formatter puts what is at the top of a file, and nothing else, at the start of a line.
  const parts = text.split(/^(?=(?:export )?(?:async )?(?:function|const|let|class) )/m).slice(1);
  const declarations = parts.map((part) => {
    const name = /(?:function|const|let|class) (\w+)/.exec(part)?.[1] ?? '';
    return [name, read(part, file)] as const;
  });
  return { declarations: new Map(declarations), imports };
}

/** What a piece of source throws itself, and the names it uses that are no properties. */
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
