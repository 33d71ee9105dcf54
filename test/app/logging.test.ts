import { describe, expect, test } from 'vitest';
import { createLogTo } from '../../src/app/process/logging.ts';
import { newSecret } from '../../src/lib/secret-token.ts';

function aLog() {
  const lines: string[] = [];
  const log = createLogTo({ write: (line) => void lines.push(line) }, 'info');
  return { log, lines };
}

describe('a log line', () => {
  test('carries allowed fields only', () => {
    const { log, lines } = aLog();
    log.info({ requestId: 'req_1', status: 200, authorization: 'Bearer x', body: { a: 1 }, email: 'a@b.c' }, 'request');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.any(String) as string,
      requestId: 'req_1',
      status: 200,
      msg: 'request',
    });
  });

  const secret = newSecret('user');
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  test.each([
    ['a token', `no ${secret}`, secret],
    ['a token cut short', `no ${secret.slice(0, 30)}`, secret.slice(0, 30)],
    ['a header', 'Authorization: Bearer abc.def', 'abc.def'],
    ['a JWT', `jwt_token=${jwt}`, jwt],
    ['a share key', 'GET /x?shareKey=s3cr3t&limit=1', 's3cr3t'],
    ['a signed URL', 'https://files.test/x?signature=abcdef', 'abcdef'],
    ['the password of a URL', 'cannot reach postgresql://ada:pa55word@db/x', 'pa55word'],
    ['an e-mail address', 'no user ada.lovelace@example.org', 'ada.lovelace@example.org'],
  ])('the log contains nothing of %s in an error, its stack or its causes', (_what, message, planted) => {
    const { log, lines } = aLog();
    const error = new Error(message, { cause: new Error(`because ${message}`) });
    log.error({ err: Object.assign(error, { meta: message }) }, 'request failed');
    expect(lines[0]).toContain('because');
    expect(lines[0]).not.toContain(planted);
  });
});
