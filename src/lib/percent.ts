/** Decodes percent-encoding (RFC 3986, section 2.1). Returns a text with invalid encoding unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
