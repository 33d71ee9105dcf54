/* Shows what a signed-in person may read: on the front page everything of theirs, on a page of `urls.app` that object with
   what is around it. The token is the one of the sign-in page and of GraphiQL. */
(() => {
  const { basePath, kind, id, child } = JSON.parse(document.getElementById('settings').textContent);
  const place = document.getElementById('found');
  const signIn = document.getElementById('sign-in');
  const token = sessionStorage.getItem('octavo:token');

  const sites = (space) => `organization { id title sites(first: 5, spaceId: ${space}) { edges { node {
    id title published publishedUrl siteSpaces(first: 50) { edges { node { id publishedUrl space { id } } } } } } } }`;
  const requests = `changeRequests(first: 20, orderBy: { field: UPDATED_AT }) { edges { node {
    id number subject status space { id title } } } }`;
  const spaces = 'spaces(first: 20, orderBy: { field: UPDATED_AT }) { edges { node { id title emoji } } }';
  const ofSpace = `id title emoji ${sites('$id')}`;

  /** A query for each kind of page, with the member of the answer to show. */
  const queries = {
    home: `{ found: viewer { title: displayName organizations(first: 20) { edges { node { id title ${spaces} } } } ${requests} } }`,
    organization: `query ($id: ID!) { found: organization(id: $id) { id title ${spaces} sites(first: 20) { edges { node {
      id title published publishedUrl } } } ${requests} } }`,
    collection: `query ($id: ID!) { found: collection(id: $id) { title organization { id title } ${spaces} } }`,
    space: `query ($id: ID!) { found: space(id: $id) { ${ofSpace} ${requests}
      content { pages(first: 100) { edges { node { pageId title path parentId } } } } } }`,
    page: `query ($id: ID!, $child: ID!) { space(id: $id) { ${ofSpace} content { found: page(id: $child) {
      title description path body(format: HTML) { html } } } } }`,
    'change-request': `query ($id: ID!, $child: ID!) { space(id: $id) { ${ofSpace} found: changeRequest(id: $child) {
      number title: subject status descriptionHtml difference { pages { added updated removed } } } } }`,
    revision: `query ($id: ID!, $child: ID!) { space(id: $id) { ${ofSpace} found: revision(id: $child) { createdAt
      pages(first: 100) { edges { node { pageId title path parentId } } } } } }`,
    site: `query ($id: ID!, $child: ID!) { found: site(id: $child, organizationId: $id) { id title published publishedUrl
      organization { id title } siteSpaces(first: 50) { edges { node { id publishedUrl space { id title } } } } } }`,
    openapi:
      'query ($id: ID!, $child: String!) { organization(id: $id) { id title } found: openApiSpec(organizationId: $id, slug: $child) { title: slug sourceUrl } }',
    integration: 'query ($id: String!) { found: integration(name: $id) { title summary } }',
  };

  async function ask(query, variables) {
    const response = await fetch(`${basePath}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    if (errors && !Object.values(data ?? {}).some((value) => value !== null)) throw new Error(errors[0].message);
    return data;
  }

  const nodes = (connection) => (connection?.edges ?? []).map(({ node }) => node);
  const address = (...parts) => `${basePath}/${parts.map(encodeURIComponent).join('/')}`;

  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  /** Adds a list of links: `[words, address, more words]`. An empty one is left out. */
  function list(heading, links) {
    if (links.length === 0) return;
    const items = element('ul', undefined, { class: 'found' });
    for (const [words, href, more] of links) {
      const item = element('li');
      item.append(element('a', words, { href }));
      if (more) item.append(' ', element('span', more));
      items.append(item);
    }
    place.append(element('h2', heading), items);
  }

  const named = ({ emoji, title }) => [emoji, title].filter(Boolean).join(' ');
  const listSpaces = (heading, { spaces: found }) =>
    list(
      heading,
      nodes(found).map((space) => [named(space), address('spaces', space.id)]),
    );
  const listRequests = (found) =>
    list(
      'Change requests',
      nodes(found.changeRequests)
        .filter(({ space }) => space)
        .map(({ id: own, number, subject, status, space }) => [
          `#${number} ${subject || 'Without a subject'}`,
          address('spaces', space.id, 'change-requests', own),
          `${space.title}, ${status.toLowerCase().replaceAll('_', ' ')}`,
        ]),
    );
  const listPages = (pages, space) =>
    list(
      'Pages',
      nodes(pages).map(({ pageId, title, path }) => [title, address('spaces', space, 'pages', pageId), path ?? '']),
    );
  const listSites = (found) =>
    list(
      'Sites',
      nodes(found.sites).map((site) => [
        site.title,
        address('orgs', found.id, 'sites', site.id),
        site.published ? 'published' : 'not published',
      ]),
    );

  /** The address of a preview below which a path is opened. */
  function below(preview, path) {
    const url = new URL(preview);
    url.pathname += path;
    return url.href;
  }

  /** Lists where a space, a page of it with a path, or a change request can be read: on its sites, and in their previews. */
  async function listPlaces(space, { path = '', request = null }) {
    const links = [];
    for (const site of nodes(space.organization?.sites)) {
      const shown = nodes(site.siteSpaces).find((one) => one.space.id === space.id);
      if (!shown) continue;
      if (shown.publishedUrl) links.push([site.title, below(shown.publishedUrl, path), 'as readers see it']);
      const query = `query ($site: ID!, $shown: ID!, $request: ID) { site(id: $site) {
        preview(siteSpaceId: $shown, changeRequestId: $request) { url } } }`;
      // At most five sites, of which most spaces have one.
      const data = await ask(query, { site: site.id, shown: shown.id, request }).catch(() => null);
      const preview = data?.site?.preview?.url;
      if (preview)
        links.push([
          `Preview in ${site.title}`,
          below(preview, path),
          request ? 'with what it changes, for an hour' : 'for an hour',
        ]);
    }
    list('Open', links);
  }

  function around({ organization }, space) {
    const links = [];
    if (organization) links.push([organization.title, address('orgs', organization.id), 'organization']);
    if (space) links.push([named(space), address('spaces', space.id), 'space']);
    list('Belongs to', links);
  }

  function showText(html) {
    if (!html) return;
    const body = element('div', undefined, { class: 'text' });
    // The server makes this HTML from its own templates, without scripts, styles and forms.
    body.innerHTML = html;
    place.append(body);
  }

  async function show(data) {
    const space = data.space;
    const found = data.found ?? space?.found ?? space?.content?.found;
    if (!found) throw new Error('It does not exist, or you may not see it');
    const heading = document.querySelector('h1');
    if (kind !== 'home') heading.textContent = found.emoji ? named(found) : found.title || 'Without a title';
    if (kind === 'revision') heading.textContent = `Revision of ${new Date(found.createdAt).toLocaleString()}`;
    if (kind === 'home') {
      list(
        'Organizations',
        nodes(found.organizations).map(({ id: own, title }) => [title, address('orgs', own)]),
      );
      for (const organization of nodes(found.organizations))
        listSpaces(`Spaces of ${organization.title}`, organization);
      listRequests(found);
      return;
    }
    if (found.description ?? found.summary) place.append(element('p', found.description ?? found.summary));
    if (kind === 'change-request') {
      const { added = 0, updated = 0, removed = 0 } = found.difference?.pages ?? {};
      place.append(
        element(
          'p',
          `#${found.number}, ${found.status.toLowerCase()}: ${added} pages added, ${updated} updated, ${removed} removed`,
        ),
      );
    }
    if (found.sourceUrl) list('Source', [[found.sourceUrl, found.sourceUrl]]);
    if (found.publishedUrl) list('Open', [[found.title, found.publishedUrl, 'as readers see it']]);
    if (space || kind === 'space')
      await listPlaces(space ?? found, {
        path: kind === 'page' ? (found.path ?? '') : '',
        // A closed one has no preview of its own.
        request: ['DRAFT', 'OPEN'].includes(found.status) ? child : null,
      });
    showText(found.descriptionHtml ?? found.body?.html);
    listPages(found.pages ?? found.content?.pages, id);
    listSpaces('Spaces', found);
    if (kind === 'organization') listSites(found);
    if (kind === 'site')
      list(
        'Spaces',
        nodes(found.siteSpaces).map((one) => [one.space.title, address('spaces', one.space.id)]),
      );
    listRequests(found);
    around(data.organization ? data : (space ?? found), space);
  }

  if (token === null) {
    signIn.hidden = false;
    // The sign-in leads back to this page.
    signIn.querySelector('a').search = new URLSearchParams({ page: location.pathname }).toString();
    place.removeAttribute('aria-busy');
    return;
  }
  ask(queries[kind], { id, child })
    .then(show)
    .catch((error) => {
      place.append(element('p', `This could not be read: ${error.message}.`, { class: 'notice' }));
      signIn.hidden = false;
    })
    .finally(() => place.removeAttribute('aria-busy'));
})();
