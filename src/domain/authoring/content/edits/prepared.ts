import type { StoredText } from '../../../../text/content/changes.ts';
import type { ContentOperation } from './operation.ts';

/** An operation of a request. */
export interface RequestedOperation {
  readonly input: ContentOperation;
  /** Path of the operation in the request, for errors: `input.changes.0`. */
  readonly path: string;
}

/** A text to be stored. */
export interface PreparedText extends StoredText {
  /** Title from the front matter or first heading. */
  readonly title?: string;
  /** What the writer should know of the text, in sentences. */
  readonly warnings: readonly string[];
}

/** An operation after its texts were parsed, its files stored and its ids assigned. */
export interface PreparedOperation extends RequestedOperation {
  /** Undefined keeps the text, null removes it. */
  readonly text: PreparedText | null | undefined;
  readonly files: readonly PreparedFile[];
  /**
   * Id of the entry that the operation creates. Assigned before the transaction, so that a retry writes the same id.
   */
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
