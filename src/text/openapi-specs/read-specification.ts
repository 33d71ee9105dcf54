import { createHash } from 'node:crypto';
import { upgradeFromTwoToThree } from '@scalar/openapi-parser';
import { readSpecDocument } from './read-spec-document.ts';
import type { OutlinePage } from './outline-page.ts';
import type { SpecPart } from './parts.ts';
import { outlineOf } from './outline.ts';
import { isObject, parseFile, SpecProblem, type Json, type ParsedFile } from './parse-file.ts';
import { fileNameOf, splitReference, visitReferences } from './references.ts';
import { partsOf } from './spec-parts.ts';

/** A file of a specification, not yet parsed. */
export interface SpecFile {
  /** Null for an uploaded file. */
  readonly url: string | null;
  readonly text: string;
}

/** A parsed specification. */
export interface ReadSpecification {
  readonly title: string;
  readonly apiVersion: string;
  /** SHA-256 of all files. */
  readonly digest: string;
  /** JSON array of the files, beginning with the first. */
  readonly filesJson: string;
  readonly pages: readonly OutlinePage[];
  readonly parts: readonly SpecPart[];
}

/** A specification, the URLs of missing referenced files, or the problem of the specification. */
export type SpecResult =
  | { readonly specification: ReadSpecification }
  | { readonly missing: readonly string[] }
  | { readonly problem: string };

/** Reads a specification from its first file and the referenced files fetched so far. Runs in a worker. */
export function readSpecification(slug: string, files: readonly SpecFile[]): SpecResult {
  try {
    const parsed = files.map(({ url, text }, index) => ({
      url,
      name: nameOf(files, index),
      json: parseFile(text, index === 0 ? 'The document' : `The file ${nameOf(files, index)}`),
    }));
    const missing = linkFiles(parsed);
    if (missing.length > 0) return { missing };
    const [first] = parsed;
    if (!first) throw new SpecProblem('There is no file');
    first.json = upgraded(first.json);
    const document = readSpecDocument(parsed);
    return {
      specification: {
        title: document.title,
        apiVersion: document.apiVersion,
        digest: digestOf(files),
        filesJson: JSON.stringify(parsed.map((file, index) => entryOf(file, index))),
        pages: outlineOf(slug, document),
        parts: partsOf(document),
      },
    };
  } catch (error) {
    if (error instanceof SpecProblem) return { problem: error.message };
    // Caused by objects that contain themselves through aliases, and by nesting that overflows the stack.
    if (error instanceof RangeError || error instanceof TypeError)
      return { problem: 'The document is nested in itself, or too deeply' };
    throw error;
  }
}

const nameOf = (files: readonly SpecFile[], index: number): string => {
  const [first = null, url = null] = [files[0]?.url, files[index]?.url];
  if (index > 0 && url !== null) return fileNameOf(url, first);
  return 'openapi.json';
};

/** Replaces the URLs in references with file names. Returns the URLs of missing files. */
function linkFiles(files: ParsedFile[]): string[] {
  const names = new Map(files.flatMap(({ url, name }) => (url === null ? [] : [[url, name] as const])));
  const missing = new Set<string>();
  for (const file of files) {
    const references = new Set<string>();
    visitReferences(file.json, file.name, (holder, ref) => {
      const { address, pointer } = splitReference(ref, file.url);
      if (address === null) return;
      const name = names.get(address);
      if (name === undefined) missing.add(address);
      else {
        holder['$ref'] = `${name}${ref.includes('#') ? `#${pointer}` : ''}`;
        references.add(name);
      }
    });
    file.references = [...references];
  }
  return [...missing];
}

/** Converts Swagger 2 to OpenAPI 3. Throws SpecProblem for a file that is neither. */
function upgraded(json: Json): Json {
  const { swagger, openapi } = json;
  if (typeof openapi === 'string' && /^3\.[01](\.\d+)?(-\S*)?$/.test(openapi)) return json;
  if (String(swagger) === '2.0') return asObject(upgradeFromTwoToThree(json));
  const found = openapi ?? swagger;
  if (found === undefined || found === null)
    throw new SpecProblem('The document has neither "openapi" nor "swagger", so it is not an OpenAPI document');
  throw new SpecProblem(
    `The document is of version ${JSON.stringify(found).slice(0, 50)}; versions 2.0, 3.0 and 3.1 are read`,
  );
}

function asObject(value: unknown): Json {
  if (!isObject(value)) throw new SpecProblem('The document cannot be converted to OpenAPI 3');
  return value;
}

/** Converts a file to the form that documentation renderers expect, that of @scalar/openapi-parser. */
const entryOf = ({ name, json, references = [] }: ParsedFile, index: number) => ({
  dir: './',
  isEntrypoint: index === 0,
  references,
  filename: name,
  specification: json,
});

function digestOf(files: readonly SpecFile[]): string {
  const hash = createHash('sha256');
  for (const { url, text } of files) hash.update(`${url ?? ''}\n${text.length}\n`).update(text);
  return hash.digest('hex');
}
