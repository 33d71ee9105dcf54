import { useState, type FormEvent } from 'react';
import { keepToken } from '../client/session.ts';
import { basePath } from '../client/settings.ts';
import { fieldOf } from '../parts/field.ts';
import { useTitle } from '../parts/title.tsx';
import { words } from '../words/words.ts';

/** Leads to the sign-in page of the server, which leads back to where the person is, or takes a token. */
export function SignIn() {
  useTitle(words.signIn);
  const [refusal, setRefusal] = useState('');
  const page = new URLSearchParams({ page: location.pathname + location.search + location.hash });
  return (
    <main id="main" className="welcome">
      <h1>{words.welcome}</h1>
      <p className="lead">{words.welcomeLead}</p>
      <a className="button primary" href={`${basePath}/login?${page}`}>
        {words.signIn}
      </a>
      <details>
        <summary>{words.useToken}</summary>
        <form onSubmit={(event) => void tryToken(event, setRefusal)}>
          <label>
            {words.token}
            <input type="password" name="token" autoComplete="off" required maxLength={256} />
          </label>
          <button type="submit">{words.signIn}</button>
          {refusal && (
            <p className="refusal" role="alert">
              {refusal}
            </p>
          )}
        </form>
      </details>
      <p className="doors">
        <a href={`${basePath}/manual/`}>{words.manual}</a> <a href={`${basePath}/docs`}>{words.reference}</a>{' '}
        <a href={`${basePath}/graphql`}>GraphiQL</a>
      </p>
    </main>
  );
}

/** Keeps a token that the server takes. */
async function tryToken(event: FormEvent<HTMLFormElement>, setRefusal: (words: string) => void): Promise<void> {
  event.preventDefault();
  const token = fieldOf(event.currentTarget, 'token');
  setRefusal('');
  try {
    const answer = await fetch(`${basePath}/v1/user`, {
      headers: { authorization: `Bearer ${encodeURIComponent(token)}` },
    });
    if (answer.status === 401) setRefusal(words.tokenRefused);
    else keepToken(token);
  } catch {
    setRefusal(words.noAnswer);
  }
}
