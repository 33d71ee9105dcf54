import { createHash } from 'node:crypto';

/** An operation, webhook or schema of a specification, as blocks show it. */
export interface SpecPart {
  readonly key: string;
  readonly title: string;
  /** Description as Markdown, for search and print. */
  readonly markdown: string;
  /** Data for the JSON document of a text. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Name of the part to which a block refers. Names of operations and webhooks begin with their method. */
export type PartName = `operation ${string}` | `webhook ${string}` | `schema ${string}`;

/** Hashes the name of a part, because a name can exceed the size of an index key. */
export const partKey = (name: PartName): string =>
  createHash('sha256').update(name.replaceAll('"', '%22').replaceAll(/\s+/g, ' ')).digest('base64url');
