import { importRefused, quote } from './refusal.ts';

/** What to decode, and what is known of its encoding. */
export interface EncodedText {
  readonly body: Buffer;
  /** For messages: a path or an address. */
  readonly name: string;
  /** From a Content-Type header. */
  readonly charset?: string;
  /** True looks for `<meta charset>` too. */
  readonly html?: boolean;
}

/**
 * The text of a document without its byte order mark; every other character stays.
 * A byte order mark wins over `charset`, that over `<meta charset>`, that over UTF-8.
 * Throws import_refused, naming the document, for bytes that are not of that encoding and for NUL.
 */
export function decodeText(input: EncodedText): string {
  const label = detectBom(input.body) ?? input.charset ?? (input.html && metaCharset(input.body));
  const text = decode(input, label || 'utf-8');
  if (text.includes('\0')) throw importRefused(`${quote(input.name)} holds a NUL character`);
  return text;
}

function decode({ body, name }: EncodedText, label: string): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch (error) {
    throw importRefused(`${quote(name)} is in an unknown encoding, ${quote(label)}`, error);
  }
  try {
    const text = decoder.decode(body);
    return decoder.encoding === 'windows-1252' ? repairWindows1252(text) : text;
  } catch (error) {
    throw importRefused(`${quote(name)} is not valid ${decoder.encoding.toUpperCase()} text`, error);
  }
}

/**
 * Node 20 decodes windows-1252 as Latin-1: quotes and the euro sign become control characters (nodejs/node 56542).
 * Where Node decodes it right this changes nothing, so it can go with Node 20.
 */
const repairWindows1252 = (text: string) =>
  text.replaceAll(/[\u0080-\u009f]/g, (control) => windows1252.charAt(control.charCodeAt(0) - 0x80));

/** Bytes 128-159; five of them are no characters and stay. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function detectBom(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** The prescan of the HTML standard, in small: the first 1,024 bytes. */
const metaCharset = (body: Buffer) =>
  /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/i.exec(body.toString('latin1', 0, 1024))?.[1];

/** The `charset` parameter of a Content-Type, if it has one. */
export const charsetOf = (contentType: string) => /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType)?.[1];

/** A short text of a source (title, description) fit to store: one line, no control characters, cut to `max`. */
export const cleanText = (text: string, max: number) => {
  const clean = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return clean.length > max
    ? `${clean
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : clean;
};
