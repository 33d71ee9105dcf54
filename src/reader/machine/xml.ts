import type { Safe } from '../../lib/html.ts';
import { toXmlCharacters } from '../../lib/xml-characters.ts';

/** Writes an XML document. */
export const writeXml = ({ html }: Safe): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${toXmlCharacters(html)}\n`;
