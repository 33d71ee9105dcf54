import { numberOfRef } from './hosts.ts';

/** What is known of a pull request. */
export interface KnownPullRequest {
  readonly number: number;
  readonly state: string;
  readonly ref: string;
  readonly head: string;
  readonly isFork: boolean;
}

/** What the references of a repository tell of a pull request that is not known yet. */
export interface PullRequestChange {
  readonly number: number;
  readonly state: 'open' | 'closed';
  readonly ref: string;
  readonly head: string;
}

/**
 * Finds what the references of a repository tell of its pull requests, where no webhook does. Hosts keep the references of closed ones, so one
 * is open as long as a branch has its newest commit, which that of a fork never has: of those only a webhook tells that they are open. `ref` is
 * the branch into which they are merged.
 */
export function findNews(
  known: readonly KnownPullRequest[],
  refs: ReadonlyMap<string, string>,
  ref: string,
): PullRequestChange[] {
  const branches = [...refs].flatMap(([name, oid]) => (name.startsWith('refs/heads/') && name !== ref ? [oid] : []));
  const tips = new Set(branches.filter((oid) => oid !== refs.get(ref)));
  const byNumber = new Map(known.map((request) => [request.number, request]));
  const ofKnown = known.flatMap((request): PullRequestChange[] => {
    if (request.state !== 'open') return [];
    const head = refs.get(request.ref);
    const isOpen = head !== undefined && (request.isFork || tips.has(head));
    if (isOpen && isSame(head, request.head)) return [];
    return [{ ...placeOf(request), state: isOpen ? 'open' : 'closed', head: head ?? request.head }];
  });
  const others = [...refs].flatMap(([name, head]): PullRequestChange[] => {
    const number = numberOfRef(name);
    const before = number === null ? undefined : byNumber.get(number);
    if (number === null || before?.state === 'open' || before?.head === head || !tips.has(head)) return [];
    return [{ number, state: 'open', ref: name, head }];
  });
  return [...ofKnown, ...others];
}

const placeOf = ({ number, ref }: KnownPullRequest) => ({ number, ref });

/** Bitbucket tells the begin of an id. */
const isSame = (oid: string, told: string): boolean => oid.startsWith(told);
