/** The start of a footnote in a text. */
export const footnoteHead = /^ {0,3}\[\^([^\s[\]]+)\]:[ \t]*/;

/** The label of a footnote, as its annotations name it; null for other texts. Capitals do not count in labels. */
export const footnoteLabel = (text: string): string | null => footnoteHead.exec(text)?.[1]?.toLowerCase() ?? null;
