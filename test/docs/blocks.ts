import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A block of code in a document. */
export interface Block {
  /** Path of the document in the project. */
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The README and every page of the manual. */
export const documents: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs/manual'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted(),
];

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The blocks of code of a document, in order. */
export const listBlocks = (page: string): Block[] =>
  [...textOf(page).matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', language = '', text = '']) => ({
    page,
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
