import { createHash } from 'node:crypto';
import { upgradeFromTwoToThree } from '@scalar/openapi-parser';
import { readSpecDocument } from './read-spec-document.ts';
import type { OutlinePage } from './outline-page.ts';
import type { SpecPart } from './parts.ts';
import { outlineOf } from './outline.ts';
import { describeSpec } from './descriptions.ts';
import { maxExpandedCharacters } from './limits.ts';
import { parseFile, type ParsedFile } from './parse-file.ts';
import { fileNameOf, linkFiles, readHttpUrl } from './references.ts';
import { isRecord } from '../../lib/is-record.ts';
import { SpecProblem, type Json } from './spec-problem.ts';
import { listParts } from './spec-parts.ts';

/** A file of a specification, not yet parsed. */
export interface SpecFile {
  /** The URL that the source or a reference names; null for an uploaded file. */
  readonly url: string | null;
  /** The URL where redirects led, which references are relative to (RFC 3986, 5.1.3). */
  readonly foundAt?: string | null;
  readonly text: string;
}

/** A parsed specification. */
export interface ReadSpecification {
  readonly title: string;
  readonly apiVersion: string;
  /** SHA-256 of all files and of how they are read. */
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
    const parsed = parseFiles(files);
    const missing = linkFiles(parsed);
    if (missing.length > 0) return { missing };
    const [first] = parsed;
    if (!first) throw new SpecProblem('There is no file');
    first.json = complete(upgraded(first.json));
    describeSpec(parsed);
    const document = readSpecDocument(parsed);
    return {
      specification: {
        title: document.title,
        apiVersion: document.apiVersion,
        digest: digestOf(parsed, files),
        filesJson: JSON.stringify(parsed.map((file, index) => readEntry(file, index))),
        pages: outlineOf(slug, document),
        parts: listParts(document),
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

function parseFiles(files: readonly SpecFile[]): ParsedFile[] {
  const budget = { left: maxExpandedCharacters };
  const firstBase = files[0]?.foundAt ?? files[0]?.url ?? null;
  return files.map(({ url, foundAt = url, text }, index) => {
    const name = index === 0 || url === null ? 'openapi.json' : fileNameOf(url, firstBase);
    const parsed = parseFile(text, index === 0 ? 'The document' : `The file ${name}`, budget);
    return { ...parsed, url, name, base: baseOf(parsed.json, foundAt) };
  });
}

/** What the references of a file are relative to: its `$self` since OpenAPI 3.2, or else the URL where it was found. */
function baseOf({ openapi, $self }: Json, foundAt: string | null): string | null {
  if (openapi === undefined || typeof $self !== 'string') return foundAt;
  return readHttpUrl($self, foundAt) ?? foundAt;
}

/** Converts Swagger 2 to OpenAPI 3. Throws SpecProblem for a file that is neither. */
function upgraded(json: Json): Json {
  const { swagger, openapi } = json;
  if (typeof openapi === 'string' && /^3\.[0-2](\.\d+)?(-\S*)?$/.test(openapi)) return json;
  if (swagger === '2.0' || swagger === '2') return asObject(upgradeFromTwoToThree({ ...json, swagger: '2.0' }));
  const found = openapi ?? swagger;
  if (found === undefined || found === null)
    throw new SpecProblem('The document has neither "openapi" nor "swagger", so it is not an OpenAPI document');
  throw new SpecProblem(
    `The document is of version ${JSON.stringify(found).slice(0, 50)}; versions 2.0, 3.0, 3.1 and 3.2 are read`,
  );
}

/** Makes empty sections (`paths:` without a value) objects, which is what renderers expect. */
function complete(json: Json): Json {
  const filled = (object: Json, names: readonly string[]) => ({
    ...object,
    ...Object.fromEntries(names.filter((name) => object[name] === null).map((name) => [name, {}])),
  });
  const document = filled(json, ['paths', 'webhooks', 'components']);
  const { components } = document;
  return isRecord(components) ? { ...document, components: filled(components, Object.keys(components)) } : document;
}

function asObject(value: unknown): Json {
  if (!isRecord(value)) throw new SpecProblem('The document cannot be converted to OpenAPI 3');
  return value;
}

/** Converts a file to the form that documentation renderers expect, that of @scalar/openapi-parser. */
const readEntry = ({ name, json, references = [] }: ParsedFile, index: number) => ({
  dir: './',
  isEntrypoint: index === 0,
  references,
  filename: name,
  specification: json,
});

/** Changes when the same files are read in another way, so that a refresh makes a version. */
const reading = 2;

function digestOf(files: readonly ParsedFile[], texts: readonly SpecFile[]): string {
  const hash = createHash('sha256').update(`${reading}\n`);
  texts.forEach(({ text }, index) => hash.update(`${files[index]?.name ?? ''}\n${text.length}\n`).update(text));
  return hash.digest('hex');
}
