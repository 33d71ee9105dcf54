import * as z from 'zod';
import type { GitRepository } from '../../../db/generated/client.ts';
import { parseRemote } from '../../../infra/git/remote.ts';
import { decrypt, encrypt } from '../../../lib/encryption.ts';
import { conflict } from '../../../lib/errors.ts';
import { refusedImport } from '../../../text/imports/refusal.ts';
import type { Scope } from '../../../access/scopes.ts';
import { authorizedSpace, type Space } from '../../authoring/spaces/spaces.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { runJob } from '../../core/jobs/enqueue.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import { plainDirectory } from './fields.ts';
import type { GitInput } from './inputs.ts';
import type { GitNotes } from './note-repository.ts';
import type { GitPlace } from './read-folder.ts';
import { findNoted } from './tree-difference.ts';

/** What the payloads of imports and exports have in common. */
export const gitPayload = {
  spaceId: z.string(),
  /** Encrypted, because it may contain a credential. */
  sealedUrl: z.string(),
  ref: z.string(),
  directory: z.string(),
  notes: z.object({
    provider: z.enum(['github', 'gitlab']).nullable(),
    treeUrl: z.string().nullable(),
    commitUrl: z.string().nullable(),
    happenedAt: z.string().nullable(),
  }),
  force: z.boolean(),
};

const GitPayload = z.object(gitPayload);
type GitPayload = z.infer<typeof GitPayload>;

interface AskedOperation<Payload> {
  readonly spaceId: string;
  readonly input: GitInput;
  /** Members of the payload that the other operation does not have. */
  readonly own: Omit<Payload, keyof GitPayload>;
}

const urlOwner = (spaceId: string) => `git:${spaceId}/url`;

/**
 * Runs an import or export as a job of the caller and waits for its result. One of a space runs at a time. Throws
 * fetch_refused for a URL that cannot be that of a repository, errors of the job, and timeout with the id of the job when it outlasts
 * the request.
 */
export async function runGitJob<Payload extends GitPayload, Result>(
  ctx: Context,
  kind: JobKind<Payload, Result>,
  { spaceId, input, own }: AskedOperation<Payload>,
): Promise<Result> {
  const { organizationId } = await authorizedSpace(ctx, spaceId, 'triggerGitSync');
  const {
    url,
    ref,
    repoProjectDirectory: directory = '',
    repoTreeURL,
    repoCommitURL,
    timestamp,
    gitInfo,
    force,
  } = input;
  try {
    parseRemote(url);
    const payload = {
      ...own,
      spaceId,
      sealedUrl: encrypt(ctx.encryptionKey, url, urlOwner(spaceId)),
      ref,
      directory: plainDirectory(directory),
      notes: {
        provider: gitInfo?.provider ?? null,
        treeUrl: gitInfo?.url ?? repoTreeURL ?? null,
        commitUrl: repoCommitURL ?? null,
        happenedAt: timestamp ?? null,
      },
      force: force ?? false,
    } as unknown as Payload;
    return await runJob(ctx, kind, payload, { organizationId, spaceId, exclusive: `git ${spaceId}` });
  } catch (error) {
    return refusedImport(error);
  }
}

/** An operation that has begun. */
export interface GitOperation {
  /** May read and write the content, whatever other scopes the token of the caller has. */
  readonly ctx: Context;
  readonly space: Space;
  readonly place: GitPlace;
  readonly notes: GitNotes;
  /** The last state in which the space and a repository were equal. Operations of a space run one after another. */
  readonly last: GitRepository | null;
}

/** Scopes of the reading and writing that `space:git:write` stands for. */
const impliedScopes: readonly Scope[] = [
  'space:read',
  'space:content:read',
  'space:content:write',
  'space:change-requests:read',
  'space:change-requests:write',
];

/** Begins the operation of a job. Throws conflict for one that is older than the last one of the space. */
export async function beginOperation(outer: Context, payload: GitPayload): Promise<GitOperation> {
  const { spaceId, sealedUrl, ref, directory, notes, force } = payload;
  const space = await authorizedSpace(outer, spaceId, 'triggerGitSync');
  const { scopes } = outer.actor;
  const ctx =
    scopes === 'all' ? outer : actingAs(outer, { ...outer.actor, scopes: new Set([...scopes, ...impliedScopes]) });
  const last = await findNoted(ctx, spaceId);
  const isLate =
    last?.happenedAt && notes.happenedAt !== null && new Date(notes.happenedAt).getTime() < last.happenedAt.getTime();
  if (isLate && !force) throw conflict('A newer import or export of the space was done before');
  const remote = parseRemote(decrypt(ctx.encryptionKey, sealedUrl, urlOwner(spaceId)));
  return { ctx, space, place: { remote, ref, directory }, notes, last };
}
