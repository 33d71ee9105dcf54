import { Busboy } from '@fastify/busboy';
import { describe, expect, it } from 'vitest';
import { preferExtendedFileNames } from '../../src/app/http/form-file-names.ts';

/** Reads a form whose part has these parameters, and returns the name of its file. */
function nameOf(parameters: string): Promise<string> {
  const form = new Busboy({ headers: { 'content-type': 'multipart/form-data; boundary=x' } });
  preferExtendedFileNames(form);
  return new Promise((resolve, reject) => {
    form.on('error', reject);
    form.on('file', (_field, stream, name) => {
      stream.resume();
      resolve(name);
    });
    const type = 'Content-Type: text/markdown';
    form.end(`--x\r\nContent-Disposition: form-data; ${parameters}\r\n${type}\r\n\r\nText\r\n--x--\r\n`);
  });
}

describe('the name of a file in a form', () => {
  it.each([
    [`name="file"; filename="naïve.md"`, 'naïve.md'],
    [`name="file"; filename="日本語.md"`, '日本語.md'],
    [`name="file"; filename=naïve.md`, 'naïve.md'],
    [`name="file"; filename="x.md"; filename*=UTF-8''na%C3%AFve.md`, 'naïve.md'],
    [`name="file"; filename*=UTF-8''na%C3%AFve.md; filename="x.md"`, 'naïve.md'],
    [`name="file"; filename*=utf-8'de'%e2%82%ac.md`, '€.md'],
    [`name="file"; FileName="x.md"; FileName*=UTF-8''%D0%B4.md`, 'д.md'],
    [`name="file"; filename="x.md"; filename*=ISO-8859-1'en'%A3%20rates.md`, '£ rates.md'],
    [`name="file"; filename="x.md"; filename*="UTF-8''na%C3%AFve.md"`, 'naïve.md'],
    [`filename*=UTF-8''a.md; name="file"; filename="x.md"`, 'a.md'],
    [`name="file"; filename="x.md"; filename*=UTF-8''..%2F..%2Fa.md`, 'a.md'],
    [`name="a;filename*=UTF-8''y.md"; filename="x.md"`, 'x.md'],
    [`name="file"; filename="a; filename*=UTF-8''y.md"`, `a; filename*=UTF-8''y.md`],
  ])('with %s is %s', async (parameters, name) => {
    expect(await nameOf(parameters)).toBe(name);
  });

  it.each([`UTF-8''%ZZ.md`, `UTF-8''%C3.md`, `klingon''a.md`, `UTF-8''`, 'a.md', ''])(
    'is that of filename when filename* is %j, which is malformed',
    async (extended) => {
      expect(await nameOf(`name="file"; filename="x.md"; filename*=${extended}`)).toBe('x.md');
    },
  );
});
