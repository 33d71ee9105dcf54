import { createRequire } from 'node:module';
import type { WebhookDefinition } from '@octokit/webhooks-examples';
import { describe, expect, it } from 'vitest';
import { findNews, type KnownPullRequest } from '../../../src/domain/exchange/git/pull-requests/find-news.ts';
import { pullRequestsAt, pullRequestUrl } from '../../../src/domain/exchange/git/pull-requests/hosts.ts';
import { readNews } from '../../../src/domain/exchange/git/pull-requests/read-news.ts';
import { statusRequest } from '../../../src/domain/exchange/git/pull-requests/write-status.ts';

const examples = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly WebhookDefinition[];

const main = 'refs/heads/main';
const [old, mid, top] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string];

const hookOf = (header: string, event: string, payload: unknown) => ({
  headers: { [header]: event, 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(payload)),
});

const gitHub = (changes: object = {}, of: object = {}) => ({
  action: 'opened',
  pull_request: {
    number: 7,
    state: 'open',
    title: 'Say more',
    head: { sha: top, ref: 'topic', repo: { id: 1 } },
    base: { ref: 'main', repo: { id: 1 } },
    ...changes,
  },
  ...of,
});

const gitLab = (changes: object = {}) => ({
  object_kind: 'merge_request',
  object_attributes: {
    iid: 7,
    state: 'opened',
    title: 'Say more',
    source_branch: 'topic',
    target_branch: 'main',
    source_project_id: 1,
    target_project_id: 1,
    last_commit: { id: top },
    ...changes,
  },
});

const bitbucket = (changes: object = {}) => ({
  pullrequest: {
    id: 7,
    state: 'OPEN',
    title: 'Say more',
    source: { commit: { hash: top.slice(0, 12) }, branch: { name: 'topic' }, repository: { full_name: 'a/docs' } },
    destination: { branch: { name: 'main' }, repository: { full_name: 'a/docs' } },
    ...changes,
  },
});

const evil = { commit: { hash: top }, branch: { name: 'a:refs/heads/main' }, repository: { full_name: 'a/docs' } };

const told = { number: 7, isOpen: true, head: top, ref: 'refs/pull/7/head', into: main, isFork: false };

describe('what a webhook tells of a pull request', () => {
  it.each([
    ['GitHub', hookOf('x-github-event', 'pull_request', gitHub()), {}],
    ['Gitea', hookOf('x-gitea-event', 'pull_request_sync', gitHub()), {}],
    ['Forgejo', hookOf('x-forgejo-event', 'pull_request', gitHub()), {}],
    ['GitLab', hookOf('x-gitlab-event', 'Merge Request Hook', gitLab()), { ref: 'refs/merge-requests/7/head' }],
    [
      'Bitbucket',
      hookOf('x-event-key', 'pullrequest:created', bitbucket()),
      { head: top.slice(0, 12), ref: 'refs/heads/topic' },
    ],
  ])('is read from %s', (_host, hook, differs) => {
    expect(readNews(hook)).toEqual({ ...told, title: 'Say more', ...differs });
  });

  const fork = { head: { sha: top, ref: 'topic', repo: { id: 2 } } };
  it.each([
    ['GitHub', hookOf('x-github-event', 'pull_request', gitHub({ state: 'closed' })), { isOpen: false }],
    ['GitLab', hookOf('x-gitlab-event', 'Merge Request Hook', gitLab({ state: 'merged' })), { isOpen: false }],
    ['Bitbucket', hookOf('x-event-key', 'pullrequest:fulfilled', bitbucket({ state: 'MERGED' })), { isOpen: false }],
    ['GitHub', hookOf('x-github-event', 'pull_request', gitHub(fork)), { isFork: true }],
    [
      'GitHub',
      hookOf('x-github-event', 'pull_request', gitHub({ head: { ...fork.head, repo: null } })),
      { isFork: true },
    ],
    ['GitLab', hookOf('x-gitlab-event', 'Merge Request Hook', gitLab({ source_project_id: 2 })), { isFork: true }],
    ['GitLab', hookOf('x-gitlab-event', 'Merge Request Hook', gitLab({ source_project_id: null })), { isFork: true }],
  ])('says at %s whether it is closed, and whether it is of a fork', (_host, hook, expected) => {
    expect(readNews(hook)).toMatchObject(expected);
  });

  it('is read from every payload that GitHub publishes of one', () => {
    const { examples: payloads = [] } = examples.find(({ name }) => name === 'pull_request') ?? {};
    expect(payloads.length).toBeGreaterThan(5);
    for (const payload of payloads)
      expect(readNews(hookOf('x-github-event', 'pull_request', payload))).toMatchObject({
        number: expect.any(Number),
        isFork: false,
      });
  });

  it.each([
    ['a push', hookOf('x-github-event', 'push', gitHub())],
    ['no object', hookOf('x-github-event', 'pull_request', null)],
    ['nothing of a pull request', hookOf('x-github-event', 'pull_request', {})],
    ['a number that is none', hookOf('x-github-event', 'pull_request', gitHub({ number: '7; --upload-pack' }))],
    ['a commit that is none', hookOf('x-gitlab-event', 'Merge Request Hook', gitLab({ last_commit: { id: '--x' } }))],
    ['a branch that is none', hookOf('x-event-key', 'pullrequest:created', bitbucket({ source: evil }))],
    ['an unknown host', hookOf('x-other-event', 'pull_request', gitHub())],
  ])('is nothing for %s', (_what, hook) => {
    expect(readNews(hook)).toBeNull();
  });
});

describe('what references tell of pull requests', () => {
  const known = (changes: Partial<KnownPullRequest> = {}): KnownPullRequest => ({
    number: 1,
    state: 'open',
    ref: 'refs/pull/1/head',
    head: old,
    isFork: false,
    ...changes,
  });
  const refs = (names: Record<string, string>) => new Map(Object.entries({ [main]: mid, ...names }));
  const change = (state: 'open' | 'closed', head: string) => ({ number: 1, ref: 'refs/pull/1/head', state, head });

  it.each([
    ['a branch has its commit', [], { 'refs/heads/topic': old, 'refs/pull/1/head': old }, [change('open', old)]],
    ['no branch has its commit', [], { 'refs/pull/1/head': old }, []],
    ['the branch into which it goes has its commit', [], { 'refs/heads/other': mid, 'refs/pull/1/head': mid }, []],
    ['nothing is new', [known()], { 'refs/heads/topic': old, 'refs/pull/1/head': old }, []],
    ['it has new commits', [known()], { 'refs/heads/topic': top, 'refs/pull/1/head': top }, [change('open', top)]],
    ['its branch has gone', [known()], { 'refs/pull/1/head': old }, [change('closed', old)]],
    ['its reference has gone', [known()], { 'refs/heads/topic': old }, [change('closed', old)]],
    ['a fork has no branch here', [known({ isFork: true })], { 'refs/pull/1/head': old }, []],
    ['a fork has new commits', [known({ isFork: true })], { 'refs/pull/1/head': top }, [change('open', top)]],
    [
      'it was closed and is as it was',
      [known({ state: 'closed' })],
      { 'refs/heads/topic': old, 'refs/pull/1/head': old },
      [],
    ],
    [
      'the begin of its commit was told',
      [known({ head: old.slice(0, 12) })],
      { 'refs/heads/topic': old, 'refs/pull/1/head': old },
      [],
    ],
  ])('%s', (_what, before, names, news) => {
    expect(findNews(before, refs(names), main)).toEqual(news);
  });
});

describe('the status of a commit', () => {
  const status = { isShown: true, url: 'https://docs.example.org/app/x', description: 'The preview is ready' };
  const remote = (url: string, username = 'x') => ({ url, credential: { username, password: 'secret' } });
  it.each([
    ['github', 'https://github.com/a/docs.git', `https://api.github.com/repos/a/docs/statuses/${top}`],
    ['github', 'https://ghe.example.org/a/docs', `https://ghe.example.org/api/v3/repos/a/docs/statuses/${top}`],
    ['gitlab', 'https://gitlab.com/a/b/docs.git', `https://gitlab.com/api/v4/projects/a%2Fb%2Fdocs/statuses/${top}`],
    ['gitea', 'https://codeberg.org/a/docs.git', `https://codeberg.org/api/v1/repos/a/docs/statuses/${top}`],
    [
      'bitbucket',
      'https://bitbucket.org/a/docs.git',
      `https://api.bitbucket.org/2.0/repositories/a/docs/commit/${top}/statuses/build`,
    ],
  ] as const)('is written to the API of %s for %s', (host, url, api) => {
    const request = statusRequest(host, remote(url), top, status);
    expect(request?.url).toBe(api);
    expect(JSON.stringify(request?.body)).toContain(status.url);
    expect(request?.headers['authorization']).toMatch(/ .*(?:secret|[\w+/=]+)$/);
  });

  it('is not written without a token, nor to an unknown host', () => {
    expect(statusRequest('github', { url: 'https://github.com/a/b', credential: null }, top, status)).toBeNull();
    expect(statusRequest('other', remote('https://git.example.org/a/b'), top, status)).toBeNull();
  });
});

it.each([
  ['github', 'https://github.com/a/docs.git', 'https://github.com/a/docs/pull/7'],
  ['gitlab', 'https://gitlab.com/a/docs.git', 'https://gitlab.com/a/docs/-/merge_requests/7'],
  ['gitea', 'https://codeberg.org/a/docs', 'https://codeberg.org/a/docs/pulls/7'],
  ['bitbucket', 'https://bitbucket.org/a/docs', 'https://bitbucket.org/a/docs/pull-requests/7'],
] as const)('a pull request has a page at %s', (provider, url, page) => {
  const host = pullRequestsAt(provider);
  expect(host && pullRequestUrl(url, host, 7)).toBe(page);
});
