/** Characters that XML 1.0 has not. One of them, in one title, would make a whole document unreadable. */
const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The text with a replacement character for each that XML 1.0 has not. */
export const toXmlCharacters = (text: string): string => text.replaceAll(notInXml, '\u{FFFD}');
