import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { downloadHeaders } from '../../src/infra/storage/download-headers.ts';
import { safeFileName } from '../../src/lib/file-names.ts';
import { sniffFile } from '../../src/infra/storage/sniff.ts';
import { allOrTenth } from '../setup/size.ts';
import { fc } from '../setup/properties.ts';
import { randomBytes } from '../setup/seed.ts';
import { startComputingClock } from '../../src/lib/computing-time.ts';

describe('downloadHeaders', () => {
  it('a download of a picture is shown inline with its own type', () => {
    expect(downloadHeaders({ contentType: 'image/png', name: 'plan.png' })).toEqual({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="plan.png"; filename*=UTF-8''plan.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, max-age=300',
    });
  });

  it.each([
    ['image/jpeg', 'image/jpeg', 'inline'],
    ['IMAGE/PNG', 'image/png', 'inline'],
    ['image/png; x=<script>', 'image/png', 'inline'],
    ['video/mp4', 'video/mp4', 'inline'],
    ['audio/mpeg', 'audio/mpeg', 'inline'],
    ['text/plain', 'text/plain; charset=utf-8', 'inline'],
    ['text/markdown', 'text/markdown; charset=utf-8', 'attachment'],
    ['application/pdf', 'application/pdf', 'attachment'],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['text/html', 'application/octet-stream', 'attachment'],
    ['TEXT/HTML; charset=utf-8', 'application/octet-stream', 'attachment'],
    ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
    ['application/xml', 'application/octet-stream', 'attachment'],
    ['text/xml', 'application/octet-stream', 'attachment'],
    ['application/rss+xml', 'application/octet-stream', 'attachment'],
    ['text/javascript', 'application/octet-stream', 'attachment'],
    ['text/css', 'application/octet-stream', 'attachment'],
    ['text/event-stream', 'application/octet-stream', 'attachment'],
    ['multipart/x-mixed-replace', 'application/octet-stream', 'attachment'],
    ['application/x-shockwave-flash', 'application/octet-stream', 'attachment'],
    ['application/manifest+json', 'application/octet-stream', 'attachment'],
    ['video/x\r\nset-cookie: a=b', 'application/octet-stream', 'attachment'],
    ['', 'application/octet-stream', 'attachment'],
    ['nonsense', 'application/octet-stream', 'attachment'],
  ])('a download of type %j is served as %s, %s', (contentType, servedAs, disposition) => {
    const headers = downloadHeaders({ contentType, name: 'a' });
    expect(headers['content-type']).toBe(servedAs);
    expect(headers['content-disposition']).toBe(`${disposition}; filename="a"; filename*=UTF-8''a`);
  });

  it('a download names its file for old clients and for new ones', () => {
    const { 'content-disposition': disposition } = downloadHeaders({
      contentType: 'application/pdf',
      name: "Übersicht (50%) – Ben's 図.pdf",
    });
    expect(disposition).toBe(
      `attachment; filename="_bersicht (50_) _ Ben's _.pdf"; ` +
        `filename*=UTF-8''%C3%9Cbersicht%20%2850%25%29%20%E2%80%93%20Ben%27s%20%E5%9B%B3.pdf`,
    );
  });

  it('download headers stay well-formed for any name and type', () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(anyText, anyText, (name, contentType) => {
        const headers = downloadHeaders({ contentType, name });
        for (const value of Object.values(headers)) {
          expect(value).toMatch(/^[\x20-\x7e]+$/);
        }
        expect(headers['content-disposition']).toMatch(
          /^(inline|attachment); filename="[^"\\%]+"; filename\*=UTF-8''[A-Za-z0-9._~!%-]+$/,
        );
        const encoded = headers['content-disposition']?.split("UTF-8''")[1] ?? '';
        expect(decodeURIComponent(encoded)).toBe(safeFileName(name));
      }),
      { numRuns: allOrTenth(500) },
    );
  });
});

describe('safeFileName', () => {
  it.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..', 'file'],
    ['', 'file'],
    ['  . ', 'file'],
    ['/', '_'],
    ['C:\\Windows\\win.ini', 'C__Windows_win.ini'],
    ['a\0b\r\nc\u001b.txt', 'abc.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['lone \ud800 surrogate', 'lone  surrogate'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['console.txt', 'console.txt'],
    ['"quoted";x=y.png', '_quoted_;x=y.png'],
    ['re\u0301sume\u0301.pdf', 'r\u00e9sum\u00e9.pdf'],
    ['\u1112\u1161\u11ab.txt', '\ud55c.txt'],
    ['نامه‌ها.pdf', 'نامه‌ها.pdf'],
    [`Long ${'ü'.repeat(300)} name.pdf`, `Long ${'ü'.repeat(174)}…${'ü'.repeat(11)} name.pdf`],
    [`${'📄'.repeat(300)}.pdf`, `${'📄'.repeat(89)}…${'📄'.repeat(8)}.pdf`],
  ])('the file name %j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });
});

/** Creates a PNG header for an image of this size. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(header))]);
}

const gif = Buffer.from('47494638396103000500800000ffffff00000021f90401000000002c', 'hex');
const svg = (attributes: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><g/></svg>`);

describe('sniffFile', () => {
  const size = (width: number, height: number) => ({ dimensions: { width, height } });
  it.each([
    ['a PNG', png(640, 480), 'x.txt', { contentType: 'image/png', ...size(640, 480) }],
    ['a GIF', gif, 'x.gif', { contentType: 'image/gif', ...size(3, 5) }],
    [
      'a PNG with markup in it',
      Buffer.concat([png(1, 2), Buffer.from('<script>')]),
      'x.html',
      { contentType: 'image/png', ...size(1, 2) },
    ],
    ['a PNG without size', png(0, 0), 'x.png', { contentType: 'image/png' }],
    ['a PNG cut off', png(4, 4).subarray(0, 20), 'x.png', { contentType: 'image/png' }],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'x', { contentType: 'application/pdf' }],
    ['a gzip', gzipSync('x'), 'x.txt', { contentType: 'application/gzip' }],
    ['text', Buffer.from('Grüße\n'), 'x', { contentType: 'text/plain' }],
    ['Markdown', Buffer.from('<p align="center">Hi</p>\n\n# Title'), 'README.MD', { contentType: 'text/markdown' }],
    ['JSON', Buffer.from('{}'), 'a.json', { contentType: 'application/json' }],
    ['a script', Buffer.from('alert(1)'), 'a.js', { contentType: 'text/javascript' }],
    ['HTML called text', Buffer.from('\n<!-- x --><!DOCTYPE html><p>'), 'a.txt', { contentType: 'text/html' }],
    ['HTML called PNG', Buffer.from('<html><script>1</script>'), 'a.png', { contentType: 'text/html' }],
    ['XML', Buffer.from('<?xml version="1.0"?><feed/>'), 'a', { contentType: 'application/xml' }],
    ['nothing', Buffer.alloc(0), 'a', { contentType: 'text/plain' }],
    ['octets', Buffer.from([0x80, 0xff, 0, 1, 2, 3]), 'a.txt', { contentType: 'application/octet-stream' }],
    ['text with a NUL', Buffer.from('a\0b'), 'a.txt', { contentType: 'application/octet-stream' }],
    ['a long text cut inside a character', Buffer.from(`a${'ü'.repeat(40_000)}`), 'a', { contentType: 'text/plain' }],
  ])('the type of %s is recognised by its bytes', async (_name, body, name, expected) => {
    expect(await sniffFile(body, name)).toEqual(expected);
  });

  it.each([
    ['width="20" height="10"', size(20, 10)],
    ["width='20px' height='1in'", size(20, 96)],
    ['width="10.6" height="10.4"', size(11, 10)],
    ['viewBox="0 0 300 150"', size(300, 150)],
    ['viewBox="0,0,300,150" width="30"', size(30, 15)],
    ['viewBox="0 0 300 150" height="30"', size(60, 30)],
    ['viewBox="0 0 300 150" width="100%" height="100%"', size(300, 150)],
    ['width="-1" height="5"', {}],
    ['width="1e9" height="5"', {}],
    ['width="99999999999" height="5"', {}],
    ['viewBox="0 0 0 0" width="10"', {}],
    ['viewBox="nothing"', {}],
    ['stroke-width="3" line-height="4"', {}],
    ['', {}],
  ])('the dimensions of <svg %s> are read', async (attributes, expected) => {
    const prolog = Buffer.from('<?xml version="1.0"?>\n<!-- by hand -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n');
    const plain = await sniffFile(svg(attributes), 'x.svg');
    const declared = await sniffFile(Buffer.concat([prolog, svg(attributes)]), 'x.txt');
    expect([plain, declared]).toEqual(Array(2).fill({ contentType: 'image/svg+xml', ...expected }));
  });

  it('the dimensions of a photograph follow its orientation', async () => {
    const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex');
    const frame = Buffer.from('ffc0001108000a0014030122000211010311019000', 'hex');
    const jpeg = Buffer.concat([Buffer.from('ffd8', 'hex'), exif, frame, Buffer.from('ffd9', 'hex')]);
    expect(await sniffFile(jpeg, 'x.jpg')).toEqual({ contentType: 'image/jpeg', ...size(10, 20) });
  });

  const magics = [
    '89504e470d0a1a0a0000000d49484452',
    '474946383961',
    'ffd8ffe1',
    '424d',
    '49492a00',
    '4d4d002a',
    '52494646ffffffff57454250565038',
    '0000001c66747970617669660000',
    '0000002066747970686569630000',
    '00000100ffff',
    '0000000c4a584c200d0a870a',
    '504b0304',
    '1f8b08',
    '3026b2758e66cf11a6d9',
    '1a45dfa3',
    '4f67675300',
    '255044462d',
    '494433ffffffff',
    '3c737667',
    '3c3f786d6c',
    '377abcaf271c',
    '664c6143',
  ].map((magic) => Buffer.from(magic, 'hex'));

  it('sniffing hostile bytes never throws and ends soon', async () => {
    const bodies = fc.tuple(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 4000 }));
    await fc.assert(
      fc.asyncProperty(bodies, async ([magic, rest]) => {
        const { contentType } = await sniffFile(Buffer.concat([magic, rest]), 'x');
        expect(contentType).toMatch(/^[a-z]+\/[\w.+-]+/);
      }),
      { numRuns: allOrTenth(2000) },
    );
  });

  it.each<[string, Buffer]>([
    ['opening tags without end', Buffer.alloc(20_000_000, '<svg <svg')],
    ['tags without end in a false GIF', Buffer.concat([Buffer.from('GIF<svg x>'), Buffer.alloc(20_000_000, '<svg ')])],
    ['attributes without end', Buffer.alloc(20_000_000, '<svg width="')],
    ['comments', Buffer.alloc(20_000_000, '<!---->')],
    ['declarations without end', Buffer.alloc(20_000_000, '<?xml ')],
    ['white space', Buffer.alloc(20_000_000, ' ')],
    ['noise', randomBytes(20_000_000)],
    ...magics.map((magic): [string, Buffer] => [`repeated ${magic.toString('hex')}`, Buffer.alloc(20_000_000, magic)]),
  ])('sniffing takes time proportional to the size: 20 MB of %s in seconds', async (_name, body) => {
    const computed = startComputingClock();
    await sniffFile(body, 'x');
    // Ten times the usual time. Anything but linear time would take minutes.
    expect(computed()).toBeLessThan(5_000);
  });
});
