/* Lets a person allow a client what it asks for, with the session of the sign-in page. The session is that of this tab, and no
   cookie, so nothing that another page does can agree in the place of the person. */
(() => {
  const { basePath, origin, request, denyURL } = JSON.parse(document.getElementById('settings').textContent);
  const element = (id) => document.getElementById(id);
  const [form, signIn, problem, organization] = ['consent', 'sign-in', 'problem', 'organization'].map(element);
  const storageKey = 'octavo:token';
  const dayMs = 86_400_000;

  // The page that signs in by passkeys belongs to a name, and what a tab keeps to an origin.
  if (origin !== null && location.origin !== origin)
    return location.replace(`${origin}${location.pathname}${location.search}`);

  function say(message) {
    problem.textContent = message;
    problem.hidden = message === '';
  }

  async function call(path, init = {}) {
    const response = await fetch(`${basePath}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${sessionStorage.getItem(storageKey)}` },
    });
    const body = await response.json().catch(() => ({}));
    if (response.ok) return body;
    throw Object.assign(new Error(body.error?.message ?? `The server answered ${response.status}`), {
      status: response.status,
    });
  }

  function askToSignIn() {
    sessionStorage.removeItem(storageKey);
    form.hidden = true;
    signIn.hidden = false;
    signIn.focus();
  }

  function goToSignIn() {
    sessionStorage.removeItem(storageKey);
    sessionStorage.setItem('octavo:consent', location.search);
    location.assign(`${basePath}/login`);
  }

  async function begin() {
    if (sessionStorage.getItem(storageKey) === null) return askToSignIn();
    try {
      const [user, { items }] = await Promise.all([call('/v1/user'), call('/v1/orgs?limit=100')]);
      element('person').textContent = user.displayName;
      organization.replaceChildren(...items.map(({ id, title }) => new Option(title, id)));
      form.hidden = false;
      if (items.length === 0) say('You are a member of no organization that this sign-in reaches.');
      element('allow').disabled = items.length === 0;
    } catch (error) {
      if (error.status !== 401) return say(error.message);
      askToSignIn();
    }
    return undefined;
  }

  async function allow() {
    say('');
    const scopes = [...form.querySelectorAll('[name=scope]:checked')].map(({ value }) => value);
    if (scopes.length === 0) return say('Choose something that it may do, or do not allow it.');
    element('allow').disabled = true;
    try {
      const expiresAt = new Date(Date.now() + Number(element('days').value) * dayMs - 60_000).toISOString();
      const body = JSON.stringify({ ...request, organization: organization.value, scopes, expiresAt });
      const { returnURL } = await call('/v1/user/grants', { method: 'POST', body });
      location.replace(returnURL);
      element('heading').textContent = 'Allowed. You can close this page.';
      form.hidden = true;
      element('deny').hidden = true;
    } catch (error) {
      element('allow').disabled = false;
      if (error.status === 401) askToSignIn();
      say(error.message);
    }
    return undefined;
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void allow();
  });
  signIn.addEventListener('click', goToSignIn);
  element('other').addEventListener('click', goToSignIn);
  element('deny').addEventListener('click', () => location.replace(denyURL));
  return void begin();
})();
