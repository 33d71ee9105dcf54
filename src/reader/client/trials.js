// Sends requests of operations to the servers that their specifications name. What is entered stays in this tab.
import { all, make } from './elements.js';

/** Longest answer that is shown, in characters. */
const maxShown = 100_000;

const stored = (name, value) => {
  try {
    if (value !== undefined) sessionStorage.setItem(name, value);
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
};

const labelled = (text, field) => make('label', {}, make('span', { textContent: text }), field);

const encoded = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const add = (box) => {
  const words = JSON.parse(box.dataset.words);
  const operation = JSON.parse(box.dataset.operation);
  const { method, path, servers, scheme, parameters, body } = operation;
  const server = make('select', {}, ...servers.map((url) => make('option', { value: url, textContent: url })));
  const fields = parameters.map((parameter) => ({
    ...parameter,
    field: make('input', { value: parameter.value, required: parameter.required || parameter.in === 'path' }),
  }));
  const text = body && make('textarea', { value: body.text, rows: Math.min(12, body.text.split('\n').length + 1) });
  // What one server knows is not offered to another.
  const keptAs = `octavo:credential:${scheme?.name} ${servers.join(' ')}`;
  const credential = scheme && make('input', { type: 'password', autocomplete: 'off', value: stored(keptAs) });
  const answer = make('div', { className: 'answer' });
  answer.setAttribute('aria-live', 'polite');

  const urlOf = () => {
    const given = fields.filter(({ field, required }) => required || field.value !== '');
    const at = (place) => given.filter((one) => one.in === place).map(({ name, field }) => [name, field.value]);
    const inPath = new Map(at('path'));
    const filled = path.replace(/\{([^{}]+)\}/g, (whole, name) =>
      inPath.has(name) ? encodeURIComponent(inPath.get(name)) : whole,
    );
    const url = new URL(server.value.replace(/\/$/, '') + filled);
    for (const [name, value] of at('query')) url.searchParams.append(name, value);
    if (scheme?.in === 'query' && credential.value) url.searchParams.append(scheme.name, credential.value);
    return { url, headers: at('header') };
  };

  const send = async () => {
    const { url, headers } = urlOf();
    const own = new Headers(headers);
    if (scheme?.in === 'header' && credential.value) {
      const { value } = credential;
      own.set(scheme.name, scheme.prefix + (scheme.prefix === 'Basic ' ? encoded(value) : value));
    }
    if (body) own.set('content-type', body.type);
    const startedMs = performance.now();
    const response = await fetch(url, {
      method,
      headers: own,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(30_000),
      ...(text && { body: text.value }),
    });
    const shown = pretty(await response.text()).slice(0, maxShown);
    const took = `${response.status} ${response.statusText} · ${Math.round(performance.now() - startedMs)} ms`;
    const status = make('code', { className: `status status-${String(response.status)[0]}`, textContent: took });
    const pre = make('pre', { className: 'wrap', tabIndex: 0, dir: 'ltr' }, make('code', { textContent: shown }));
    answer.replaceChildren(make('p', {}, status), ...(shown ? [make('figure', { className: 'code' }, pre)] : []));
  };

  const button = make('button', { className: 'button', textContent: words.trySend });
  const form = make(
    'form',
    {},
    ...(servers.length > 1 ? [labelled(words.tryServer, server)] : []),
    ...(credential ? [labelled(`${words.tryCredential} (${scheme.name})`, credential)] : []),
    ...fields.map(({ name, field }) => labelled(name, field)),
    ...(text ? [labelled(words.body, text)] : []),
    button,
    answer,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (credential) stored(keptAs, credential.value);
    button.disabled = true;
    try {
      await send();
    } catch (error) {
      const why = error instanceof TypeError || error.name === 'TimeoutError' ? words.tryNoAnswer : String(error);
      answer.replaceChildren(make('p', { textContent: why }));
    } finally {
      button.disabled = false;
      button.focus();
    }
  });
  const summary = make('summary', { textContent: words.tryIt });
  box.append(make('details', { className: 'expandable' }, summary, make('div', {}, form)));
};

for (const box of all('.trial')) add(box);
