/** An image decoded from a `data:` URL. */
export interface DataImage {
  readonly contentType: string;
  readonly extension: string;
  readonly body: Buffer;
}

/** Decodes a base64 `data:` image. Null when its bytes do not match its media type, and for other URLs. */
export function readDataImage(url: string): DataImage | null {
  const head = /^data:(image\/[a-z+]{3,8});base64,/i.exec(url.slice(0, 40));
  const kind = kinds.find(({ contentType }) => contentType === head?.[1]?.toLowerCase());
  if (!head || !kind) return null;
  const data = url.slice(head[0].length);
  const body = Buffer.from(
    data.includes('%') ? data.replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '=') : data,
    'base64',
  );
  if (!kind.isOne(body)) return null;
  return { contentType: kind.contentType, extension: kind.extension, body };
}

const startsWith = (hex: string) => (body: Buffer) => body.subarray(0, hex.length / 2).toString('hex') === hex;

const textAt = (body: Buffer, at: number) => body.toString('latin1', at, at + 4);

const kinds = [
  { contentType: 'image/png', extension: 'png', isOne: startsWith('89504e470d0a1a0a') },
  { contentType: 'image/jpeg', extension: 'jpg', isOne: startsWith('ffd8ff') },
  { contentType: 'image/gif', extension: 'gif', isOne: startsWith('47494638') },
  {
    contentType: 'image/webp',
    extension: 'webp',
    isOne: (body: Buffer) => textAt(body, 0) === 'RIFF' && textAt(body, 8) === 'WEBP',
  },
  {
    contentType: 'image/avif',
    extension: 'avif',
    isOne: (body: Buffer) => textAt(body, 4) === 'ftyp' && textAt(body, 8).startsWith('avi'),
  },
  {
    contentType: 'image/svg+xml',
    extension: 'svg',
    isOne: (body: Buffer) => body.toString('utf8', 0, 1024).includes('<svg'),
  },
];
