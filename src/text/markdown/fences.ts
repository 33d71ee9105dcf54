const opening = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))*[ \t]*(`{3,}(?=[^`\n]*$)|~{3,})/;

/** The marks with which a line, also of a quote or list, opens a fence of code; null for other lines. */
export const openedFence = (line: string): string | null => opening.exec(line)?.[1] ?? null;

/** Whether a line closes the fence that was opened with such marks. */
export const closesFence = (line: string, opened: string): boolean =>
  line.replace(/^[ \t>]*/, '').startsWith(opened) && /^[ \t>]*(?:`+|~+)[ \t]*$/.test(line);
