import { isRecord } from '../../../lib/is-record.ts';

/** The page of a category that lists what is below it. https://docusaurus.io/docs/sidebar/items#generated-index-page */
export interface GeneratedIndex {
  /** The label of its category in its first language; that of its folder when omitted. */
  readonly label?: string;
  /** Its address below that of the documents, as written. */
  readonly slug?: string;
  /** What else it says of itself, such as its title and description. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads the `link` of a category that has a generated page; undefined for others. */
export function readGeneratedIndex(link: unknown, label: unknown): GeneratedIndex | undefined {
  const { type, slug, ...fields } = isRecord(link) ? link : {};
  if (type !== 'generated-index') return undefined;
  return {
    fields,
    ...(typeof label === 'string' && label.trim() !== '' && { label }),
    ...(typeof slug === 'string' && slug !== '' && { slug }),
  };
}
