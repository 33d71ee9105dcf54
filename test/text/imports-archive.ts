import { crc32, deflateRawSync } from 'node:zlib';
import type { ImportedPage } from '../../src/text/imports/import-tree.ts';
import type { ArchiveEntry } from '../../src/text/imports/unpack/zip.ts';

/** An entry of a generated archive. Every untrusted field can be set. */
export interface RawEntry {
  readonly name: string | Buffer;
  readonly body?: string | Buffer;
  readonly store?: boolean;
  /** General purpose flags. 0x800 marks a UTF-8 name. */
  readonly flags?: number;
  readonly method?: number;
  readonly mode?: number;
  readonly declaredSize?: number;
  readonly declaredCrc?: number;
  readonly extra?: Buffer;
  /** Points the central directory at the data of an earlier entry. */
  readonly offset?: number;
}

/** Builds a ZIP archive from raw fields. */
export function makeZip(entries: readonly RawEntry[]): Buffer {
  const locals: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const body = Buffer.from(entry.body ?? '');
    const data = entry.store ? body : deflateRawSync(body);
    const fields = commonFields(entry, { name, body, data });
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(entry.offset ?? offset, 10);
    const extra = entry.extra ?? Buffer.alloc(0);
    fields.writeUInt16LE(extra.length, 24);
    records.push(Buffer.concat([Buffer.from('504b01021e03', 'hex'), fields, tail, name, extra]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** The 26 bytes common to a local header and a central directory record. */
function commonFields(entry: RawEntry, parts: { name: Buffer; body: Buffer; data: Buffer }): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(entry.flags ?? 0x800, 2);
  fields.writeUInt16LE(entry.method ?? (entry.store ? 0 : 8), 4);
  fields.writeUInt32LE(entry.declaredCrc ?? crc32(parts.body), 10);
  fields.writeUInt32LE(parts.data.length, 14);
  fields.writeUInt32LE(entry.declaredSize ?? parts.body.length, 18);
  fields.writeUInt16LE(parts.name.length, 22);
  return fields;
}

/** Creates archive entries from texts by path. */
export const listEntries = (texts: Readonly<Record<string, string | Buffer>>): ArchiveEntry[] =>
  Object.entries(texts).map(([path, body]) => ({ path, body: Buffer.from(body) }));

/** Formats a tree as lines of kind (omitted for documents), slug and title. */
export const sketch = (pages: readonly ImportedPage[], depth = 0): string[] =>
  pages.flatMap(({ kind, slug, title, children }) => [
    `${'  '.repeat(depth)}${kind === 'document' ? '' : `${kind} `}${slug} "${title}"`,
    ...sketch(children, depth + 1),
  ]);
