import { extname } from 'node:path';
import { unknownMediaType } from '../../lib/media-types.ts';

/** Number of bytes of a file that are inspected to detect text. */
const inspectedBytes = 64 * 1024;

const typeByExtension: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.markdown': 'text/markdown',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.xhtml': 'application/xhtml+xml',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

/**
 * Detects the media type of a file without magic bytes by its markup, otherwise by its name. Bytes other than UTF-8 are
 * `application/octet-stream`.
 */
export function sniffText(body: Buffer, name: string): string {
  const text = decodeText(body);
  if (text === null) {
    return unknownMediaType;
  }
  const markup = skipProlog(text);
  if (/^<svg[\s/>]/i.test(markup)) {
    return 'image/svg+xml';
  }
  const prolog = text.slice(0, text.length - markup.length);
  if (/<!doctype\s+html/i.test(prolog) || /^<(html|head|body|script|iframe)[\s/>]/i.test(markup)) {
    return 'text/html';
  }
  const isXml = text.startsWith('<?xml');
  const type = typeByExtension[extname(name).toLowerCase()];
  return type ?? (isXml ? 'application/xml' : 'text/plain');
}

/** Returns a text file from its first element on; empty when it is not text. */
export function readMarkup(body: Buffer): string {
  return skipProlog(decodeText(body) ?? '');
}

function decodeText(body: Buffer): string | null {
  try {
    // The last character may be truncated.
    const isWhole = body.length <= inspectedBytes;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const text = decoder.decode(body.subarray(0, inspectedBytes), { stream: !isWhole });
    // oxlint-disable-next-line no-control-regex
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Skips everything before the first element: declarations, comments, a document type. */
function skipProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = prologEnd(rest);
    if (end === null) {
      return rest;
    }
    rest = rest.slice(end).trimStart();
  }
}

function prologEnd(text: string): number | null {
  if (text.startsWith('<!--')) {
    return findEnd(text, '-->');
  }
  if (text.startsWith('<?')) {
    return findEnd(text, '?>');
  }
  if (!/^<!doctype/i.test(text)) {
    return null;
  }
  const hasSubset = /^<![^>[]*\[/.test(text);
  return findEnd(text, hasSubset ? ']>' : '>');
}

function findEnd(text: string, mark: string): number | null {
  const at = text.indexOf(mark);
  return at === -1 ? null : at + mark.length;
}
