const maxNameLength = 200;

/**
 * Control characters, lone surrogates, separators, and characters that reorder or hide text. Joiners are kept, because
 * some scripts need them.
 */
const controlCharacters = /\p{Cc}|\p{Cs}|\p{Zl}|\p{Zp}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * Removes characters from a file name that could leave its folder, hide its extension or break a header, and composes it
 * (NFC), because macOS decomposes names and others show their accents beside the letters. Never empty.
 */
export function safeFileName(name: string): string {
  const cleaned = shortenName(name.normalize('NFC'))
    .replaceAll(controlCharacters, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(cleaned);
  return `${isReserved ? '_' : ''}${cleaned}` || 'file';
}

/** Shortens a long name in the middle, to keep its extension. */
function shortenName(name: string): string {
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 21)}…${name.slice(-20)}`;
}
