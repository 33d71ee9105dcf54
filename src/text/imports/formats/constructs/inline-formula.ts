/**
 * A formula between single dollar signs, as Obsidian and Notion write it. No blank stands inside of the signs and no digit after them, so
 * prices are none.
 */
export const inlineFormula = /(?<![\\$\w])\$(?=[^\s$])([^$\n]{1,1000}?)(?<=[^\s\\])\$(?![\d$\w])/g;

export const writeFormula = ([tex = '']: readonly (string | undefined)[]): string => `$$${tex}$$`;
