import { useEffect, useState, type FormEvent } from 'react';
import { Failure } from './failures.tsx';
import { textOf } from './forms.ts';
import type { Session } from './session.ts';
import { beginSignIn, finishSignIn, isComingBack } from './sign-in-by-server.ts';

interface Props {
  readonly onSignIn: (session: Session) => void;
}

/**
 * Lets people sign in at the server, by a passkey or the identity provider of their organization, or by a token, which programs and
 * people have who want one.
 */
export function SignIn({ onSignIn }: Props) {
  const [error, setError] = useState<Error | null>(null);
  const [isBack, setBack] = useState(isComingBack);

  useEffect(() => {
    if (!isBack) return;
    finishSignIn()
      .then(onSignIn)
      .catch((failed: Error) => {
        setError(failed);
        setBack(false);
      });
  }, []);

  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    beginSignIn(textOf(event.currentTarget, 'url')).catch(setError);
  };
  const useToken = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    onSignIn({ url: textOf(form, 'url'), token: textOf(form, 'token') });
  };
  if (isBack) return <p role="status">Signing you in…</p>;
  return (
    <>
      <form onSubmit={begin}>
        <h1>Sign in</h1>
        <Failure error={error} />
        <Server />
        <button type="submit">Sign in</button>
      </form>
      <details>
        <summary>Use a token</summary>
        <form onSubmit={useToken}>
          <Server />
          <label>
            Token
            <input name="token" type="password" required autoComplete="off" />
          </label>
          <button type="submit">Use the token</button>
        </form>
      </details>
    </>
  );
}

const Server = () => (
  <label>
    Server
    <input name="url" type="url" required defaultValue="http://127.0.0.1:4000" />
  </label>
);
