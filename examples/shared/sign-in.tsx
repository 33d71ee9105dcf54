import type { FormEvent } from 'react';
import { textOf } from './forms.ts';
import type { Session } from './session.ts';

/** Asks for the server and a token of it. */
export function SignIn({ onSignIn }: { readonly onSignIn: (session: Session) => void }) {
  const signIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSignIn({ url: textOf(event.currentTarget, 'url'), token: textOf(event.currentTarget, 'token') });
  };
  return (
    <form onSubmit={signIn}>
      <h1>Sign in</h1>
      <label>
        Server
        <input name="url" type="url" required defaultValue="http://127.0.0.1:4000" />
      </label>
      <label>
        Token
        <input name="token" type="password" required autoComplete="off" />
      </label>
      <button type="submit">Sign in</button>
    </form>
  );
}
