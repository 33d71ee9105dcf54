/** The media type for a file name; undefined when the extension is unknown. */
export const findContentType = (path: string) => mediaTypes[extensionOf(path)];

/** The media type in a Content-Type header, in lower case without parameters; empty when there is none. */
export const mediaTypeIn = (header: string | null | undefined) => header?.split(';')[0]?.trim().toLowerCase() ?? '';

/** Media type of bytes of which nothing else is known. */
export const unknownMediaType = 'application/octet-stream';

/** Detected media types that are too general, so that the type implied by the file name is preferred. */
export const genericMediaTypes: ReadonlySet<string> = new Set([
  unknownMediaType,
  'application/xml',
  'application/zip',
  'text/plain',
]);

/** The file extension in lower case without its dot; empty when there is none. */
export const extensionOf = (path: string) =>
  /\.([^./]{1,12})$/.exec(path.slice(path.lastIndexOf('/') + 2))?.[1]?.toLowerCase() ?? '';

const mediaTypes: Readonly<Record<string, string | undefined>> = {
  '7z': 'application/x-7z-compressed',
  aac: 'audio/aac',
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  drawio: 'application/vnd.jgraph.mxfile',
  epub: 'application/epub+zip',
  excalidraw: 'application/vnd.excalidraw+json',
  flac: 'audio/flac',
  gif: 'image/gif',
  gz: 'application/gzip',
  heic: 'image/heic',
  ico: 'image/vnd.microsoft.icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  m4a: 'audio/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
};
