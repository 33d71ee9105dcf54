import { safeFileName } from '../../lib/file-names.ts';
import { unknownMediaType } from '../../lib/media-types.ts';

/** Media types that browsers may display inline, because they contain no script. */
const shownTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'text/plain',
]);

/**
 * Media types that are always attachments but keep their type. SVG keeps its type so that `<img>` can show it, where
 * scripts do not run.
 */
const savedTypes: ReadonlySet<string> = new Set([
  'image/svg+xml',
  'image/tiff',
  'image/heic',
  'application/pdf',
  'application/json',
  'application/zip',
  'application/gzip',
  'text/csv',
  'text/markdown',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
]);

/** Headers for serving a stored file to a browser. CSP and nosniff are set for all files. */
export function downloadHeaders(file: { readonly contentType: string; readonly name: string }): Record<string, string> {
  const type = servedType(file.contentType);
  const disposition = shownTypes.has(type) || /^(audio|video)\//.test(type) ? 'inline' : 'attachment';
  return {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-disposition': contentDisposition(disposition, file.name),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, max-age=300',
  };
}

/** All other files (HTML, XML, scripts, styles) are of the unknown type, so that browsers do not execute them. */
function servedType(contentType: string): string {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isMedia = /^(audio|video)\/[a-z0-9.+-]{1,60}$/.test(type);
  return shownTypes.has(type) || savedTypes.has(type) || isMedia ? type : unknownMediaType;
}

/** Content-Disposition as in RFC 6266: an ASCII name for old clients, and the real name encoded as in RFC 8187. */
function contentDisposition(disposition: string, name: string): string {
  const safe = safeFileName(name);
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll('%', '_');
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
