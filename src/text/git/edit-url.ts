/** A file of a repository on a host. */
export interface HostedFile {
  /** The program that serves the repository. */
  readonly provider: string;
  /** Of the repository, without credentials. */
  readonly url: string;
  /** Full name of the branch. */
  readonly ref: string;
  readonly path: string;
}

/** URL of a repository for people. */
export const repositoryPage = (url: string): string => url.replace(/\/?(?:\.git)?\/?$/, '');

/** The page where somebody edits a file on its host; null for a host whose pages are not known. */
export function editUrlOf({ provider, url, ref, path }: HostedFile): string | null {
  const file = [ref.replace(/^refs\/heads\//, ''), path].flatMap((part) => part.split('/')).map(encodeURIComponent);
  const page = pages[provider]?.(file.join('/'));
  return page === undefined ? null : `${repositoryPage(url)}${page}`;
}

const pages: Readonly<Record<string, (file: string) => string>> = {
  github: (file) => `/edit/${file}`,
  gitlab: (file) => `/-/edit/${file}`,
  gitea: (file) => `/_edit/${file}`,
  bitbucket: (file) => `/src/${file}?mode=edit`,
};
