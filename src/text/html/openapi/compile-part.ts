import { html, joinHtml, noHtml, type Safe } from '../../../lib/html.ts';
import { outcomeOf } from '../../../lib/text-outcome.ts';
import type { Block } from '../../rich-text/document.ts';
import { documentFromMarkdown } from '../../rich-text/read/document-from-markdown.ts';
import { writeBlocks } from '../blocks.ts';
import { compiledText } from '../compile-text.ts';
import type { CompiledText } from '../compiled-text.ts';
import { createHtmlContext, wordHtml, type HtmlContext } from '../html-context.ts';
import type { Word } from '../../words/words.ts';
import { writeExample } from './examples.ts';
import type { ContentView, OpenApiPart, OperationView, ParameterView, SchemaView } from './part.ts';
import { writeRequests } from './requests.ts';
import { writeTrial } from './trial.ts';
import { constraintsHtml, createSchemaWriter, shortenedHtml, typeName, type SchemaWriter } from './schema.ts';

interface PartOptions {
  readonly readDescription?: ReadDescription;
  /** Whether the page is so long that bodies, schemas and examples are left out, and a note says so. */
  readonly isShort?: boolean;
}

/**
 * Compiles a part of a specification to HTML with slots: `section.operation` or `section.schema`. Descriptions are Markdown,
 * whose links lead nowhere unless they are absolute. A task of the workers: `compilePart`.
 */
export function compilePart(
  part: OpenApiPart,
  { readDescription = descriptionReader(), isShort = false }: PartOptions = {},
): CompiledText {
  const context = createHtmlContext({ isIncluded: true, reserved: new Set(), titles: new Map(), writeBlocks });
  const writer = createSchemaWriter(context, (markdown) => describe(context, readDescription, markdown));
  const content = 'method' in part ? writeOperation(writer, part, isShort) : writeNamedSchema(writer, part, isShort);
  return compiledText(context, [content], { description: '' });
}

/** Longest description that is read as Markdown, in characters. */
const maxDescriptionCharacters = 50_000;

/** Writes a description. One that is too intricate is a text without marks. */
function describe(context: HtmlContext, read: ReadDescription, markdown: string | null | undefined): Safe {
  const text = (markdown ?? '').replaceAll('\0', '').slice(0, maxDescriptionCharacters);
  if (text.trim() === '') return noHtml;
  // A line without marks needs no parser, and most descriptions are one.
  if (/^[\w ,.'():;/-]*$/.test(text) && !/^\s*\d+[.)]|^\s*-|^ {4}|:\w+:|https?:/.test(text))
    return html`<p>${text.trim()}</p>`;
  const written = outcomeOf(() => writeBlocks(context, read(text)));
  return 'value' in written ? written.value : html`<p>${text}</p>`;
}

/** Reads a description as Markdown. Throws TextProblem. */
type ReadDescription = (text: string) => readonly Block[];

/** Creates a reader that remembers what it has read, because the parts of a specification repeat their schemas. */
export function descriptionReader(): ReadDescription {
  const known = new Map<string, readonly Block[]>();
  return (text) => {
    const nodes = known.get(text) ?? documentFromMarkdown(text, { keepsSource: false }).nodes;
    known.set(text, nodes);
    return nodes;
  };
}

function writeOperation(writer: SchemaWriter, operation: OperationView, isShort: boolean): Safe {
  const { context } = writer;
  const { method, path, name, title, deprecated, description, security = [] } = operation;
  const route =
    path === undefined
      ? html`<span class="method">${wordHtml(context, 'webhook')}</span> <code>${name}</code>`
      : html`<span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>`;
  const mark = deprecated === true ? html` <span class="chip">${wordHtml(context, 'deprecated')}</span>` : noHtml;
  const access =
    security.length === 0
      ? noHtml
      : html`<p>${wordHtml(context, 'security')}: ${joinHtml(
          security.map((one) => html`<code>${one}</code>`),
          ', ',
        )}</p>`;
  const rest = isShort
    ? [shortenedHtml(context)]
    : [
        writeBody(writer, operation),
        ...(path === undefined ? [] : [writeRequests(context, operation), writeTrial(context, operation) ?? noHtml]),
        writeResponses(writer, operation),
      ];
  return html`<section class="operation"><h3>${title}${mark}</h3><p class="route">${route}</p>${writer.describe(description)}${access}${writeParameters(writer, operation.parameters)}${rest}</section>`;
}

const titleHtml = (context: HtmlContext, word: Word): Safe => html`<h4>${wordHtml(context, word)}</h4>`;

const placeWords: Readonly<Record<string, Word>> = {
  path: 'inPath',
  query: 'inQuery',
  header: 'inHeader',
  cookie: 'inCookie',
};

function writeParameters(writer: SchemaWriter, parameters: readonly ParameterView[] = []): Safe {
  if (parameters.length === 0) return noHtml;
  const { context } = writer;
  const members = parameters.map(({ name, in: place, required, description, schema }) => {
    const type = schema === undefined ? noHtml : html` <span class="type">${typeName(schema)}</span>`;
    const word = Object.hasOwn(placeWords, place) ? placeWords[place] : undefined;
    const where = word === undefined ? noHtml : html` <span class="place">${wordHtml(context, word)}</span>`;
    const need = required === true ? html` <span class="required">${wordHtml(context, 'required')}</span>` : noHtml;
    const body = [writer.describe(description), schema === undefined ? noHtml : constraintsHtml(context, schema)];
    return html`<dt><code>${name}</code>${type}${where}${need}</dt><dd>${body}</dd>`;
  });
  return html`${titleHtml(context, 'parameters')}<dl class="members">${members}</dl>`;
}

function writeBody(writer: SchemaWriter, { requestBody }: OperationView): Safe {
  if (!requestBody) return noHtml;
  return html`${titleHtml(writer.context, 'body')}${writeContent(writer, requestBody)}`;
}

function writeResponses(writer: SchemaWriter, { responses = [] }: OperationView): Safe {
  if (responses.length === 0) return noHtml;
  const { context } = writer;
  const items = responses.map((response) => {
    const { status, description = '' } = response;
    const sign = /^[1-5]/.exec(status)?.[0];
    const code = html`<code class="status${sign === undefined ? '' : ` status-${sign}`}">${status}</code>`;
    const content = writeContent(writer, { ...response, description: '' });
    const words = html`${code} ${description}`;
    if (content.html === '') return html`<p class="response">${words}</p>`;
    return html`<details class="expandable"><summary>${words}</summary><div>${content}</div></details>`;
  });
  return html`${titleHtml(context, 'responses')}${items}`;
}

/** Writes a request body or a response: description, types, headers, schema, example. */
function writeContent(writer: SchemaWriter, content: ContentView): Safe {
  const { context } = writer;
  const { description, contentTypes = [], headers = [], examples = [], schema, others = [] } = content;
  const types = contentTypes.map((type) => html`<code>${type}</code>`);
  const named = (word: Word, list: ContentView['headers'] = []) =>
    list.length === 0
      ? noHtml
      : html`<h5>${wordHtml(context, word)}</h5><dl class="members">${list.map(
          (one) => html`<dt><code>${one.name}</code></dt><dd>${writer.describe(one.description)}</dd>`,
        )}</dl>`;
  return joinHtml([
    writer.describe(description),
    types.length === 0 ? noHtml : html`<p class="types">${joinHtml(types, ' ')}</p>`,
    named('headers', headers),
    schema === undefined ? noHtml : writer.write(schema),
    writeExample(context, content),
    ...others.map((other) => {
      const inside = [other.schema === undefined ? noHtml : writer.write(other.schema), writeExample(context, other)];
      return html`<details class="schema"><summary><code>${other.type}</code></summary><div>${inside}</div></details>`;
    }),
    named('examples', examples),
  ]);
}

function writeNamedSchema(writer: SchemaWriter, { name, description, schema }: SchemaView, isShort: boolean): Safe {
  const shown = schema === undefined ? noHtml : writer.write(schema);
  const rest = isShort ? shortenedHtml(writer.context) : shown;
  return html`<section class="schema"><h3><code>${name}</code></h3>${writer.describe(description)}${rest}</section>`;
}
