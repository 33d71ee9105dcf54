/** A title or description on one line, without control characters, cut to `max` characters. */
export const cleanText = (text: string, max: number) => {
  const clean = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return clean.length > max
    ? `${clean
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : clean;
};
