/** Maximum length of a tag over several lines, in characters. */
export const maxLongTag = 20_000;

/** The first line of a tag of an integration, the only one whose attributes may have several lines. */
export const opensLongTag = /^\{%[ \t]*@[a-z][\w-]*\/[\w-]+[ \t]/i;

/** A line with another tag, before which a tag must have ended. */
export const opensTag = /^[ \t]*\{%/;

export const closesLongTag = /%\}[ \t]*$/;

/** The index of the last line of a tag over several lines that begins at one; null where none does. */
export function endOfLongTag(lines: readonly string[], at: number): number | null {
  const first = lines[at]?.trimStart() ?? '';
  if (!opensLongTag.test(first) || closesLongTag.test(first)) return null;
  let size = first.length;
  for (let end = at + 1; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    size += line.length;
    if (size > maxLongTag || opensTag.test(line)) return null;
    if (closesLongTag.test(line)) return end;
  }
  return null;
}
