import { createHash } from 'node:crypto';
import * as z from 'zod';

/** Version of the format of archives. */
export const archiveVersion = 1;

export const manifestName = 'manifest.json';
export const tablePath = (table: string) => `tables/${table}.jsonl`;
export const filePath = (key: string) => `files/${key}`;

/** The manifest of an archive. It is the last entry, so an archive without it is incomplete. */
export const Manifest = z.object({
  format: z.literal('octavo-dump'),
  version: z.literal(archiveVersion),
  /** The version and commit of the program that wrote the archive. */
  program: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.int().min(0),
      checksum: z.string(),
    }),
  ),
  files: z.object({
    count: z.int().min(0),
    bytes: z.int().min(0),
    /** SHA-256 of files that the database references but the storage had lost. */
    missing: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

/** A checksum that does not depend on the order of rows: the sum of their SHA-256 digests. */
export class RowsChecksum {
  #sum = 0n;
  rows = 0;

  add(row: string): void {
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`));
    this.rows += 1;
  }

  get checksum(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}
