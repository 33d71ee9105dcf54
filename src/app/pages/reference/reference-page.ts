import { attributes, html, type Safe } from '../../../lib/html.ts';
import type { CompiledText } from '../../../text/html/compiled-text.ts';
import { fillSlots } from '../../../text/html/fill-slots.ts';
import { englishWords } from '../../../text/words/words.ts';
import { layout } from '../layout.ts';
import type { Operation, OperationGroup } from './operations.ts';

interface Shell {
  readonly basePath: string;
  readonly groups: readonly OperationGroup[];
}

/** Returns the page that lists all operations. `introduction` is what the document says of itself. */
export function operationListPage({ basePath, groups }: Shell, introduction: CompiledText): string {
  const sections = groups.map(
    ({ name, description, operations }) =>
      html`<section class="group" aria-labelledby="${idOfGroup(name)}">
        <h2 id="${idOfGroup(name)}">${name}</h2>
        <p>${description}</p>
        <ul>
          ${operations.map((one) => html`<li>${operationLink(basePath, one)}<span>${one.title}</span></li>`)}
        </ul>
      </section>`,
  );
  return shell({ basePath, groups }, 'API reference', [
    html`<h1>API reference</h1>
      ${fillText(introduction)}
      <p class="ways">
        <a href="${basePath}/docs/try">Send requests from the browser</a> ·
        <a href="${basePath}/v1/openapi.json">OpenAPI document</a>
      </p>`,
    ...sections,
  ]);
}

/** Returns the page of one operation. */
export function operationPage({ basePath, groups }: Shell, operation: Operation, compiled: CompiledText): string {
  const group = groups.find(({ operations }) => operations.includes(operation));
  return shell(
    { basePath, groups },
    operation.title,
    [
      html`<div class="above">
          <h1><a href="${basePath}/docs">API reference</a></h1>
          ›
          <h2><a href="${basePath}/docs#${idOfGroup(group?.name ?? '')}">${group?.name ?? ''}</a></h2>
        </div>
        <div class="text">${fillText(compiled)}</div>
        <p class="ways"><a href="${basePath}/docs/try">Send requests from the browser</a></p>`,
    ],
    operation,
  );
}

/** Returns the page for the id of an operation that does not exist. */
export const operationMissing = (parts: Shell): string =>
  shell(parts, 'Operation not found', [
    html`<h1>Operation not found</h1>
      <p>No operation has this id. The list beside shows all of them.</p>`,
  ]);

function shell({ basePath, groups }: Shell, title: string, parts: readonly Safe[], current?: Operation): string {
  const entries = groups.map(
    ({ name, operations }) =>
      html`<details ${current && operations.includes(current) ? 'open' : ''}>
        <summary>${name}</summary>
        <ul>
          ${operations.map((one) => html`<li><a href="${basePath}/docs/${one.id}" ${attributes({ 'aria-current': one === current && 'page' })}>${one.title}</a></li>`)}
        </ul>
      </details>`,
  );
  return layout({
    basePath,
    title: `${title} · Octavo`,
    current: 'reference',
    styles: ['text.css', 'operations.css', 'reference-page.css'],
    scripts: [],
    body: html`<div class="reference">
      <nav aria-label="Operations">${entries}</nav>
      <main>${parts}</main>
    </div>`,
  });
}

const operationLink = (basePath: string, { id, method, path }: Operation) =>
  html`<a href="${basePath}/docs/${id}"
    ><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a
  >`;

const idOfGroup = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const fillText = (compiled: CompiledText): Safe =>
  fillSlots(compiled, { targets: compiled.references.map(() => null), words: englishWords, locale: 'en' }).html;
