import type { DocumentNode } from 'graphql';
import type { Schema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A documented route, generated from an operation with `@rest`. */
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
  /** Converts the data of the operation to the body. */
  readonly body: (data: unknown) => unknown;
  /** Returns the version of the resource or the id of its revision, for the ETag. Absent without an ETag. */
  readonly version?: (data: unknown) => number | string | undefined;
  /** Returns the absolute URL of the created resource, when it is not `urls.location` of the body or of a member. */
  readonly location?: (data: unknown) => string;
  /** Body size limit in bytes, when it is not the general one. */
  readonly bodyLimitBytes?: number;
  /** Time limit in milliseconds, when it is not the general one. */
  readonly timeoutMs?: number;
  /** The first write is outside the transaction, so an Idempotency-Key is claimed before the work starts. */
  readonly longRunning?: boolean;
  /** The body may also be `multipart/form-data` with a file, which stands for the member `url`. */
  readonly forms?: boolean;
  /** Answers by a stream of events, each with a body of its own. */
  readonly stream?: boolean;
  /** Needs no token. */
  readonly anonymous?: boolean;
  /** Requests without a token do not count against the limit of their address. */
  readonly uncounted?: boolean;
  /** Visitors of a site may call it with their token. */
  readonly visitors?: boolean;
  /** Values of members of the resource that a body may repeat but not change. */
  readonly readOnly?: Readonly<Record<string, readonly string[]>>;
  /** Path that replaces this one, which is deprecated. */
  readonly replacedBy?: string;
}
