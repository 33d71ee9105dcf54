import { raw } from '../sql.ts';

/** A stored file with the properties of its bytes. */
export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly blobHash: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** SQL columns of `FileRow`, from entry `e` and its blob `b`. */
export const fileColumns = raw(`e."entryId" as id, e.title as name, e.type as "contentType", e."blobHash",
  b."sizeBytes", b.width, b.height`);
