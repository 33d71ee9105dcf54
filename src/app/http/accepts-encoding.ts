const patterns = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
} as const;

/** Whether an Accept-Encoding header names a coding without refusing it. */
export const acceptsEncoding = (header: string | string[] | undefined, coding: keyof typeof patterns): boolean =>
  patterns[coding].test(String(header ?? ''));

/** The smaller of the codings that a client takes; null for none. Browsers take Brotli over TLS alone. */
export const findCoding = (header: string | string[] | undefined): keyof typeof patterns | null => {
  if (acceptsEncoding(header, 'br')) return 'br';
  return acceptsEncoding(header, 'gzip') ? 'gzip' : null;
};
