/* Renders operations from the OpenAPI document of this server. No other host is called. */
(() => {
  const settings = JSON.parse(document.getElementById('settings').textContent);
  const notice = document.getElementById('notice');

  // Sends calls to the host of this page, so that a page opened as "localhost" works when the document names "127.0.0.1".
  function sameHost(url) {
    const address = new URL(url, location.href);
    return `${location.origin}${address.pathname}`.replace(/\/$/, '');
  }

  function authentication(document_) {
    const token = sessionStorage.getItem('octavo:token');
    const schemes = Object.entries(document_.components?.securitySchemes ?? {});
    const bearer = schemes.find(([, scheme]) => scheme.type === 'http' && scheme.scheme.toLowerCase() === 'bearer');
    if (!bearer) return undefined;
    return { preferredSecurityScheme: bearer[0], securitySchemes: { [bearer[0]]: { token: token ?? '' } } };
  }

  function configuration(document_) {
    const servers = (document_.servers ?? [{ url: settings.basePath || '/' }]).map((server) => ({
      ...server,
      url: sameHost(server.url),
    }));
    return {
      content: { ...document_, servers },
      authentication: authentication(document_),
      // Each of these features calls scalar.com or links to it (1.46.4).
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      proxyUrl: '',
      showDeveloperTools: 'never',
      telemetry: false,
      withDefaultFonts: false,
    };
  }

  async function start() {
    const response = await fetch(settings.documentUrl, { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`${settings.documentUrl} answered ${response.status}`);
    Scalar.createApiReference('#reference', configuration(await response.json()));
  }

  start().catch((error) => {
    notice.textContent = `The operations could not be shown: ${error.message}`;
    notice.hidden = false;
  });
})();
