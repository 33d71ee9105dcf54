import { decodePercent } from '../../../lib/percent.ts';
import { mediaTypeIn } from '../../../lib/media-types.ts';
import { importLimits } from '../limits.ts';
import { importRefused, quote } from '../refusal.ts';
import { findCharset, decodeText } from '../unpack/text.ts';
import type { ReadOptions } from './read-pages.ts';

/** Metadata of a fetched body. */
export interface ImportOrigin extends ReadOptions {
  /** URL it was fetched from. Relative URLs of a single page are resolved against it. */
  readonly url?: string;
  /** The Content-Type header, including parameters. */
  readonly contentType?: string;
  /** The folder of the archive to import, ending in `/`; the whole archive when omitted. */
  readonly inside?: string;
  /** File name. Defaults to the last segment of `url`. */
  readonly name?: string;
}

/** A text format: what it expects, how its pages are called without a name, and what it looks like. */
export interface TextFormat {
  readonly expected: string;
  readonly isHtml: boolean;
}

/**
 * Decodes a page. Throws import_refused when it is binary, too large, of unknown encoding, or does not match its
 * format.
 */
export function readText(
  { expected, isHtml }: TextFormat,
  body: Buffer,
  origin: ImportOrigin,
  warn?: (reason: string) => void,
): string {
  const type = mediaTypeIn(origin.contentType);
  const types = isHtml ? htmlTypes : markdownTypes;
  if (isBinary(body) || !types.test(type)) throw importRefused(`${expected}, but this is ${describe(body, type)}`);
  const { maxDocumentBytes } = origin.limits ?? importLimits;
  const path = pathOfBody(isHtml, origin);
  if (body.length > maxDocumentBytes) throw importRefused(`${quote(path)} is larger than ${maxDocumentBytes} bytes`);
  const charset = findCharset(origin.contentType ?? '');
  const text = decodeText({ body, name: path, html: isHtml, warn, ...(charset && { charset }) });
  const looksLikeHtml = isHtml ? /<[a-z!]/i.test(text) : /^\s{0,99}<(?:!doctype html|html[\s>])/i.test(text);
  if (looksLikeHtml !== isHtml)
    throw importRefused(`${expected}, but this is ${isHtml ? 'text without HTML tags' : 'an HTML page'}`);
  return text;
}

const htmlTypes = /^(?:|text\/(?:html|plain)|application\/(?:octet-stream|xhtml\+xml))$/;
const markdownTypes = /^(?:|text\/(?!html).+|application\/(?:octet-stream|markdown))$/;

/** The path of the page in a body: its file name, otherwise that of an index page. */
export function pathOfBody(isHtml: boolean, { name, url }: ImportOrigin): string {
  const pathname = url !== undefined && URL.canParse(url) ? new URL(url).pathname : '';
  const last = (name ?? decodePercent(pathname)).split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(0, 200);
  if (clean !== '' && clean !== '.' && clean !== '..') return clean;
  return isHtml ? 'index.html' : 'index.md';
}

/** Whether the bytes begin with the signature of a ZIP archive. */
export const isZip = (body: Buffer) => ['504b0304', '504b0506'].includes(body.toString('hex', 0, 4));

/** Whether the first bytes are those of a ZIP, PDF, PNG, JPEG, GIF or gzip file. */
const isBinary = (body: Buffer) =>
  isZip(body) || /^(?:25504446|89504e47|ffd8ff|47494638|1f8b)/.test(body.toString('hex', 0, 4));

/** Describes a body that does not match its format. */
export function describe(body: Buffer, type: string): string {
  if (isZip(body)) return 'a ZIP archive';
  return type === '' ? 'something else' : quote(type);
}
