import { html, type Safe } from '../../../lib/html.ts';
import { stringOf } from '../../rich-text/document.ts';
import { writeCode } from '../code.ts';
import { tabsHtml } from '../containers.ts';
import { wordHtml, type HtmlContext } from '../html-context.ts';
import { exampleOfContent, exampleOfSchema, exampleText } from './examples.ts';
import type { OperationView, ParameterView, SchemeView } from './part.ts';

/** A request as the examples make it. */
interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

const defaultServer = 'https://api.example.org';

const bearer: SchemeView = { in: 'header', name: 'Authorization', prefix: 'Bearer ' };

/** Writes a request of an operation for curl, JavaScript and Python, as tabs. */
export function writeRequests(context: HtmlContext, operation: OperationView): Safe {
  const request = readRequest(operation);
  const tabs = [
    { title: 'curl', syntax: 'bash', value: curlRequest(request) },
    { title: 'JavaScript', syntax: 'javascript', value: javaScriptRequest(request) },
    { title: 'Python', syntax: 'python', value: pythonRequest(request) },
  ].map(({ title, ...code }) => ({ id: null, title, content: writeCode(context, code) }));
  return html`<h4>${wordHtml(context, 'request')}</h4>${tabsHtml(context, tabs)}`;
}

function readRequest({
  method,
  path = '',
  server,
  security = [],
  scheme = null,
  parameters = [],
  requestBody,
}: OperationView): Request {
  const isIn = (place: string) => (one: ParameterView) => one.in === place;
  const given = new Map(parameters.filter(isIn('path')).map((one) => [one.name, exampleOfParameter(one)]));
  const place = path.replaceAll(/\{([^{}]{1,200})\}/g, (whole, name: string) => given.get(name) || whole);
  const { in: keyPlace, name: keyName, prefix } = scheme ?? bearer;
  const keyIn = (one: string) => security.length > 0 && keyPlace === one;
  const query = [
    ...(keyIn('query') ? [[keyName, 'TOKEN'] as const] : []),
    ...parameters
      .filter((one) => one.in === 'query' && one.required === true)
      .map((one) => [one.name, exampleOfParameter(one)] as const),
  ].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const body = requestBody ? exampleOfContent(requestBody) : undefined;
  const type = requestBody?.contentTypes?.[0] ?? 'application/json';
  const headers = parameters
    .filter((one) => one.in === 'header' && one.required === true)
    .map((one) => [one.name, exampleOfParameter(one)] as const);
  return {
    method: method.toUpperCase(),
    url: `${(server ?? defaultServer).replace(/\/$/, '')}${place}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers: [
      ...(keyIn('header') ? [[keyName, `${prefix}TOKEN`] as const] : []),
      ...headers,
      ...(body === undefined ? [] : [['Content-Type', type] as const]),
    ],
    body: body === undefined ? null : exampleText(body),
  };
}

/** An example of the value of a parameter as a text, or else its name in capitals. */
export function exampleOfParameter({ name, example, schema }: ParameterView): string {
  const value = example ?? (schema === undefined ? undefined : exampleOfSchema(schema));
  return typeof value === 'boolean' ? String(value) : stringOf(value) || name.toUpperCase();
}

/** A text between the single quotes of a shell. */
const inShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const curlRequest = ({ method, url, headers, body }: Request): string =>
  [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${inShell(url)}`,
    ...headers.map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${inShell(body)}`]),
  ].join(' \\\n  ');

/** An object of headers in JavaScript and in Python. */
const headersText = (headers: Request['headers'], indent: string) =>
  headers.map(([name, value]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(value)},\n`).join('');

const isJson = (text: string) => /^\s*[[{]/.test(text);

function javaScriptRequest({ method, url, headers, body }: Request): string {
  const members = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},\n`]),
    ...(headers.length === 0 ? [] : [`  headers: {\n${headersText(headers, '    ')}  },\n`]),
    ...(body === null
      ? []
      : [`  body: ${isJson(body) ? `JSON.stringify(${body.replaceAll('\n', '\n  ')})` : JSON.stringify(body)},\n`]),
  ];
  const options = members.length === 0 ? '' : `, {\n${members.join('')}}`;
  return `const response = await fetch(${JSON.stringify(url)}${options});\nconst result = await response.json();`;
}

function pythonRequest({ method, url, headers, body }: Request): string {
  const members = [
    ...(headers.length === 0 ? [] : [`    headers={\n${headersText(headers, '        ')}    },\n`]),
    ...(body === null ? [] : [`    data=${JSON.stringify(body)},\n`]),
  ];
  const call = `requests.request(${JSON.stringify(method)}, ${JSON.stringify(url)}`;
  const options = members.length === 0 ? ')' : `,\n${members.join('')})`;
  return `import requests\n\nresponse = ${call}${options}\nresult = response.json()`;
}
