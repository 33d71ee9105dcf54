import { readdirSync, readFileSync } from 'node:fs';
import { readZip } from '../src/text/imports/unpack/zip.ts';

const isMarkdown = (path: string) => /\.(?:md|mdx|markdown)$/i.test(path);

/** Yields the Markdown files of a folder or of a ZIP archive, in the order of their paths. */
export async function* textsIn(source: string): AsyncGenerator<{ path: string; text: string }> {
  if (source.endsWith('.zip')) {
    for (const { path, body } of (await readZip(readFileSync(source))).entries)
      if (isMarkdown(path)) yield { path, text: body.toString() };
    return;
  }
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' }).toSorted())
    if (isMarkdown(path)) yield* textOf(`${source}/${path}`);
}

function* textOf(path: string) {
  try {
    yield { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    // A folder may have the name `a.md`.
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EISDIR') throw error;
  }
}
