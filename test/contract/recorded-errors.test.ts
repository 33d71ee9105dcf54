import { describe, expect, it } from 'vitest';
import { isOfOperation, recordedErrors } from '../../scripts/rest/openapi/failures.ts';
import { routes } from '../../src/rest/__generated__/routes.ts';
import { recordableErrors } from '../recordable-errors.ts';
import { merged } from '../setup/error-table.ts';
import { errorsIn } from '../setup/errors-in.ts';

describe('the table of errors', () => {
  it('names operations and error types that exist, sorted', () => {
    const known = new Set(['uploadFile', ...routes.map(({ operationId }) => operationId)]);
    expect(Object.keys(recordedErrors).filter((name) => !known.has(name))).toEqual([]);
    expect(Object.values(recordedErrors).flatMap((types) => types.filter((type) => !isOfOperation(type)))).toEqual([]);
    expect(JSON.stringify(merged([recordedErrors]))).toBe(JSON.stringify(recordedErrors));
  });

  it('repeats no error that follows from the form of the operation', () => {
    const recordable = ({ method, path, operationId }: (typeof routes)[number]) =>
      recordableErrors((recordedErrors[operationId] ?? []).map((type) => `${method} ${path} ${type}`)).recorded;
    for (const route of routes)
      expect(recordable(route)[route.operationId], route.operationId).toEqual(recordedErrors[route.operationId]);
  });

  it('gains the pairs that a run has seen, and loses none', () => {
    const before = { b: ['not_found'], c: ['conflict'] };
    expect(merged([before, { c: ['already_exists', 'conflict'] }, { a: ['forbidden'] }, { d: [] }])).toEqual({
      a: ['forbidden'],
      b: ['not_found'],
      c: ['already_exists', 'conflict'],
    });
  });
});

describe('an error that a test has seen', () => {
  const missing = (...seen: string[]) => recordableErrors(seen).missing;

  it('is missing when the table does not have it, over REST or by the mutation that one operation alone runs', () => {
    expect(missing('GET /v1/spaces/{spaceId} sign_in_refused')).toEqual(['getSpaceById sign_in_refused']);
    expect(missing('mutation updateSpace sign_in_refused')).toEqual(['updateSpaceById sign_in_refused']);
    expect(missing('POST /uploads sign_in_refused')).toEqual(['uploadFile sign_in_refused']);
  });

  it.each([
    'GET /v1/spaces/{spaceId} unauthenticated',
    'GET /v1/spaces/{spaceId} not_found',
    'PATCH /v1/spaces/{spaceId} validation_failed',
    'PATCH /v1/spaces/{spaceId} precondition_failed',
    'PATCH /v1/spaces/{spaceId} storage_unavailable',
    'PATCH /v1/spaces/{spaceId} uri_too_long',
    'mutation updateSpace query_too_complex',
    'GET /healthz not_found',
  ])('is not missing when it is %s', (seen) => {
    expect(missing(seen)).toEqual([]);
  });
});

describe('the errors of an answer', () => {
  const space = { method: 'GET', path: '/v1/spaces/{spaceId}', body: undefined };
  const mutation = (query: string) => ({ method: 'POST', path: '/graphql', body: { query } });
  const failed = (...path: string[]) => ({ path, extensions: { type: 'not_found' } });
  const update = 'mutation { moved: updateSpace(spaceId: "a", input: {}) { space { id } } }';

  it.each([
    ['of an operation', space, { error: { type: 'not_found' } }, ['GET /v1/spaces/{spaceId} not_found']],
    ['of a mutation', mutation(update), { errors: [failed('moved')] }, ['mutation updateSpace not_found']],
    ['of a field of a payload', mutation(update), { errors: [failed('moved', 'space')] }, []],
    ['of another field', mutation(update), { errors: [failed('updateSpace')] }, []],
    ['of a query', mutation('{ moved: space(id: "a") { id } }'), { errors: [failed('moved')] }, []],
    ['of a document', mutation('mutation {'), { errors: [{ extensions: { type: 'query_syntax' } }] }, []],
    ['of something else', space, { message: 'none' }, []],
  ])('%s are those that count for an operation', (_case, request, answer, expected) => {
    expect(errorsIn(request, JSON.stringify(answer))).toEqual(expected);
  });

  it('are none in a text that is no JSON', () => {
    expect(errorsIn(space, 'Not found')).toEqual([]);
  });
});
