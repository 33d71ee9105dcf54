import { isRecord } from '../../../lib/is-record.ts';
import type { Safe } from '../../../lib/html.ts';
import { slotHtml, type HtmlContext } from '../html-context.ts';
import { exampleOfContent, exampleText } from './examples.ts';
import type { OperationView, SchemeView } from './part.ts';
import { exampleOfParameter } from './requests.ts';

/** Most servers of an operation that a reader may choose from. */
const maxServers = 10;

/** What the script needs to send requests of an operation; see client/trials.js. */
interface Trial {
  readonly method: string;
  readonly path: string;
  readonly servers: readonly string[];
  readonly scheme: SchemeView | null;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly value: string;
  }[];
  readonly body: { readonly type: string; readonly text: string } | null;
}

/** Writes the place of a form that sends requests of an operation, for sites that allow it. Nothing without a server. */
export function writeTrial(context: HtmlContext, operation: OperationView): Safe | null {
  const { method, path = '', parameters = [], requestBody, scheme = null } = operation;
  const servers = [...new Set(operation.servers?.filter((url) => originOf(url) !== null))].slice(0, maxServers);
  if (servers.length === 0) return null;
  const body = requestBody ? (exampleOfContent(requestBody) ?? '') : null;
  const trial: Trial = {
    method: method.toUpperCase(),
    path,
    servers,
    scheme,
    parameters: parameters
      .filter((one) => one.in !== 'cookie')
      .map((one) => ({
        name: one.name,
        in: one.in,
        required: one.required === true,
        value: one.required === true || one.in === 'path' ? exampleOfParameter(one) : '',
      })),
    body:
      body === null ? null : { type: requestBody?.contentTypes?.[0] ?? 'application/json', text: exampleText(body) },
  };
  const origins = [...new Set(servers.flatMap((url) => originOf(url) ?? []))];
  return slotHtml(context, { kind: 'trial', json: JSON.stringify(trial), origins });
}

/** The origin of a server that browsers can ask; null for any other. It is safe in a policy of a page. */
function originOf(server: string): string | null {
  const url = URL.canParse(server) ? new URL(server) : null;
  return url !== null && /^https?:$/.test(url.protocol) && /^[\w.:/[\]-]+$/.test(url.origin) ? url.origin : null;
}

/** How the requests of an operation name who sends them, by the first of its security schemes that a page can use. */
export function readScheme(schemes: unknown, names: readonly string[]): SchemeView | null {
  for (const name of names) {
    const scheme = isRecord(schemes) && Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    if (!isRecord(scheme)) continue;
    const { type, in: place, name: own } = scheme;
    if (type === 'apiKey' && typeof own === 'string' && (place === 'header' || place === 'query'))
      return { in: place, name: own, prefix: '' };
    if (type === 'http' && String(scheme['scheme']).toLowerCase() === 'basic')
      return { in: 'header', name: 'Authorization', prefix: 'Basic ' };
    if (type === 'http' || type === 'oauth2' || type === 'openIdConnect')
      return { in: 'header', name: 'Authorization', prefix: 'Bearer ' };
  }
  return null;
}
