import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { importRefused, quote } from '../refusal.ts';
import { counted } from '../../../lib/counted.ts';

/** Bytes to decode, and hints about their encoding. */
export interface EncodedText {
  readonly body: Buffer;
  /** Path or URL, for error messages. */
  readonly name: string;
  /** Charset of the Content-Type header. */
  readonly charset?: string;
  /** Whether to also look for `<meta charset>`. */
  readonly html?: boolean;
  /** Called with a description of each change. */
  readonly warn?: ((reason: string) => void) | undefined;
}

/**
 * Decodes a text and removes its byte order mark. The encoding is that of the byte order mark, otherwise `charset`,
 * otherwise `<meta charset>`, otherwise UTF-8, otherwise a detected legacy encoding. Removes NUL characters. Throws
 * import_refused for a text with many of them, and for invalid bytes.
 */
export function decodeText(input: EncodedText): string {
  const label = detectBom(input.body) ?? input.charset ?? (input.html && metaCharset(input.body));
  const text = decode(input, label || (isUtf8(input.body) ? 'utf-8' : guessEncoding(input.body)));
  const clean = text.replaceAll('\0', '');
  const removed = text.length - clean.length;
  if (removed === 0) return text;
  if (removed * minCharactersPerNul > text.length) throw importRefused(`${quote(input.name)} contains a NUL character`);
  input.warn?.(`${counted(removed, 'NUL character was', 'NUL characters were')} removed`);
  return clean;
}

/** A text with more than one NUL in this many characters is binary. */
const minCharactersPerNul = 50;

/** Detects the legacy encoding of bytes; UTF-8 when none is likely. Control characters indicate a binary file. */
function guessEncoding(body: Buffer): string {
  const sample = body.subarray(0, sampleBytes);
  if (sample.some((byte) => byte < 0x20 && !textControls.has(byte))) return 'utf-8';
  const [likely] = analyse(sample);
  return likely && likely.confidence >= minConfidence ? likely.name : 'utf-8';
}

/** Tab, line feed, form feed, carriage return and escape, which ISO 2022 uses. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

const sampleBytes = 65_536;

/** Minimum confidence, in percent. Bytes that are valid in no language reach 10. */
const minConfidence = 20;

function decode({ body, name }: EncodedText, label: string): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch (error) {
    throw importRefused(`${quote(name)} has the unknown encoding ${quote(label)}`, error);
  }
  try {
    const text = decoder.decode(body);
    return decoder.encoding === 'windows-1252' ? repairWindows1252(text) : text;
  } catch (error) {
    throw importRefused(`${quote(name)} is not valid ${decoder.encoding.toUpperCase()} text`, error);
  }
}

/**
 * Node 20 decodes windows-1252 as Latin-1, so quotes and the euro sign become control characters:
 * https://github.com/nodejs/node/issues/56542. Remove this when Node 20 is no longer supported.
 */
const repairWindows1252 = (text: string) =>
  text.replaceAll(/[\u0080-\u009f]/g, (control) => windows1252.charAt(control.charCodeAt(0) - 0x80));

/** Bytes 128-159. Five of them are unassigned and unchanged. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function detectBom(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Simplified prescan of the first 1,024 bytes. https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding */
const metaCharset = (body: Buffer) =>
  /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/i.exec(body.toString('latin1', 0, 1024))?.[1];

/** The `charset` parameter of a Content-Type, if any. */
export const findCharset = (contentType: string) => /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType)?.[1];
