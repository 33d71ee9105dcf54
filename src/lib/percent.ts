/** Percent-encoding undone; a text that is not encoded rightly stays as it is. RFC 3986, 2.1. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
