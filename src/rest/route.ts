import type { DocumentNode } from 'graphql';
import type { Schema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One documented path, as it is generated from an operation with `@rest`. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly document: DocumentNode;
  readonly status: 200 | 201 | 202 | 204 | 205;
  /** JSON Schema of the body; null for 204 and 205. */
  readonly schema: Schema | null;
  /** Makes the body out of the data of the operation. */
  readonly body: (data: unknown) => unknown;
  /** Counts the changes of the resource, or is the id of its revision; part of its ETag. Absent without an ETag. */
  readonly version?: (data: unknown) => number | string | undefined;
  /** Absolute URL of what was created, when it is not `urls.location` of the body. */
  readonly location?: (data: unknown) => string;
  /** Body size limit in bytes, when it is not the general one. */
  readonly bodyLimitBytes?: number;
  /** Longest run in milliseconds, when it is not the general one. */
  readonly timeoutMs?: number;
  /** The first write is outside the transaction, so a key is claimed before the work starts. */
  readonly longRunning?: boolean;
  /** The body may also be `multipart/form-data` with a file, which stands for the member `url`. */
  readonly forms?: boolean;
  /** Needs no token. */
  readonly anonymous?: boolean;
  /** Requests without a token are not counted on the address that sends them. */
  readonly uncounted?: boolean;
  /** Visitors of a site may call it with their token. */
  readonly visitors?: boolean;
  /** Members of the resource that a body may repeat as they were read: their values. */
  readonly readOnly?: Readonly<Record<string, readonly string[]>>;
  /** The route that replaces this deprecated one. */
  readonly replacedBy?: string;
}
