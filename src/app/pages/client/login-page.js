/* Finds the identity providers of an organization, redirects to one, and exchanges the code of the return address for a
   session, whose token the pages then use. */
(() => {
  const { basePath } = JSON.parse(document.getElementById('settings').textContent);
  const form = document.getElementById('search');
  const input = document.getElementById('organization');
  const choice = document.getElementById('choice');
  const list = document.getElementById('logins');
  const heading = document.getElementById('heading');
  const hint = document.getElementById('hint');
  const problem = document.getElementById('problem');
  const underWay = 'octavo:sign-in';
  const here = new URL(`${basePath}/login`, location.href);
  const firstHint = hint.textContent;

  function say(message) {
    problem.textContent = message;
    problem.hidden = message === '';
  }

  const encoded = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const random = () => encoded(crypto.getRandomValues(new Uint8Array(32)));

  // crypto.subtle exists only in secure contexts, which an installation without TLS lacks.
  async function challengeOf(verifier) {
    if (!crypto.subtle) throw new Error('This page must be opened over https, or on this machine');
    return encoded(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  }

  async function begin(startURL) {
    try {
      const verifier = random();
      const state = random();
      const url = new URL(startURL, location.href);
      url.searchParams.set('RelayState', here.href);
      url.searchParams.set('code_challenge', await challengeOf(verifier));
      url.searchParams.set('code_challenge_method', 'S256');
      url.searchParams.set('state', state);
      sessionStorage.setItem(underWay, JSON.stringify({ verifier, state }));
      location.assign(url);
    } catch (error) {
      say(error.message);
    }
  }

  async function call(path, init) {
    const response = await fetch(`${basePath}${path}`, init);
    const body = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(body.error?.message ?? `The server answered ${response.status}`);
    return body;
  }

  function showChoice(items) {
    const titles = new Set(items.map(({ organization }) => organization));
    heading.textContent = titles.size === 1 ? `Sign in to ${items[0].organization}` : 'Sign in';
    hint.textContent = 'Choose how to sign in.';
    list.replaceChildren(
      ...items.map(({ label, organization, startURL }) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.append(`Continue with ${label}`);
        if (titles.size > 1) {
          const small = document.createElement('small');
          small.textContent = organization;
          button.append(small);
        }
        button.addEventListener('click', () => void begin(startURL));
        const item = document.createElement('li');
        item.append(button);
        return item;
      }),
    );
    form.hidden = true;
    choice.hidden = false;
    list.querySelector('button').focus();
  }

  async function search() {
    say('');
    const organization = input.value.trim();
    if (organization === '') return;
    try {
      const { items } = await call(`/v1/logins?organization=${encodeURIComponent(organization)}`);
      if (items.length === 0)
        say(
          `No single sign-on was found for “${organization}”. Check the spelling, or ask an admin of your organization.`,
        );
      else showChoice(items);
    } catch (error) {
      say(error.message);
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void search();
  });

  document.getElementById('back').addEventListener('click', () => {
    heading.textContent = 'Sign in';
    hint.textContent = firstHint;
    choice.hidden = true;
    form.hidden = false;
    input.focus();
  });

  async function finish(code, state) {
    const begun = JSON.parse(sessionStorage.getItem(underWay) ?? 'null');
    sessionStorage.removeItem(underWay);
    history.replaceState(null, '', here);
    if (!begun || begun.state !== state) return say('This sign-in was started in another tab. Sign in again.');
    form.hidden = true;
    hint.textContent = 'Signing you in…';
    try {
      const session = await call('/v1/sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, codeVerifier: begun.verifier }),
      });
      sessionStorage.setItem('octavo:token', session.token);
      location.replace(`${basePath}/graphql`);
    } catch (error) {
      form.hidden = false;
      hint.textContent = firstHint;
      say(error.message);
    }
  }

  const given = new URLSearchParams(location.search);
  if (given.has('code')) void finish(given.get('code'), given.get('state'));
  else if (/^[\w-]{1,60}$/.test(given.get('provider') ?? ''))
    void begin(`${basePath}/saml/${given.get('provider')}/start`);
  else input.focus();
})();
