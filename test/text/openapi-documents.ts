import { readSpecification, type ReadSpecification } from '../../src/text/openapi-specs/read-specification.ts';

/** Reads a document, which must be one. */
export function read(document: object | string, url: string | null = null): ReadSpecification {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const result = readSpecification('spec', [{ url, text }]);
  if (!('specification' in result)) throw new Error(JSON.stringify(result));
  return result.specification;
}

export const problemOf = (text: string) => readSpecification('spec', [{ url: null, text }]);

export const spec = (more: object) => ({ openapi: '3.0.3', info: { title: 'API', version: '1' }, paths: {}, ...more });
export const documentOf = ({ filesJson }: ReadSpecification) => JSON.parse(filesJson)[0].specification;
export const textOf = ({ pages }: ReadSpecification) => pages.map(({ markdown }) => markdown).join('\n');
export const partOf = ({ parts }: ReadSpecification, title: string): any =>
  parts.find((part) => part.title === title)?.data;

/** A document with one operation. */
export const operation = (value: object, more: object = {}) => spec({ paths: { '/x': { get: value } }, ...more });
