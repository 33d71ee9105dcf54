import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isHtmlPath } from '../src/text/imports/unpack/source-path.ts';
import { readZip } from '../src/text/imports/unpack/zip.ts';
import { GitSpace } from './text/git-folder.ts';

/**
 * Reads folders and ZIP archives of documentation as spaces, and writes them back: unchanged, and with each page changed on its own. Prints
 * the files that change without need: `npx tsx test/check-folder-write.ts docs test/data/fastify-docs.zip`.
 */
async function filesIn(source: string): Promise<Map<string, Buffer>> {
  if (source.endsWith('.zip'))
    return new Map((await readZip(readFileSync(source))).entries.map(({ path, body }) => [path, Buffer.from(body)]));
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).toSorted();
  return new Map(
    paths.flatMap((path) =>
      statSync(`${source}/${path}`).isFile() ? [[path, readFileSync(`${source}/${path}`)]] : [],
    ),
  );
}

/** Adds a paragraph to each page in turn; the pages of which another file or line changed. */
async function wrongEdits(space: GitSpace): Promise<{ edits: number; wrong: string[] }> {
  const wrong: string[] = [];
  let edits = 0;
  for (const { kind, key, entryId } of space.folder.sources) {
    const entry = space.entries.get(entryId);
    // HTML is read, but not written.
    if (kind !== 'page' || !entry || entry.documentId === null || isHtmlPath(key)) continue;
    edits += 1;
    const links = space.links.get(entryId) ?? [];
    const text = space.textOf(entryId);
    space.edit(entryId, { documentId: space.keepText(`${text}\n\nOne line more.\n`) });
    const { changes } = await space.changes();
    const [change, ...others] = changes;
    const isOwn = change?.kind === 'text' && isLineMore(space.files.get(change.path), change.bytes);
    if (others.length > 0 || !isOwn) wrong.push(`${key}: ${changes.map(({ path }) => path).join(', ')}`);
    space.links.set(entryId, links);
    space.edit(entryId, entry);
  }
  return { edits, wrong };
}

function isLineMore(before: Buffer | undefined, after: Buffer): boolean {
  const [one, other] = [before, after].map(
    (bytes) => bytes?.toString('latin1').replaceAll('\r\n', '\n').trimEnd() ?? '',
  );
  return other?.startsWith(one ?? '') === true && other.slice(one?.length).trim() === 'One line more.';
}

console.log('| Source | Files | Pages | Changed files | Edits | Edits that change more |\n|---|---|---|---|---|---|');
for (const source of process.argv.slice(2)) {
  const space = await GitSpace.read(await filesIn(source));
  const { changes, skipped } = await space.changes();
  const { edits, wrong } = await wrongEdits(space);
  const pages = space.folder.sources.filter(({ kind }) => kind === 'page').length;
  console.log(`| ${source} | ${space.files.size} | ${pages} | ${changes.length} | ${edits} | ${wrong.length} |`);
  for (const { path } of changes) console.error(`${source}: ${path} changed`);
  for (const { key, reason } of skipped) console.error(`${source}: ${key}: ${reason}`);
  for (const one of wrong.slice(0, 5)) console.error(`${source}: ${one}`);
  if (changes.length + wrong.length > 0) process.exitCode = 1;
}
