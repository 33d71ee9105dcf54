/* Starts GraphiQL with the token of the header bar. Shows the welcome text without a token, and a notice when it is refused. */
(() => {
  const settings = JSON.parse(document.getElementById('settings').textContent);
  const notice = document.getElementById('notice');
  const welcome = document.getElementById('welcome');
  const host = document.getElementById('graphiql');
  const owner = document.getElementById('token-owner');
  const input = document.getElementById('token');
  const refused =
    'The server refused this token (401). It may be mistyped, expired or revoked: sign in again, or paste another one above.';
  let remove;

  const readToken = () => sessionStorage.getItem('octavo:token') ?? '';

  function say(message) {
    notice.textContent = message;
    notice.hidden = message === '';
  }

  async function fetchWithToken(url, init) {
    const headers = new Headers(init.headers);
    // A query may use another token, set in GraphiQL's headers editor.
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${readToken()}`);
    const response = await fetch(url, { ...init, headers });
    say(response.status === 401 ? refused : '');
    return response;
  }

  // For 100 ms after a change of tabs, GraphiQL 5.4 sends the operation name of the previous tab.
  function withoutStaleOperation(request) {
    const named = new RegExp(`\\b(query|mutation|subscription)\\s+${request.operationName}\\b`);
    return named.test(request.query) ? request : { ...request, operationName: undefined };
  }

  async function probe() {
    const response = await fetchWithToken(settings.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
      body: JSON.stringify({ query: settings.probeQuery }),
    });
    if (response.status === 401) return null;
    const { data, errors } = await response.json();
    if (!data?.viewer) {
      say(`The server answered ${response.status}: ${errors?.[0]?.message ?? 'no data'}`);
      return null;
    }
    return data.viewer;
  }

  function tabs(organizationId) {
    return settings.examples.map(({ query, variables }) => {
      const text = JSON.stringify(variables, null, 2);
      return {
        query,
        variables: organizationId ? text.replaceAll(settings.firstOrganizationId, organizationId) : text,
      };
    });
  }

  function showWelcome() {
    remove?.();
    remove = undefined;
    host.hidden = true;
    welcome.hidden = false;
    input.focus();
  }

  async function showGraphiQL(viewer) {
    const { createFetcher, show } = await import(settings.module);
    welcome.hidden = true;
    host.hidden = false;
    owner.textContent = `Signed in as ${viewer.displayName}`;
    const fetcher = createFetcher({ url: settings.endpoint, fetch: fetchWithToken });
    // Rendered again for each token, so that the schema is introspected as the new caller.
    remove?.();
    remove = show(host, {
      workers: settings.workers,
      fetcher: (request, options) => fetcher(withoutStaleOperation(request), options),
      defaultTabs: tabs(viewer.organizations.edges[0]?.node.id),
      storage: globalThis.octavoTabStorage,
      defaultEditorToolsVisibility: 'variables',
      shouldPersistHeaders: false,
      showPersistHeadersSettings: false,
    });
  }

  async function start() {
    say('');
    const token = readToken();
    if (token === '') return showWelcome();
    const viewer = await probe().catch((error) => say(`The server did not answer: ${error.message}`));
    if (token !== readToken()) return;
    if (viewer) await showGraphiQL(viewer);
    else showWelcome();
  }

  document.addEventListener('octavo:token', () => void start());
  void start();
})();
