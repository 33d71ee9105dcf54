import { createHash } from 'node:crypto';
import { storageKey } from '../../../infra/storage/content-key.ts';
import { StorageMissing } from '../../../infra/storage/storage-errors.ts';
import type { Context } from '../../core/context.ts';
import {
  configFile,
  exportFiles,
  exportVersion,
  summaryFile,
  type ExportManifest,
  type FileLine,
  type PageLine,
  type ReusableContentLine,
} from '../../../text/imports/formats/exported/format.ts';
import type { JobProgress } from '../../core/jobs/kind.ts';
import { settingsOf } from '../../authoring/spaces/settings.ts';
import type { Archive } from './archive.ts';
import { portableAttributes, type SpaceContent } from './load-space-content.ts';
import { redirectPaths } from '../../../text/exports/redirects.ts';
import { writeConfig, writeSummary } from '../../../text/exports/summary.ts';
import { createTextReader } from './texts.ts';

/** Cancellation and progress of writing an archive. */
export interface WritingSteps {
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

/** Adds the content of a space to an archive. Texts and bytes are read when their entries are written. */
export async function addSpaceContent(
  ctx: Context,
  archive: Archive,
  content: SpaceContent,
  steps: WritingSteps,
): Promise<void> {
  const summary = writeSummary(content.pages, content.findPath);
  archive.addText(summaryFile, () => summary);
  archive.addText(configFile, () => writeConfig(redirectPaths(content)));
  const missing: string[] = [];
  await addPages(ctx, archive, content, steps);
  await addReusableContents(ctx, archive, content);
  addFiles(ctx, archive, content, { ...steps, missing });
  archive.addLines(exportFiles.redirects, async function* () {
    yield* content.redirects;
  });
  archive.addJson(exportFiles.manifest, () => manifestOf(ctx, content, { summary, missing }));
}

async function addPages(ctx: Context, archive: Archive, content: SpaceContent, { signal, progress }: WritingSteps) {
  const { pages, findPath: pathOf } = content;
  const lines = pages.map((page, at): PageLine => {
    const { id, parentId: parent, title, slug } = page;
    const attributes = { ...portableAttributes(page.attributes) };
    return { at, id, parent, type: page.type as PageLine['type'], title, slug, attributes, text: null };
  });
  const documents = pages.flatMap(({ id, documentId, title, slug, attributes }) =>
    pathOf(id) === undefined
      ? []
      : [{ id, documentId, matter: { id, slug, title, attributes: portableAttributes(attributes) } }],
  );
  const exported = createTextReader(ctx, content, documents);
  let done = 0;
  await archive.collectLines<PageLine>(exportFiles.pages, async ({ write }) => {
    // Pages without a file come first, in their fixed order, so that equal spaces make equal archives.
    for (const line of lines)
      // Lines of one file.
      if (pathOf(line.id) === undefined) await write(line);
    for (const line of lines) {
      const path = pathOf(line.id);
      if (path === undefined) continue;
      archive.addText(path, async () => {
        signal.throwIfAborted();
        progress({ done: (done += 1), total: documents.length, phase: 'writing pages' });
        const { body, line: text } = await exported(line.id);
        await write({ ...line, text });
        return body;
      });
    }
  });
}

async function addReusableContents(ctx: Context, archive: Archive, content: SpaceContent) {
  const { reusableContents, findPath: pathOf } = content;
  const owners = reusableContents.map(({ id, documentId }) => ({ id, documentId, matter: null }));
  const exported = createTextReader(ctx, content, owners);
  await archive.collectLines<ReusableContentLine>(exportFiles.reusableContents, async ({ write }) => {
    for (const { id, title } of reusableContents)
      archive.addText(pathOf(id) ?? '', async () => {
        const { body, line: text } = await exported(id);
        await write({ id, title, text });
        return body;
      });
  });
}

function addFiles(
  ctx: Context,
  archive: Archive,
  { files, findPath: pathOf }: SpaceContent,
  { signal, progress, missing }: WritingSteps & { readonly missing: string[] },
): void {
  for (const [index, { id, blobHash }] of files.entries())
    archive.addBytes(pathOf(id) ?? '', () => {
      signal.throwIfAborted();
      progress({ done: index + 1, total: files.length, phase: 'writing files' });
      return bytesOf(ctx, blobHash, () => missing.push(id));
    });
  archive.addLines(exportFiles.files, async function* () {
    const lost = new Set(missing);
    for (const { id, name, contentType, blobHash } of files)
      if (!lost.has(id)) yield { id, name, contentType, file: pathOf(id) ?? '', sha256: blobHash } satisfies FileLine;
  });
}

/** Yields the bytes of a file; none when the storage has lost it. */
async function* bytesOf(ctx: Context, hash: string, onMissing: () => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await ctx.storage.stream(storageKey(hash))) yield chunk as Uint8Array;
  } catch (error) {
    if (!(error instanceof StorageMissing)) throw error;
    onMissing();
  }
}

function manifestOf(
  ctx: Context,
  { space, revision, variables }: SpaceContent,
  { summary, missing }: { readonly summary: string; readonly missing: readonly string[] },
): ExportManifest {
  const { id, title, visibility } = space;
  return {
    format: 'octavo-space',
    version: exportVersion,
    createdAt: ctx.now().toISOString(),
    summary: createHash('sha256').update(summary).digest('hex'),
    space: { id, title, visibility, ...settingsOf(space), variables },
    revision: revision.id,
    missing: [...missing],
  };
}
