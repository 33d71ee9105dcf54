import { isUtf8 } from 'node:buffer';

/** The text of a file, and what its bytes have besides the text. */
export interface RawText {
  /** Without byte order mark; line ends as in the file. */
  readonly text: string;
  readonly mark: 'none' | 'utf-8' | 'utf-16le' | 'utf-16be';
}

const marks = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
} as const;

/** Reads the text of a file; null for bytes that are not Unicode, which no edit can write back as they are. */
export function readRaw(bytes: Buffer): RawText | null {
  const [mark] = (['utf-8', 'utf-16le', 'utf-16be'] as const).filter((one) =>
    marks[one].every((byte, at) => bytes[at] === byte),
  );
  try {
    if (mark !== undefined)
      return {
        text: new TextDecoder(mark, { fatal: true }).decode(bytes),
        mark,
      };
  } catch {
    return null;
  }
  return isUtf8(bytes) ? { text: bytes.toString('utf8'), mark: 'none' } : null;
}

/** The bytes of a text, with the byte order mark and in the encoding of the file that it came from. */
export function writeRaw({ text, mark }: RawText): Buffer {
  if (mark === 'none') return Buffer.from(text);
  if (mark === 'utf-8') return Buffer.from(`\uFEFF${text}`);
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return mark === 'utf-16le' ? bytes : bytes.swap16();
}
