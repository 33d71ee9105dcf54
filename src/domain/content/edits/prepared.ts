import type { StoredText } from '../changes.ts';
import type { ContentOperation } from './operation.ts';

/** An operation of a request. */
export interface RequestedOperation {
  readonly input: ContentOperation;
  /** Its path in the request, for errors: `input.changes.0`. */
  readonly path: string;
}

/** A text to be stored. */
export interface PreparedText extends StoredText {
  /** The title in its front matter or first heading. */
  readonly title?: string;
}

/** An operation whose texts are parsed, files stored and ids assigned. */
export interface PreparedOperation extends RequestedOperation {
  /** Undefined when the text stays, null when it is removed. */
  readonly text: PreparedText | null | undefined;
  readonly files: readonly PreparedFile[];
  /** Id of what the operation creates. Assigned before the transaction, so that a retry writes the same id. */
  readonly newId: string;
}

/** A file whose bytes are stored. */
export interface PreparedFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly blobHash: string;
  readonly ref: string | null;
}
