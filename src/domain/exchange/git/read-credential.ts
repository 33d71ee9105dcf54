import { parseRemote, type Remote } from '../../../infra/git/remote.ts';
import { withUrlPath } from '../../../lib/errors.ts';

interface GivenCredential {
  readonly url: string;
  readonly username?: string | null | undefined;
  readonly token?: string | null | undefined;
}

/** The repository of an input, and what the host gets to admit us. */
interface ReadCredential {
  readonly remote: Pick<Remote, 'url'>;
  readonly username: string | null;
  readonly token: string | null;
}

/**
 * Separates the credential that a URL may contain. A lone user name in a URL is a token, as hosts take it. Members of the input win. Throws
 * fetch_refused for a URL that cannot be that of a repository.
 */
export function readCredential({ url, username, token }: GivenCredential): ReadCredential {
  const { credential, ...remote } = parse(url);
  const isLone = credential !== null && credential.password === '';
  const inUrl = credential && { username: isLone ? null : credential.username, token: secretOf(credential, isLone) };
  return {
    remote,
    username: username ?? (inUrl?.username || null),
    token: token === undefined ? (inUrl?.token ?? null) : token,
  };
}

const secretOf = ({ username, password }: NonNullable<Remote['credential']>, isLone: boolean) =>
  isLone ? username : password;

function parse(url: string): Remote {
  try {
    return parseRemote(url);
  } catch (error) {
    throw withUrlPath(error, 'input.url');
  }
}
