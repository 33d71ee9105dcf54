import { isRecord } from '../../../lib/is-record.ts';

/** Members of front matter by which Mintlify and ReadMe fill a page with an operation or a schema of a specification. */
const keys = ['openapi', 'openapi-schema', 'asyncapi', 'api'] as const;

/** What the report says of a page that its tool makes of a specification. The text beside it is imported. */
export const describeSpecification = (values: Readonly<Record<string, unknown>>): string[] =>
  keys.flatMap((key) => {
    const named = nameOf(values[key]);
    return named === null
      ? []
      : [`What its tool makes of a specification is not imported with it, ${key}: ${named.slice(0, 100)}`];
  });

/** `GET /pets`, or `pets.json` with the id of an operation. Null for a value that names neither. */
function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return /[\s./]/.test(value.trim()) ? value.trim() : null;
  if (!isRecord(value)) return null;
  const parts = [value['file'], value['method'], value['path'], value['operationId']];
  const texts = parts.filter((part) => typeof part === 'string' && part !== '');
  return texts.length === 0 ? null : texts.join(' ');
}
