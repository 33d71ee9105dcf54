import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '../../lib/errors.ts';
import { fetchTimeout } from '../fetch/fetch-errors.ts';
import { errorOf, gitUnavailable } from './git-errors.ts';
import { GuardedProxy, type ProxySettings } from './guarded-proxy.ts';
import { basicAuthorization, withoutCredential, type Remote } from './remote.ts';
import { readWhole, runGit, type GitEnd, type GitRun } from './run-git.ts';

export interface GitSettings extends ProxySettings {
  /** Name or path of the program. */
  readonly program: string;
  /** Limit of all that is done with a repository, in milliseconds. */
  readonly timeoutMs: number;
}

type Options = Pick<GitRun, 'env' | 'input'>;

/** A bare repository in a folder of this machine, and the server whose repository it is a part of. */
export interface Repository {
  readonly hasCredential: boolean;
  /** Folder of the repository. */
  readonly folder: string;
  /** Runs git without a network, and returns its output. Throws `Error` when git fails. */
  local(args: readonly string[], options?: Options): Promise<Buffer>;
  /** As `local`, but passes the output to a function. */
  stream<Output>(
    args: readonly string[],
    options: Options,
    read: Parameters<typeof runGit<Output>>[1],
  ): Promise<Output>;
  /** Runs git with the remote `origin`. Returns how it ended, without credentials in what it said. */
  remote(args: readonly string[], options?: Options): Promise<GitEnd<string>>;
}

/** What git answers of a tree or of references, at most, in bytes. */
const maxOutputBytes = 64 * 1024 * 1024;

/**
 * Opens a repository in a folder, which is made when it is missing, and calls a function with it. All traffic with the
 * server of the remote goes through a guarded proxy, which is closed afterwards. Throws git_unavailable, fetch_timeout after the time
 * limit, fetch_refused for a server that must not be reached, and the reason of `signal`.
 */
export async function withRepository<Result>(
  settings: GitSettings,
  { remote, folder, signal }: { readonly remote: Remote; readonly folder: string; readonly signal: AbortSignal },
  use: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  const deadline = new AbortController();
  const late = fetchTimeout(`The repository took over ${settings.timeoutMs} ms`);
  const timer = setTimeout(() => deadline.abort(late), settings.timeoutMs);
  const stop = AbortSignal.any([signal, deadline.signal]);
  const proxy = new GuardedProxy(remote.url, settings, stop);
  try {
    await proxy.open();
    await makeRepository(folder);
    const common = { program: settings.program, folder, signal: stop };
    await requireGit(common);
    const repository = repositoryIn(common, remote, proxy);
    return await use(repository);
  } finally {
    clearTimeout(timer);
    await proxy.close();
  }
}

/** What `git init --bare` writes that counts, without its start. The format stays this one, whatever a newer git begins with. */
const emptyRepository = {
  HEAD: 'ref: refs/heads/main\n',
  config: '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
};

async function makeRepository(folder: string): Promise<void> {
  for (const name of ['objects', 'refs']) await mkdir(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(emptyRepository)) await writeFile(join(folder, name), text);
}

type Common = Pick<GitRun, 'program' | 'folder' | 'signal'>;

function repositoryIn(common: Common, { url, credential }: Remote, proxy: GuardedProxy): Repository {
  const clean = (text: string) => withoutCredential(text, credential);
  const stream: Repository['stream'] = async (args, options, read) => {
    const { code, output, complaint } = await runGit({ ...common, ...options, args }, read);
    // `update-index` passes over a path that no tree may have, and goes on.
    if (code !== 0 || complaint.startsWith('Ignoring path'))
      throw new Error(`git ${args[0]} ended with ${code}: ${clean(complaint)}`);
    return output;
  };
  const config = {
    'remote.origin.url': url,
    'http.proxy': proxy.url,
    ...(credential && {
      [`http.${new URL(url).origin}/.extraHeader`]: `Authorization: ${basicAuthorization(credential)}`,
    }),
  };
  return {
    folder: common.folder,
    hasCredential: credential !== null,
    stream,
    local: (args, options = {}) => stream(args, options, readAnswer),
    remote: async (args, options = {}) => {
      const signal = AbortSignal.any([common.signal, proxy.overflow]);
      const ended = await runGit({ ...common, ...options, args, config, signal }, readAnswer);
      if (ended.code !== 0 && proxy.failure) throw proxy.failure;
      return { ...ended, output: clean(ended.output.toString()), complaint: clean(ended.complaint) };
    },
  };
}

const readAnswer = (output: Parameters<typeof readWhole>[0]) =>
  readWhole(output, maxOutputBytes, () =>
    failure('import_refused', `The tree of the repository takes more than ${maxOutputBytes} bytes`),
  );

/** The error of a call that failed. */
export const failureOf = (repository: Repository, { complaint }: GitEnd<unknown>) =>
  errorOf(complaint, repository.hasCredential);

/** The first version that takes settings from the environment, without which a run is not guarded. */
const oldest = [2, 31] as const;

const checked = new Set<string>();

/** Throws git_unavailable when the program is missing or too old. It is looked at once in the life of the process. */
export async function requireGit(common: Common): Promise<void> {
  if (checked.has(common.program)) return;
  const { output } = await runGit({ ...common, args: ['version'] }, readAnswer);
  const version = output.toString().trim();
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(version) ?? [];
  const isNew = Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
  if (!isNew) throw gitUnavailable(`git must be version ${oldest.join('.')} or newer; this is "${version}"`);
  checked.add(common.program);
}
