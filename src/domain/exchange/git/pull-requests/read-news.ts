import type { HookRequest } from '../hook-signature.ts';
import { readBody } from '../hook-payload.ts';
import { isRecord } from '../../../../lib/is-record.ts';
import { GitRef } from '../fields.ts';
import type { GitHost } from '../connection-fields.ts';
import { pullRequestsAt } from './hosts.ts';

/** What a host says of one of its pull requests. */
export interface PullRequestNews {
  readonly number: number;
  readonly isOpen: boolean;
  /** Id of its newest commit. */
  readonly head: string;
  /** Full name of the reference that has it. */
  readonly ref: string;
  /** Full name of the branch into which it is to be merged. */
  readonly into: string;
  /** Whether its branch is in another repository, or in one that has gone. */
  readonly isFork: boolean;
  readonly title: string;
}

type Told = Omit<PullRequestNews, 'ref'> & { readonly branch: string };

type Record_ = Record<string, unknown>;

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((found: unknown, name) => (isRecord(found) ? found[name] : undefined), value);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const same = (one: unknown, other: unknown): boolean => one !== undefined && one !== null && one === other;

/** GitHub, and Gitea and Forgejo, which send the same. */
const ofGitHub = (payload: Record_): Told => ({
  number: Number(at(payload, 'pull_request', 'number')),
  isOpen: at(payload, 'pull_request', 'state') === 'open',
  head: text(at(payload, 'pull_request', 'head', 'sha')),
  branch: text(at(payload, 'pull_request', 'head', 'ref')),
  into: text(at(payload, 'pull_request', 'base', 'ref')),
  isFork: !same(at(payload, 'pull_request', 'head', 'repo', 'id'), at(payload, 'pull_request', 'base', 'repo', 'id')),
  title: text(at(payload, 'pull_request', 'title')),
});

const ofGitLab = (payload: Record_): Told => ({
  number: Number(at(payload, 'object_attributes', 'iid')),
  // One that is locked is about to be merged.
  isOpen: at(payload, 'object_attributes', 'state') === 'opened',
  head: text(at(payload, 'object_attributes', 'last_commit', 'id')),
  branch: text(at(payload, 'object_attributes', 'source_branch')),
  into: text(at(payload, 'object_attributes', 'target_branch')),
  isFork: !same(
    at(payload, 'object_attributes', 'source_project_id'),
    at(payload, 'object_attributes', 'target_project_id'),
  ),
  title: text(at(payload, 'object_attributes', 'title')),
});

const ofBitbucket = (payload: Record_): Told => ({
  number: Number(at(payload, 'pullrequest', 'id')),
  isOpen: at(payload, 'pullrequest', 'state') === 'OPEN',
  // Its ids are shortened. The branch has the whole one.
  head: text(at(payload, 'pullrequest', 'source', 'commit', 'hash')),
  branch: text(at(payload, 'pullrequest', 'source', 'branch', 'name')),
  into: text(at(payload, 'pullrequest', 'destination', 'branch', 'name')),
  isFork: !same(
    at(payload, 'pullrequest', 'source', 'repository', 'full_name'),
    at(payload, 'pullrequest', 'destination', 'repository', 'full_name'),
  ),
  title: text(at(payload, 'pullrequest', 'title')),
});

/** The event of each host that tells of a pull request, by the header that names events. Forgejo sends that of Gitea, too. */
const events: readonly (readonly [header: string, event: RegExp, host: GitHost, read: (payload: Record_) => Told])[] = [
  ['x-forgejo-event', /^pull_request(?:_sync)?$/, 'gitea', ofGitHub],
  ['x-gitea-event', /^pull_request(?:_sync)?$/, 'gitea', ofGitHub],
  ['x-github-event', /^pull_request$/, 'github', ofGitHub],
  ['x-gitlab-event', /^Merge Request Hook$/, 'gitlab', ofGitLab],
  ['x-event-key', /^pullrequest:/, 'bitbucket', ofBitbucket],
];

/** Reads what a webhook tells of a pull request; null for one that tells of something else, or of nothing that can be read. */
export function readNews({ headers, body }: HookRequest): PullRequestNews | null {
  const event = events.find(([header, name]) => name.test(String(headers[header] ?? '')));
  const payload = event && readBody(body, String(headers['content-type'] ?? ''));
  if (!event || !isRecord(payload)) return null;
  const [, , host, read] = event;
  const { branch, ...told } = read(payload);
  const ref = pullRequestsAt(host)?.ref?.(told.number) ?? (branch === '' ? '' : `refs/heads/${branch}`);
  const isNumber = Number.isInteger(told.number) && told.number > 0 && told.number <= maxNumber;
  if (!isNumber || !GitRef.safeParse(ref).success || told.into === '' || !/^[\da-f]{7,64}$/.test(told.head))
    return null;
  return { ...told, ref, into: `refs/heads/${told.into}`, title: told.title.replaceAll('\0', '').slice(0, maxTitle) };
}

/** Largest value of the `int` column `number`. */
const maxNumber = 999_999_999;
const maxTitle = 500;
