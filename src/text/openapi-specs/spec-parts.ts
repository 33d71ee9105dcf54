import { partKey, type SpecPart } from './parts.ts';
import { cut } from './letters.ts';
import { described, methodLine, modelLine, operationTitle } from './page-texts.ts';
import {
  maxItems,
  stringOrEmpty,
  type NamedText,
  type SpecContent,
  type SpecDocument,
  type SpecOperation,
} from './read-spec-document.ts';
import { escapeLine, plainLine } from './safe-text.ts';
import type { Json } from './spec-problem.ts';

/** Maximum length of all descriptions of a specification, in characters. Further parts have only a title. */
const maxCharacters = 20_000_000;

/** Lists the operations, webhooks and schemas of a specification. */
export function listParts({ operations, schemas }: SpecDocument): SpecPart[] {
  const parts = new Map<string, SpecPart>();
  let left = maxCharacters;
  const add = (part: SpecPart) => {
    if (parts.has(part.key)) return;
    left -= part.markdown.length * 2;
    parts.set(part.key, left >= 0 ? part : { ...part, markdown: '', data: { title: part.title } });
  };
  for (const operation of operations) add(operationPart(operation));
  for (const { name, description } of schemas)
    add({
      key: partKey(`schema ${name}`),
      title: cut(name, maxTitle),
      markdown: modelLine({ name: cut(name, maxTitle), description }),
      data: { name, description: cut(description, maxDescription) },
    });
  return [...parts.values()];
}

const maxTitle = 256;
const maxDescription = 50_000;

function operationPart(operation: SpecOperation): SpecPart {
  const { path, method, isWebhook, value } = operation;
  const title = operationTitle(operation);
  return {
    key: partKey(isWebhook ? `webhook ${method} ${path}` : `operation ${method} ${path}`),
    title,
    markdown: [`### ${escapeLine(title)}`, methodLine(operation), described(operation)]
      .filter((part) => part !== '')
      .join('\n\n'),
    data: {
      title,
      [isWebhook ? 'name' : 'path']: path,
      method,
      operationId: stringOrEmpty(value['operationId']) || null,
      summary: cut(stringOrEmpty(value['summary']), maxDescription) || null,
      description: cut(stringOrEmpty(value['description']), maxDescription) || null,
      deprecated: value['deprecated'] === true,
      parameters: operation.parameters.slice(0, maxItems).map(({ value: parameter }) => parameterData(parameter)),
      requestBody: operation.body && contentData(operation.body),
      responses: operation.responses.map(({ status, ...response }) => ({ status, ...contentData(response) })),
    },
  };
}

const parameterData = (parameter: Json) => ({
  name: cut(stringOrEmpty(parameter['name']), maxTitle),
  in: cut(stringOrEmpty(parameter['in']), maxTitle),
  required: parameter['required'] === true,
  description: plainLine(stringOrEmpty(parameter['description'])),
});

const contentData = ({ description, contentTypes, headers, examples }: SpecContent) => ({
  description: plainLine(description),
  contentTypes,
  ...(headers.length > 0 && { headers: headers.map(namedData) }),
  ...(examples.length > 0 && { examples: examples.map(namedData) }),
});

const namedData = ({ name, description }: NamedText) => ({
  name: cut(name, maxTitle),
  description: plainLine(description),
});
