import { pathPattern } from '../path-pattern.ts';
import { answers, type Answer } from './answers.ts';
import { compile, type Check } from './check-body.ts';

interface Operation extends Answer {
  readonly signature: string;
  readonly pattern: RegExp;
  check: Check | null;
}

/** Returns the difference between a successful reply of the REST API and the contract, or undefined. */
export function problemOfReply(method: string, url: string, status: number, body: unknown): string | undefined {
  if (status < 200 || status >= 300) return undefined;
  const [path = ''] = url.split('?');
  const operation = operations.get(method)?.find(({ pattern }) => pattern.test(path));
  if (!operation) return undefined;
  const { signature, shape } = operation;
  if (status !== operation.status) return `${signature}: answered ${status} instead of ${operation.status}`;
  if (shape === null) return body === '' ? undefined : `${signature}: has a body`;
  operation.check ??= compile(shape);
  const problem = operation.check(body);
  return problem === undefined ? undefined : `${signature}${problem}`;
}

const operations = new Map<string, Operation[]>();
for (const [signature, answer] of answers) {
  const [method = '', path = ''] = signature.split(' ');
  const operation = { ...answer, signature, pattern: pathPattern(path), check: null };
  operations.set(method, [...(operations.get(method) ?? []), operation]);
}
// `versions/latest` is found before `versions/{versionId}`.
const readParameters = ({ signature }: Operation) => signature.split('{').length;
for (const list of operations.values()) list.sort((a, b) => readParameters(a) - readParameters(b));
