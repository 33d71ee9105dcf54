import { crc32 } from 'node:zlib';

/** Fields of a central directory record that determine the encoding of its name. */
export interface NameFields {
  readonly generalPurposeBitFlag: number;
  readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[];
}

/**
 * Decodes the name of an archive entry to NFC. Names are UTF-8 when flagged or valid UTF-8, otherwise CP437. Null for
 * invalid UTF-8. See APPNOTE 6.3.10, appendix D: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function decodeZipName(raw: Buffer, fields: NameFields): string | null {
  const { generalPurposeBitFlag, extraFields } = fields;
  const unicode = extraFields.find((field) => isUnicodePath(field, raw));
  if (unicode) return decodeUtf8(unicode.data.subarray(5));
  const text = decodeUtf8(raw);
  if (text !== null || (generalPurposeBitFlag & utf8Flag) !== 0) return text;
  return Array.from(raw, (byte) => (byte < 128 ? String.fromCharCode(byte) : cp437[byte - 128]))
    .join('')
    .normalize('NFC');
}

/**
 * Replaces the backslashes of a name that a program for MS-DOS or Windows has written, as Compress-Archive of Windows
 * PowerShell 5 does. On other systems a backslash is part of a name. See APPNOTE 4.4.2 and 4.4.17.
 */
export const withSlashes = (path: string, versionMadeBy: number): string =>
  dosHosts.has(versionMadeBy >>> 8) ? path.replaceAll('\\', '/') : path;

/** MS-DOS and OS/2 (FAT), Windows NTFS, VFAT. */
const dosHosts: ReadonlySet<number> = new Set([0, 10, 14]);

/** The reason why a path is unsafe, or null. Unsafe paths are rejected, not repaired. */
export function zipNameProblem(path: string): string | null {
  if (path === '') return 'is empty';
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(path)) return 'contains control characters';
  if (path.includes('\\')) return 'contains a backslash';
  if (path.startsWith('/')) return 'is absolute';
  if (/^[a-z]:/i.test(path)) return 'begins with a drive letter';
  const segments = path.replace(/\/$/, '').split('/');
  if (segments.includes('..')) return 'leaves the archive through ".."';
  if (segments.some((segment) => segment === '' || segment === '.')) return 'has an empty or "." segment';
  return null;
}

/** The reason why a path is too long, or null. */
export function lengthProblem(path: string): string | null {
  if (Buffer.byteLength(path) > maxPathBytes) return `is longer than ${maxPathBytes} bytes`;
  const isLong = path.split('/').some((segment) => Buffer.byteLength(segment) > maxSegmentBytes);
  return isLong ? `has a segment longer than ${maxSegmentBytes} bytes` : null;
}

/** Whether an extra field is the Info-ZIP Unicode Path of this name (APPNOTE 4.6.9). */
const isUnicodePath = (field: NameFields['extraFields'][number], raw: Buffer) =>
  field.id === 0x7075 && field.data.length > 5 && field.data[0] === 1 && field.data.readUInt32LE(1) === crc32(raw);

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).normalize('NFC');
  } catch {
    return null;
  }
}

const utf8Flag = 0x800;
const maxPathBytes = 1024;
const maxSegmentBytes = 255;

/** Bytes 128-255 of code page 437. */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
