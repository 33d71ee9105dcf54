import type { NamedText, SpecContent, SpecDocument, SpecOperation } from './read-spec-document.ts';
import { maxItems, stringOrEmpty } from './read-spec-document.ts';
import { cut } from './letters.ts';
import { escapeLine, plainLine, safeText } from './safe-text.ts';
import type { Json } from './spec-problem.ts';

/** Maximum length of a guide, of the description of an operation, and of the text of a page, in characters. */
const maxGuide = 500_000;
const maxDescription = 50_000;
const maxPageText = 1_000_000;

/** Quotes the value of a tag attribute. */
const quoted = (text: string) => `"${text.replaceAll('"', '%22').replaceAll(/[\n\r]/g, ' ')}"`;

const code = (text: string) => `\`${text.replaceAll(/[`\n\r]/g, ' ')}\``;

/** Text of the page that describes the specification. */
export function renderInfo({ description, apiVersion, servers }: SpecDocument): string {
  const lines = [safeText(description, maxGuide, 'lower')];
  if (apiVersion !== '') lines.push(`Version ${code(cut(apiVersion, 100))}`);
  if (servers.length > 0)
    lines.push(['Servers:', '', ...servers.slice(0, 20).map((url) => `* ${code(cut(url, 300))}`)].join('\n'));
  return joined(lines);
}

/** Text of the page of a tag. Each operation is a block, filled with text for search and print. */
export function renderOperations(
  spec: string,
  { description, operations }: { readonly description: string; readonly operations: readonly SpecOperation[] },
): string {
  const guide = safeText(description, maxGuide, 'bold');
  let left = maxPageText - guide.length;
  const blocks = operations.map((one) => {
    const text = left > 0 ? described(one) : '';
    left -= text.length;
    return operationBlock(spec, one, text);
  });
  return cut(joined([guide, ...blocks]), 2 * maxPageText);
}

function operationBlock(spec: string, operation: SpecOperation, text: string): string {
  const { path, method, isWebhook } = operation;
  const tag = isWebhook ? 'openapi-webhook' : 'openapi-operation';
  const target = `${isWebhook ? 'name' : 'path'}=${quoted(path)}`;
  return joined([
    `{% ${tag} spec=${quoted(spec)} ${target} method="${method}" %}`,
    `## ${escapeLine(operationTitle(operation))}`,
    methodLine(operation),
    text,
    `{% end${tag} %}`,
  ]);
}

/** Title of an operation on one line: its summary, or else its name. */
export const operationTitle = ({ path, method, value }: SpecOperation): string =>
  plainLine(stringOrEmpty(value['summary'])) ||
  plainLine(escapeLine(stringOrEmpty(value['operationId']))) ||
  `${method} ${path}`;

/** Method and path of an operation as Markdown. */
export const methodLine = ({ path, method }: SpecOperation): string => code(`${method.toUpperCase()} ${path}`);

/** Description, parameters, body and responses of an operation as Markdown. */
export function described(operation: SpecOperation): string {
  const known = descriptions.get(operation) ?? describe(operation);
  descriptions.set(operation, known);
  return known;
}

/** An operation is described on the page of each of its tags, and for the blocks that show it. */
const descriptions = new WeakMap<SpecOperation, string>();

function describe({ value, parameters, body, responses }: SpecOperation): string {
  const names = parameters.slice(0, maxItems).flatMap((parameter) => parameterLine(parameter.value) ?? []);
  return joined([
    value['deprecated'] === true ? 'Deprecated.' : '',
    safeText(stringOrEmpty(value['description']), maxDescription),
    names.length === 0 ? '' : ['Parameters:', '', ...names].join('\n'),
    body === null ? '' : contentLines(sentence(['Body:', typesOf(body), aboutLine(body)]), body, '').join('\n'),
    responses.length === 0 ? '' : ['Responses:', '', ...responses.slice(0, 20).flatMap(responseLines)].join('\n'),
  ]);
}

const responseLines = (response: SpecOperation['responses'][number]) =>
  contentLines(sentence([`* ${code(cut(response.status, 100))}`, aboutLine(response)]), response, '  ');

/**
 * A line about a body or a response, and a list of its headers and examples that have a description, and of the members of its
 * schemas.
 */
function contentLines(line: string, { headers, examples, listMembers }: SpecContent, indent: string): string[] {
  const named = [...headers, ...examples]
    .filter((part) => part.description !== '')
    .map((part) => sentence([code(cut(part.name, 100)), aboutLine(part)]));
  const parts = [...named, ...listMembers()].map((part) => `${indent}* ${part}`);
  return [line, ...(indent === '' && parts.length > 0 ? [''] : []), ...parts];
}

const typesOf = ({ contentTypes }: SpecContent) => contentTypes.map((type) => code(cut(type, 100))).join(', ');

/** A description on one line of Markdown. */
const aboutLine = ({ description }: Pick<NamedText, 'description'>) => escapeLine(plainLine(description));

const sentence = (words: readonly string[]) => words.filter((word) => word !== '').join(' ');

function parameterLine(parameter: Json): string | null {
  const name = stringOrEmpty(parameter['name']);
  if (name === '') return null;
  const place = [cut(stringOrEmpty(parameter['in']), 20), parameter['required'] === true ? 'required' : ''].filter(
    Boolean,
  );
  const about = aboutLine({ description: stringOrEmpty(parameter['description']) });
  return sentence([`* ${code(cut(name, 100))}`, place.length > 0 ? `(${place.join(', ')})` : '', about]);
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
  return cut(
    joined(blocks.filter((block) => block.length > 0).map((block) => modelsBlock(spec, block))),
    2 * maxPageText,
  );
}

const modelsBlock = (spec: string, models: readonly Model[]) =>
  joined([
    `{% openapi-schemas spec=${quoted(spec)} schemas=${quoted(models.map(({ name }) => name).join(','))} grouped="true" %}`,
    models.map(modelLine).join('\n'),
    '{% endopenapi-schemas %}',
  ]);

/** A schema as an item of a list. */
export const modelLine = ({ name, description }: Model): string =>
  sentence([`* ${code(name)}`, aboutLine({ description })]);

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');
