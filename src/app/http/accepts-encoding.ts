const patterns = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
} as const;

/** Whether an Accept-Encoding header names a coding without refusing it. */
export const acceptsEncoding = (header: string | string[] | undefined, coding: keyof typeof patterns): boolean =>
  patterns[coding].test(String(header ?? ''));
