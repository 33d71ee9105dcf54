import type { ByteRange } from '../../infra/storage/storage.ts';

/** The file that a range is asked of. */
interface RangedFile {
  readonly etag: string;
  readonly sizeBytes: number;
}

interface RangeHeaders {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | undefined;
}

/**
 * Reads which part of a file a GET asks for (RFC 9110, section 14). `whole` without a range, for another unit, for a
 * malformed range, for several ranges, and when `If-Range` names another version; `unsatisfiable` for a range that begins
 * after the end.
 */
export function toRange(headers: RangeHeaders, file: RangedFile): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.range ?? '') ?? [];
  if ((first === '' && last === '') || !isCurrent(headers['if-range'], file)) return 'whole';
  return first === '' ? suffixOf(Number(last), file) : partOf(Number(first), last, file);
}

/** Compares strongly: weak tags and dates do not promise equal bytes. */
const isCurrent = (ifRange: string | undefined, { etag }: RangedFile) =>
  ifRange === undefined || ifRange.trim() === etag;

function partOf(start: number, last: string, { sizeBytes }: RangedFile) {
  const end = last === '' ? Infinity : Number(last);
  if (end < start) return 'whole';
  return start < sizeBytes ? { start, end: Math.min(end, sizeBytes - 1) } : 'unsatisfiable';
}

function suffixOf(length: number, { sizeBytes }: RangedFile) {
  if (length === 0) return 'unsatisfiable';
  return sizeBytes === 0 ? 'whole' : { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 };
}
