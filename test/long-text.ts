import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../docs/manual/use/', import.meta.url);

/** 30 kB of Markdown as people write it: headings, paragraphs, lists, tables and much code. */
export const readLongText = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), 'utf8').replace(/^---\n.*?\n---\n/s, ''))
    .join('\n\n')
    .slice(0, 30_000);
