/* Signs in by a passkey, by a link that makes one, or by an identity provider. The code that comes of it goes to the client that
   has sent the browser here, or is exchanged for a session, whose token the pages then use. */
(() => {
  const { basePath, passkeys } = JSON.parse(document.getElementById('settings').textContent);
  const { make, use, encoded } = globalThis.octavoPasskeys;
  const element = (id) => document.getElementById(id);
  const form = element('search');
  const input = element('organization');
  const choice = element('choice');
  const list = element('logins');
  const heading = element('heading');
  const hint = element('hint');
  const problem = element('problem');
  const linkForm = element('link');
  const underWay = 'octavo:sign-in';
  const here = new URL(`${basePath}/login`, location.href);
  const firstHint = hint.textContent;
  const given = new URLSearchParams(location.search);
  /* A client that wants a code: where it takes it, and the challenge of its verifier. */
  const client = given.has('returnTo')
    ? {
        returnTo: given.get('returnTo'),
        codeChallenge: given.get('code_challenge') ?? '',
        ...(given.has('state') ? { state: given.get('state') } : {}),
      }
    : null;

  /* The page of this service to go to afterwards, and no other one. */
  const ownPage = (path) =>
    path?.startsWith('/') && new URL(path, location.href).origin === location.origin ? path : null;
  let page = ownPage(given.get('page'));

  function say(message) {
    problem.textContent = message;
    problem.hidden = message === '';
  }

  const random = () => encoded(crypto.getRandomValues(new Uint8Array(32)));

  // crypto.subtle exists only in secure contexts, which an installation without TLS lacks.
  async function challengeOf(verifier) {
    if (!crypto.subtle) throw new Error('This page must be opened over https, or on this machine');
    return encoded(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  }

  async function call(path, init) {
    const response = await fetch(`${basePath}${path}`, init);
    const body = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(body.error?.message ?? `The server answered ${response.status}`);
    return body;
  }

  const post = (path, body, token) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body ?? {}),
    });

  /* By an identity provider. */

  async function begin(startURL) {
    try {
      const url = new URL(startURL, location.href);
      // The page and the service may have different names for this machine.
      const start = new URL(`${url.pathname}${url.search}`, location.href);
      const { searchParams } = start;
      if (client) {
        searchParams.set('RelayState', client.returnTo);
        searchParams.set('code_challenge', client.codeChallenge);
        if (client.state !== undefined) searchParams.set('state', client.state);
      } else {
        const [verifier, state] = [random(), random()];
        searchParams.set('RelayState', here.href);
        searchParams.set('code_challenge', await challengeOf(verifier));
        searchParams.set('state', state);
        sessionStorage.setItem(underWay, JSON.stringify({ verifier, state, page }));
      }
      searchParams.set('code_challenge_method', 'S256');
      location.assign(start);
    } catch (error) {
      say(error.message);
    }
  }

  /* The kind of a provider is part of its id. */
  const startOf = (id) => `${basePath}/${id.startsWith('oidc_') ? 'oidc' : 'saml'}/${id}/start`;

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

  element('back').addEventListener('click', () => {
    heading.textContent = 'Sign in';
    hint.textContent = firstHint;
    choice.hidden = true;
    form.hidden = false;
    input.focus();
  });

  /* By a passkey. */

  /* Signs in by what `ceremony` returns: the path and the body that a challenge of a verifier completes. */
  async function signIn(ceremony) {
    say('');
    const verifier = random();
    const codeChallenge = client?.codeChallenge ?? (await challengeOf(verifier));
    const [path, body] = await ceremony();
    const { code, returnURL } = await post(path, { ...body, ...client, codeChallenge });
    if (client) return location.replace(returnURL);
    return enter(await post('/v1/sessions', { code, codeVerifier: verifier }));
  }

  let waiting = new AbortController();

  const signInByPasskey = (options) =>
    signIn(async () => {
      const request = await post('/v1/sign-ins/passkey/options');
      return ['/v1/sign-ins/passkey', { credential: await use(request, options) }];
    });

  /* Why passkeys do not work here, or null. */
  function whyNot() {
    if (passkeys.problem) return passkeys.problem;
    if (!globalThis.isSecureContext || !globalThis.PublicKeyCredential)
      return 'This browser has no passkeys here. Use a newer one, and open this page over https.';
    return null;
  }

  /* Passkeys belong to a name. The page may have been opened by another one of the same machine. */
  function moveToName() {
    if (passkeys.problem || location.origin === passkeys.origin) return false;
    location.replace(`${passkeys.origin}${location.pathname}${location.search}${location.hash}`);
    return true;
  }

  const passkeyButton = element('passkey');
  passkeyButton.addEventListener('click', () => {
    if (moveToName()) return;
    waiting.abort();
    waiting = new AbortController();
    signInByPasskey({ signal: waiting.signal }).catch((error) => say(error.message));
  });

  /* Offers the passkeys of this device in the field, as browsers do with passwords. */
  async function offer() {
    const reason = whyNot();
    element('passkey-problem').textContent = reason ?? '';
    element('passkey-problem').hidden = reason === null;
    passkeyButton.hidden = reason !== null;
    if (reason !== null || location.origin !== passkeys.origin) return;
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    await signInByPasskey({ mediation: 'conditional', signal: waiting.signal }).catch(() => undefined);
  }

  /* By a link. */

  const titles = {
    'first-admin': ['Welcome', 'Create a passkey, and you are the admin of this installation.'],
    invitation: ['You are invited', 'Create a passkey, which is how you sign in from now on.'],
    recovery: ['Sign in again', 'Create a new passkey. Your other sessions end.'],
    'invite-link': ['You are invited', 'Create a passkey, or sign in if you have been here before.'],
  };
  /* An invite link, which is followed by whoever signs in, in whatever way. */
  const invited = 'octavo:invite';
  const hasName = (purpose) => purpose === 'invitation' || purpose === 'invite-link';

  async function openLink(link) {
    form.hidden = true;
    passkeyButton.hidden = true;
    hint.textContent = '';
    const reason = whyNot();
    if (reason !== null) return say(reason);
    if (moveToName()) return undefined;
    try {
      const opened = await post('/v1/sign-ins/link/options', { link });
      const [title, words] = titles[opened.purpose];
      heading.textContent = opened.organization ? `${title} to ${opened.organization}` : title;
      hint.textContent = words;
      const name = element('display-name');
      name.value = opened.displayName;
      element('name').hidden = !hasName(opened.purpose);
      name.required = opened.purpose === 'invite-link';
      if (opened.organizationId) {
        const { organizationId } = opened;
        sessionStorage.setItem(invited, JSON.stringify({ organizationId, inviteId: link }));
        form.hidden = false;
        passkeyButton.hidden = false;
      }
      linkForm.hidden = false;
      linkForm.querySelector('button').focus();
    } catch (error) {
      say(error.message);
      form.hidden = false;
      hint.textContent = firstHint;
    }
    return undefined;
  }

  linkForm.addEventListener('submit', (event) => {
    event.preventDefault();
    const link = readLink();
    signIn(async () => {
      // Asked for again, because the person may have looked at the page for longer than a challenge lives.
      const { creation, purpose } = await post('/v1/sign-ins/link/options', { link });
      const displayName = hasName(purpose) ? element('display-name').value.trim() : '';
      const credential = await make({ ...creation, ...(displayName === '' ? {} : { displayName }) });
      return ['/v1/sign-ins/link', { link, credential, ...(displayName === '' ? {} : { displayName }) }];
    }).catch((error) => say(error.message));
  });

  const readLink = () => /^#link=([\w-]{1,100})$/.exec(location.hash)?.[1] ?? null;

  /* By a link that is asked for, where the server sends it. */

  const lost = element('lost');
  lost?.addEventListener('click', () => {
    element('recover').hidden = false;
    element('address').focus();
  });
  element('recover')?.addEventListener('submit', (event) => {
    event.preventDefault();
    say('');
    post('/v1/sign-ins/recovery', { email: element('address').value.trim() }).then(
      () => {
        element('recover').hidden = true;
        element('recover-answer').textContent =
          'If this is the address of somebody here who has lost their passkey, a link is on its way. It works for an hour.';
      },
      (error) => say(error.message),
    );
  });

  /* Signed in. */

  /* To what a client or a page asked for, if that has led here, or to the desk. */
  function leave() {
    const asked = sessionStorage.getItem('octavo:consent');
    sessionStorage.removeItem('octavo:consent');
    location.replace(asked?.startsWith('?') ? `${basePath}/oauth/authorize${asked}` : (page ?? `${basePath}/app`));
  }

  /* Joins by the invite link that was opened before. Whoever has just been made by it is a member, which is no fault. */
  async function follow(token) {
    const { organizationId, inviteId } = JSON.parse(sessionStorage.getItem(invited) ?? '{}');
    sessionStorage.removeItem(invited);
    if (inviteId) await post(`/v1/orgs/${organizationId}/invites/${inviteId}`, {}, token);
  }

  async function enter({ token, organization }) {
    sessionStorage.setItem('octavo:token', token);
    history.replaceState(null, '', here);
    const headers = { authorization: `Bearer ${token}` };
    await follow(token).catch((error) => say(error.message));
    // Whoever signs in by an identity provider needs none.
    const own = organization ? null : await call('/v1/user/passkeys?limit=2', { headers }).catch(() => null);
    if (own?.items.length !== 1) return leave();
    for (const part of [form, choice, linkForm, passkeyButton]) part.hidden = true;
    heading.textContent = 'You are signed in';
    hint.textContent =
      'You have one passkey. Add a second one, on another device or a security key, so that you get in when the first is lost.';
    const second = element('second');
    second.hidden = false;
    element('add').addEventListener('click', () => {
      say('');
      post('/v1/user/passkeys/options', {}, token)
        .then(make)
        .then((credential) => post('/v1/user/passkeys', { credential }, token))
        .then(leave, (error) => say(error.message));
    });
    element('later').addEventListener('click', leave);
    return element('later').focus();
  }

  async function finish(code, state) {
    const begun = JSON.parse(sessionStorage.getItem(underWay) ?? 'null');
    sessionStorage.removeItem(underWay);
    history.replaceState(null, '', here);
    if (!begun || begun.state !== state) return say('This sign-in was started in another tab. Sign in again.');
    page = ownPage(begun.page);
    form.hidden = true;
    hint.textContent = 'Signing you in…';
    try {
      await enter(await post('/v1/sessions', { code, codeVerifier: begun.verifier }));
    } catch (error) {
      form.hidden = false;
      hint.textContent = firstHint;
      say(error.message);
    }
    return undefined;
  }

  // A client takes its code wherever the page is, so nobody has to press a button twice.
  const moves = client !== null && moveToName();
  if (moves) hint.textContent = '';
  else if (given.has('code')) void finish(given.get('code'), given.get('state'));
  else if (/^[\w-]{1,60}$/.test(given.get('provider') ?? '')) void begin(startOf(given.get('provider')));
  else if (readLink() !== null) void openLink(readLink());
  else {
    if (given.has('organization')) {
      input.value = given.get('organization');
      void search();
    } else input.focus();
    void offer();
  }
  addEventListener('hashchange', () => location.reload());
})();
