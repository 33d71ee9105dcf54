import type { Safe } from '../../lib/html.ts';

/** Characters that XML 1.0 has not. One of them, in one title, would make the whole document unreadable. */
const noXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Writes an XML document. */
export const writeXml = ({ html }: Safe): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${html.replaceAll(noXml, '\uFFFD')}\n`;
