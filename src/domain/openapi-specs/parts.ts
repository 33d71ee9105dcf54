import { createHash } from 'node:crypto';

/** An operation, a webhook or a schema of a specification, as blocks in texts show it. */
export interface SpecPart {
  readonly key: string;
  readonly title: string;
  /** Its description as Markdown, for search and print. */
  readonly markdown: string;
  /** What the JSON document of a text has of it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The part of a specification that a block refers to. The names of operations and webhooks begin with their method. */
export type PartName = `operation ${string}` | `webhook ${string}` | `schema ${string}`;

/** The key of a part: names may be longer than a key of an index. */
export const partKey = (name: PartName): string =>
  createHash('sha256').update(name.replaceAll('"', '%22').replaceAll(/\s+/g, ' ')).digest('base64url');
