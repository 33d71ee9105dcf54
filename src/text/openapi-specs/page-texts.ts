import type { SpecOperation, SpecDocument } from './read-spec-document.ts';
import { stringOrEmpty } from './read-spec-document.ts';
import { isObject, type Json } from './parse-file.ts';

/** Maximum length of a description, and of the text of a page, in characters. */
const maxDescription = 4_000;
const maxPageText = 1_000_000;

/** Sanitizes Markdown of a specification, so that it can neither close the enclosing block nor open another. */
function safeText(text: string): string {
  const plain = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/<\/?[a-z][^<>]{0,1000}>|<!--|-->/gi, ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('{%', '{ %')
    // Bold text, so that headings of a description do not become headings of the page.
    .replaceAll(/^ {0,3}#{1,6} +(.*)$/gm, '**$1**')
    .replaceAll(/^ {0,3}(=+|-{2,}) *$/gm, '')
    .slice(0, maxDescription)
    .toWellFormed()
    .trim();
  // An unclosed fence would swallow the following text.
  return plain.split('```').length % 2 === 0 || plain.includes('~~~') ? plain.replaceAll(/```|~~~/g, '') : plain;
}

/** Converts a text to one line of plain text, for a description or a list. */
export const summaryOf = (text: string): string => {
  const line = safeText(text)
    .replaceAll(/[\s*_`#>|\\]+/g, ' ')
    .trim();
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
};

/** Quotes the value of a tag attribute. */
const quoted = (text: string) => `"${text.replaceAll('"', '%22').replaceAll(/[\n\r]/g, ' ')}"`;

const code = (text: string) => `\`${text.replaceAll(/[`\n\r]/g, ' ')}\``;

/** Text of the page that describes the specification. */
export function renderInfo({ description, apiVersion, servers }: SpecDocument): string {
  const lines = [safeText(description)];
  if (apiVersion !== '') lines.push(`Version ${code(apiVersion.slice(0, 100))}`);
  if (servers.length > 0)
    lines.push(['Servers:', '', ...servers.slice(0, 20).map((url) => `* ${code(url.slice(0, 300))}`)].join('\n'));
  return joined(lines);
}

/** Text of the page of a tag. Each operation is a block, filled with text for search and print. */
export function renderOperations(
  spec: string,
  { description, operations }: { readonly description: string; readonly operations: readonly SpecOperation[] },
): string {
  const full = joined([safeText(description), ...operations.map((one) => operationBlock(spec, one, described(one)))]);
  if (full.length <= maxPageText) return full;
  return joined([safeText(description), ...operations.map((one) => operationBlock(spec, one, ''))]).slice(
    0,
    2 * maxPageText,
  );
}

function operationBlock(spec: string, operation: SpecOperation, text: string): string {
  const { path, method, isWebhook } = operation;
  const tag = isWebhook ? 'openapi-webhook' : 'openapi-operation';
  const target = `${isWebhook ? 'name' : 'path'}=${quoted(path)}`;
  return joined([
    `{% ${tag} spec=${quoted(spec)} ${target} method="${method}" %}`,
    `## ${operationTitle(operation)}`,
    methodLine(operation),
    text,
    `{% end${tag} %}`,
  ]);
}

/** Title of an operation on one line of Markdown: its summary, or else its name. */
export const operationTitle = ({ path, method, value }: SpecOperation): string =>
  (
    summaryOf(stringOrEmpty(value['summary'])) ||
    summaryOf(stringOrEmpty(value['operationId'])) ||
    `${method} ${path}`
  ).replaceAll('<', '&lt;');

/** Method and path of an operation as Markdown. */
export const methodLine = ({ path, method }: SpecOperation): string => code(`${method.toUpperCase()} ${path}`);

/** Description, parameters and responses of an operation as Markdown. */
export function described({ value, parameters }: SpecOperation): string {
  const names = parameters.slice(0, 50).flatMap((parameter) => parameterLine(parameter) ?? []);
  const statuses = isObject(value['responses']) ? Object.entries(value['responses']) : [];
  const responses = statuses.slice(0, 20).map(([status, response]) => {
    const about = isObject(response) ? summaryOf(stringOrEmpty(response['description'])) : '';
    return `* ${code(status)}${about === '' ? '' : ` ${about}`}`;
  });
  return joined([
    value['deprecated'] === true ? 'Deprecated.' : '',
    safeText(stringOrEmpty(value['description'])),
    names.length === 0 ? '' : ['Parameters:', '', ...names].join('\n'),
    responses.length === 0 ? '' : ['Responses:', '', ...responses].join('\n'),
  ]);
}

function parameterLine(parameter: Json): string | null {
  const name = stringOrEmpty(parameter['name']);
  if (name === '') return null;
  const place = [stringOrEmpty(parameter['in']).slice(0, 20), parameter['required'] === true ? 'required' : ''].filter(
    Boolean,
  );
  const about = summaryOf(stringOrEmpty(parameter['description']));
  return `* ${code(name.slice(0, 100))}${place.length > 0 ? ` (${place.join(', ')})` : ''}${about === '' ? '' : ` ${about}`}`;
}

type Model = SpecDocument['schemas'][number];

/** Maximum number of names in one block. Longer tags are not recognized. */
const namesPerBlock = 20;
const maxNames = 1_500;

/** Text of the page of the models, divided into blocks. */
export function renderModels(spec: string, models: readonly Model[]): string {
  const blocks: Model[][] = [[]];
  let length = 0;
  for (const model of models) {
    const last = blocks.at(-1) ?? [];
    if (last.length === namesPerBlock || (length + model.name.length > maxNames && last.length > 0)) {
      blocks.push([model]);
      length = model.name.length;
    } else {
      last.push(model);
      length += model.name.length + 1;
    }
  }
  return joined(blocks.filter((block) => block.length > 0).map((block) => modelsBlock(spec, block))).slice(
    0,
    maxPageText * 2,
  );
}

const modelsBlock = (spec: string, models: readonly Model[]) =>
  joined([
    `{% openapi-schemas spec=${quoted(spec)} schemas=${quoted(models.map(({ name }) => name).join(','))} grouped="true" %}`,
    models.map(({ name, description }) => `* ${code(name)} ${summaryOf(description)}`.trimEnd()).join('\n'),
    '{% endopenapi-schemas %}',
  ]);

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');
