import { partKey, type SpecPart } from './parts.ts';
import { described, methodLine, operationTitle, summaryOf } from './page-texts.ts';
import { isObject, type Json } from './parse-file.ts';
import { stringOrEmpty, type SpecDocument, type SpecOperation } from './read-spec-document.ts';

/** Maximum length of all descriptions of a specification, in characters. Further parts have only a title. */
const maxCharacters = 20_000_000;

/** Lists the operations, webhooks and schemas of a specification. */
export function partsOf({ operations, schemas }: SpecDocument): SpecPart[] {
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
      title: name.slice(0, maxTitle),
      markdown: `* \`${name.slice(0, maxTitle).replaceAll(/[`\n\r]/g, ' ')}\` ${summaryOf(description)}`.trimEnd(),
      data: { name, description: description.slice(0, maxDescription) },
    });
  return [...parts.values()];
}

const maxTitle = 256;
const maxDescription = 4_000;

function operationPart(operation: SpecOperation): SpecPart {
  const { path, method, isWebhook, value } = operation;
  const title = operationTitle(operation);
  return {
    key: partKey(isWebhook ? `webhook ${method} ${path}` : `operation ${method} ${path}`),
    title,
    markdown: [`### ${title}`, methodLine(operation), described(operation)].filter((part) => part !== '').join('\n\n'),
    data: {
      title,
      [isWebhook ? 'name' : 'path']: path,
      method,
      operationId: stringOrEmpty(value['operationId']) || null,
      summary: stringOrEmpty(value['summary']).slice(0, maxDescription) || null,
      description: stringOrEmpty(value['description']).slice(0, maxDescription) || null,
      deprecated: value['deprecated'] === true,
      parameters: operation.parameters.slice(0, maxItems).map(parameterData),
      requestBody: isObject(value['requestBody']) ? bodyData(value['requestBody']) : null,
      responses: Object.entries(isObject(value['responses']) ? value['responses'] : {})
        .slice(0, maxItems)
        .map(([status, response]) => ({ status, ...bodyData(isObject(response) ? response : {}) })),
    },
  };
}

/** Maximum number of parameters, and of responses, of an operation. */
const maxItems = 50;

const parameterData = (parameter: Json) => ({
  name: stringOrEmpty(parameter['name']).slice(0, maxTitle),
  in: stringOrEmpty(parameter['in']).slice(0, maxTitle),
  required: parameter['required'] === true,
  description: summaryOf(stringOrEmpty(parameter['description'])),
});

const bodyData = ({ description, content }: Json) => ({
  description: summaryOf(stringOrEmpty(description)),
  contentTypes: Object.keys(isObject(content) ? content : {}).slice(0, maxItems),
});
