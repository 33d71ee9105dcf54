import { crc32 } from 'node:zlib';

/** What a central directory record says of its name besides the bytes. */
export interface NameFields {
  readonly generalPurposeBitFlag: number;
  readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[];
}

/**
 * The name of an archive entry, NFC, or null where its bytes are no text.
 * UTF-8 where the archive says so or the bytes are valid; CP437 else (APPNOTE 6.3.10, appendix D).
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

/** What is wrong with a path from outside, or null. Nothing is repaired: a path is good or refused. */
export function zipNameProblem(path: string): string | null {
  if (path === '') return 'is empty';
  if (Buffer.byteLength(path) > maxPathBytes) return `is longer than ${maxPathBytes} bytes`;
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(path)) return 'holds control characters';
  if (path.includes('\\')) return 'holds a backslash';
  if (path.startsWith('/')) return 'is absolute';
  if (/^[a-z]:/i.test(path)) return 'begins with a drive letter';
  const segments = path.replace(/\/$/, '').split('/');
  if (segments.includes('..')) return 'leaves the archive by ".."';
  if (segments.some((segment) => segment === '' || segment === '.')) return 'has an empty or "." segment';
  if (segments.some((segment) => Buffer.byteLength(segment) > maxSegmentBytes))
    return `has a segment longer than ${maxSegmentBytes} bytes`;
  return null;
}

/** Info-ZIP Unicode Path: version 1 and the checksum of the header's own name (APPNOTE 4.6.9). */
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
