import { expect, it } from 'vitest';
import { readInTransactionRule } from '../../scripts/lint/read-in-transaction.mjs';

const type = (name: string, ...params: object[]) => ({
  type: 'TSTypeReference',
  typeName: { name },
  typeArguments: { params },
});
const ctx = (annotation: object) => ({
  type: 'Identifier',
  name: 'ctx',
  typeAnnotation: { typeAnnotation: annotation },
});
const picked = type('Pick', type('Context'), { type: 'TSLiteralType' });

function reported(name: string, param: object, filename = '/app/src/domain/authoring/spaces/spaces.ts') {
  const found: string[] = [];
  const visitor = readInTransactionRule.create({
    filename,
    report: ({ message }: { message: string }) => void found.push(message),
  }) as { FunctionDeclaration?: (node: object) => void; VariableDeclarator?: (node: object) => void };
  visitor.FunctionDeclaration?.({ id: { name }, params: [param] });
  visitor.VariableDeclarator?.({ id: { name }, init: { type: 'ArrowFunctionExpression', params: [param] } });
  return found;
}

it.each([
  ['any context', ctx(type('Context'))],
  ['a part of one', { type: 'ObjectPattern', typeAnnotation: { typeAnnotation: picked } }],
  ['another reader', ctx(type('UploadReader'))],
])('the rule for reads refuses a function and a constant that take %s', (_what, param) => {
  expect(reported('readSpace', param)).toHaveLength(2);
});

it.each([
  ['readSpace', ctx(type('TransactionContext'))],
  ['readCertificates', { type: 'Identifier', name: 'text', typeAnnotation: { typeAnnotation: type('Text') } }],
  ['loadSpace', ctx(type('Context'))],
  ['readable', ctx(type('Context'))],
])('the rule for reads accepts %s of %o', (name, param) => {
  expect(reported(name, param)).toEqual([]);
});

it('functions outside of the domain read as they like', () => {
  expect(reported('readText', ctx(type('Context')), '/app/src/schema/node.ts')).toEqual([]);
});
