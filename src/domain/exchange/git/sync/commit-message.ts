import type { FolderChanges } from '../../../../text/git/folder.ts';
import type { Revision } from '../../../authoring/content/revisions.ts';
import type { Context } from '../../../core/context.ts';
import { signatureOf } from '../commit-folder.ts';
import { listNewRevisions, type NewRevision } from './queries.ts';
import type { Sync } from './sync.ts';

interface Written {
  /** The revision that the repository has. */
  readonly after: string | null;
  readonly revision: Revision;
  readonly changes: FolderChanges;
}

interface CommitTold {
  readonly message: string;
  /** Who made the newest revision; null when nobody but the sync did. */
  readonly authorId: string | null;
}

/** Number of revisions whose authors a commit names. */
const maxRevisions = 200;

/** What a commit says: a merged change request by its number and subject, with everybody who has written in it. */
export async function describeCommit(
  ctx: Context,
  { connection, spaceId }: Sync,
  { after, revision, changes }: Written,
): Promise<CommitTold> {
  const all = await listNewRevisions(ctx.sql, { spaceId, after, limit: maxRevisions });
  const own = all.filter(({ createdById }) => createdById !== connection.userId);
  const authors = listAuthors(own, connection.userId);
  const [authorId = null, ...others] = authors;
  const names = await Promise.all(authors.map((id) => signatureOf(ctx, id)));
  const [author, ...rest] = names;
  const subject = subjectOf(own, connection.commitMessage, {
    revision: revision.id,
    author: author?.name ?? 'Octavo',
    files: changes.changes.map(({ path }) => path),
  });
  const trailers = [
    ...(others.length > 0 ? rest.map(({ name, email }) => `Co-authored-by: ${oneLine(name)} <${email}>`) : []),
    `Octavo-Revision: ${revision.id}`,
  ];
  return { message: `${subject}\n\n${trailers.join('\n')}\n`, authorId };
}

/** Who made the revisions, newest first; of merged change requests also who wrote in them. */
function listAuthors(revisions: readonly NewRevision[], service: string): string[] {
  const ids = revisions.flatMap(({ createdById, contributors }) => [createdById, ...contributors]);
  return [...new Set(ids)].filter((id): id is string => id !== null && id !== service);
}

interface Facts {
  readonly revision: string;
  readonly author: string;
  readonly files: readonly string[];
}

function subjectOf(revisions: readonly NewRevision[], template: string | null, { revision, author, files }: Facts) {
  const [newest] = revisions;
  const merged = revisions.length === 1 && newest?.number ? newest : null;
  const [first = ''] = files;
  const plain = files.length === 1 ? `Update ${first}` : `Update ${files.length} files`;
  if (template === null) return oneLine(merged ? `OCTAVO-${merged.number}: ${merged.subject ?? ''}` : plain);
  const values: Readonly<Record<string, string>> = {
    change_request_number: merged ? String(merged.number) : '',
    change_request_subject: merged?.subject ?? plain,
    revision,
    author,
  };
  const text = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => oneLine(values[name] ?? whole)).trim();
  return text === '' ? plain : text;
}

const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
