/** An answer whose greater part lies in the file storage, and is sent from there without being read into memory. */
export class StoredAnswer {
  /** SHA-256 of the stored bytes, in hexadecimal. */
  readonly digest: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  /** What is sent before and after the stored bytes. */
  readonly before: string;
  readonly after: string;

  constructor({ digest, sizeBytes, contentType = 'application/json; charset=utf-8', before = '', after = '' }: Parts) {
    this.digest = digest;
    this.sizeBytes = sizeBytes;
    this.contentType = contentType;
    this.before = before;
    this.after = after;
  }
}

type Parts = Pick<StoredAnswer, 'digest' | 'sizeBytes'> &
  Partial<Pick<StoredAnswer, 'contentType' | 'before' | 'after'>>;
