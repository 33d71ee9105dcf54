import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { importLimits } from '../../src/text/imports/limits.ts';
import { DomainError } from '../../src/lib/errors.ts';
import { readZip } from '../../src/text/imports/unpack/zip.ts';
import { makeZip, type RawEntry } from './imports-archive.ts';

/** The files of an archive; the reason why the first is left out is an error. */
async function readAll(archive: Buffer, limits = importLimits) {
  const { entries, leftOut } = await readZip(archive, limits);
  if (leftOut[0]) throw new DomainError('import_refused', 400, `${leftOut[0].key}: ${leftOut[0].reason}`);
  return entries;
}

const refusal = (archive: Buffer, limits = importLimits): Promise<unknown> =>
  readAll(archive, limits).catch((reason: unknown) => reason);

const refused = (message: RegExp) => ({
  type: 'import_refused',
  status: 400,
  message: expect.stringMatching(message),
});

const pathsOf = async (entries: readonly RawEntry[]) => (await readAll(makeZip(entries))).map(({ path }) => path);

describe('readZip(archive)', () => {
  it('stored and deflated files are read in the order of the central directory, without folders', async () => {
    const archive = makeZip([
      { name: 'docs/', mode: 0o040755, store: true },
      { name: 'docs/b.md', body: 'deflated '.repeat(100) },
      { name: 'docs/a.bin', body: Buffer.from([0, 255, 1]), store: true },
      { name: 'docs/empty.md' },
    ]);
    const files = await readAll(archive);
    expect(files.map(({ path, body }) => [path, body.length])).toEqual([
      ['docs/b.md', 900],
      ['docs/a.bin', 3],
      ['docs/empty.md', 0],
    ]);
    expect(files[1]?.body).toEqual(Buffer.from([0, 255, 1]));
  });

  it('an archive that another program wrote with streamed sizes is read', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('# Hi'), 'grüße.md');
    zip.addEmptyDirectory('folder/');
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
    expect(await readAll(Buffer.concat(chunks))).toEqual([{ path: 'grüße.md', body: Buffer.from('# Hi') }]);
  });

  const names: [string, string | Buffer, RegExp][] = [
    ['a parent step', '../evil.md', /leaves the archive/],
    ['a parent step inside', 'docs/../../evil.md', /leaves the archive/],
    ['a parent step that stays inside', 'docs/../evil.md', /leaves the archive/],
    ['only a parent step', '..', /leaves the archive/],
    ['an absolute path', '/etc/passwd', /is absolute/],
    ['a host path', '//host/share.md', /is absolute/],
    ['a drive letter', 'C:/evil.md', /drive letter/],
    ['a drive letter without a slash', 'c:evil.md', /drive letter/],
    ['backslashes', 'docs\\..\\..\\evil.md', /backslash/],
    ['one backslash', 'a\\b.md', /backslash/],
    ['a NUL', 'good.md\0.png', /control characters/],
    ['a line end', 'a\nb.md', /control characters/],
    ['an escape', 'a\u001b[31m.md', /control characters/],
    ['a right-to-left override', 'gpj.\u202Edm', /control characters/],
    ['an empty segment', 'a//b.md', /empty or "\."/],
    ['a dot segment', './a.md', /empty or "\."/],
    ['an empty name', '', /is empty/],
    ['4 kB', `${'a/'.repeat(2048)}b.md`, /longer than 1024 bytes/],
    ['a segment of 300 letters', `${'a'.repeat(300)}.md`, /longer than 255 bytes/],
    ['invalid UTF-8', Buffer.from([0x61, 0xff, 0xfe]), /not valid UTF-8/],
    ['overlong UTF-8', Buffer.from([0xc0, 0xae, 0xc0, 0xae, 0x2f]), /not valid UTF-8/],
  ];
  it.each(names)('a name with %s is refused', async (_, name, message) => {
    expect(await refusal(makeZip([{ name: 'ok.md' }, { name, body: 'x' }]))).toMatchObject(refused(message));
  });

  it('safe names that only look dangerous are accepted unchanged', async () => {
    const tame = ['..%2f..%2fevil.md', '...md', 'a..b/c.md', 'CON', 'aux.md', '~/x.md', '-rf', 'über/日本語.md'];
    expect(await pathsOf(tame.map((name) => ({ name, body: 'x' })))).toEqual(tame);
  });

  it('an unflagged name is decoded as UTF-8 when valid, otherwise as CP437', async () => {
    const cp437 = Buffer.from([0x67, 0x72, 0x81, 0xe1, 0x65, 0x2e, 0x6d, 0x64]);
    expect(
      await pathsOf([
        { name: cp437, flags: 0 },
        { name: 'naïve.md', flags: 0 },
      ]),
    ).toEqual(['grüße.md', 'naïve.md']);
  });

  it('each of the 128 upper bytes of CP437 stands for one character', async () => {
    const bytes = Buffer.from(Array.from({ length: 128 }, (_, index) => index + 128));
    const halves = [bytes.subarray(0, 64), bytes.subarray(64)];
    const text = (await pathsOf(halves.map((name) => ({ name, flags: 0 })))).join('');
    expect(Array.from(text)).toHaveLength(128);
    expect([text[0], text[1], text[97], text[127]]).toEqual(['Ç', 'ü', 'ß', '\u00a0']);
  });

  it('a Unicode path field with a matching checksum is preferred, and other ones are ignored', async () => {
    const field = (crc: number) => {
      const data = Buffer.concat([Buffer.alloc(5), Buffer.from('ünïcode.md')]);
      data[0] = 1;
      data.writeUInt32LE(crc, 1);
      const head = Buffer.alloc(4);
      head.writeUInt16LE(0x7075, 0);
      head.writeUInt16LE(data.length, 2);
      return Buffer.concat([head, data]);
    };
    expect(
      await pathsOf([
        { name: 'plain.md', flags: 0, extra: field(crc32('plain.md')) },
        { name: 'other.md', flags: 0, extra: field(1) },
      ]),
    ).toEqual(['ünïcode.md', 'other.md']);
  });

  it('the name in the Unicode path field is validated', async () => {
    const data = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from('../evil.md')]);
    data.writeUInt32LE(crc32('tame.md'), 1);
    const extra = Buffer.concat([Buffer.from([0x75, 0x70, data.length, 0]), data]);
    expect(await refusal(makeZip([{ name: 'tame.md', flags: 0, extra }]))).toMatchObject(refused(/leaves the archive/));
  });

  it('names are normalized to NFC, so that two Unicode forms of a name are duplicates', async () => {
    expect(await pathsOf([{ name: 'e\u0301.md' }])).toEqual(['\u00e9.md']);
    expect(await refusal(makeZip([{ name: 'e\u0301.md' }, { name: '\u00e9.md' }]))).toMatchObject(refused(/twice/));
  });

  const kinds: [string, RawEntry[], RegExp][] = [
    ['a symbolic link', [{ name: 'link.md', body: '/etc/passwd', mode: 0o120777 }], /symbolic link/],
    ['a device', [{ name: 'null.md', mode: 0o020666 }], /neither a file nor a folder/],
    ['a pipe', [{ name: 'pipe.md', mode: 0o010666 }], /neither a file nor a folder/],
    ['an encrypted entry', [{ name: 'a.md', body: 'x', flags: 0x801 }], /is encrypted/],
    ['strong encryption', [{ name: 'a.md', body: 'x', flags: 0x841 }], /damaged/],
    ['another compression', [{ name: 'a.md', body: 'x', method: 12 }], /method 12/],
    ['a name twice', [{ name: 'a/b.md' }, { name: 'a/b.md' }], /"a\/b\.md" twice/],
    ['a file that is a folder too', [{ name: 'a', body: 'x' }, { name: 'a/b.md' }], /both as a file and as a folder/],
    ['a file that is an empty folder too', [{ name: 'a/', mode: 0o040755 }, { name: 'a' }], /both as a file/],
    ['a wrong checksum', [{ name: 'a.md', body: 'x', declaredCrc: 1 }], /checksum/],
    [
      'more bytes than declared',
      [{ name: 'a.md', body: 'x'.repeat(5000), declaredSize: 10 }],
      /differs from its declared size/,
    ],
    ['fewer bytes than declared', [{ name: 'a.md', body: 'x', declaredSize: 10 }], /differs from its declared size/],
    ['a stored size that is wrong', [{ name: 'a.md', body: 'x', store: true, declaredSize: 10 }], /damaged/],
  ];
  it.each(kinds)('an archive with %s is refused', async (_, entries, message) => {
    expect(await refusal(makeZip(entries))).toMatchObject(refused(message));
  });

  it('an archive may have as many entries as the limit, and no more', async () => {
    const entries = Array.from({ length: 2001 }, (_, index) => ({ name: `${index}.md`, store: true }));
    const limits = { ...importLimits, maxEntries: 2000 };
    expect(await refusal(makeZip(entries), limits)).toMatchObject(refused(/2001 entries; at most 2000/));
    expect(await readAll(makeZip(entries.slice(1)), limits)).toHaveLength(2000);
  });

  it('an entry that expands a thousand times is refused before it is decompressed', async () => {
    const bomb = makeZip([{ name: 'zeros.md', body: Buffer.alloc(20 * 1024 * 1024) }]);
    expect(bomb.length).toBeLessThan(30_000);
    expect(await refusal(bomb)).toMatchObject(refused(/expands more than 100 times/));
  });

  it('a total declared size above the limit is refused', async () => {
    const entries = ['a', 'b', 'c'].map((name) => ({ name, body: 'x'.repeat(500) }));
    const limits = { ...importLimits, maxTotalBytes: 1499 };
    expect(await refusal(makeZip(entries), limits)).toMatchObject(refused(/expands to 1500 bytes; at most 1499/));
    expect(await readAll(makeZip(entries), { ...limits, maxTotalBytes: 1500 })).toHaveLength(3);
  });

  it('a file that a program wrote may expand more than 100 times, and many bombs below its limit may not', async () => {
    const json = Buffer.from(
      JSON.stringify(Array.from({ length: 50_000 }, () => ({ name: 'x', values: [0, 0, 0], on: true }))),
    );
    const real = makeZip([{ name: 'data.json', body: json }]);
    expect(json.length).toBeGreaterThan(100 * real.length);
    expect(await readAll(real)).toMatchObject([{ path: 'data.json' }]);
    const zeros = Buffer.alloc(9 * 1024 * 1024);
    const bombs = makeZip(Array.from({ length: 8 }, (_none, at) => ({ name: `${at}.md`, body: zeros })));
    expect(await refusal(bombs)).toMatchObject(refused(/The ZIP archive expands more than 100 times/));
  });

  it('a ZIP bomb that declares a small size is refused', async () => {
    const bomb = makeZip([{ name: 'zeros.md', body: Buffer.alloc(20 * 1024 * 1024), declaredSize: 1000 }]);
    expect(await refusal(bomb)).toMatchObject(refused(/differs from its declared size/));
  });

  it('overlapping entries are refused', async () => {
    const body = Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919) % 251));
    const shared = [{ name: 'a.md', body }, ...'bcdef'.split('').map((name) => ({ name, body, offset: 0 }))];
    const whole = makeZip(shared);
    const first = makeZip([{ name: 'a.md', body }]);
    const dataEnd = first.length - 22 - 46 - 4;
    const directoryStart = whole.readUInt32LE(whole.length - 6);
    const overlapping = Buffer.concat([whole.subarray(0, dataEnd), whole.subarray(directoryStart)]);
    overlapping.writeUInt32LE(dataEnd, overlapping.length - 6);
    expect(await refusal(overlapping)).toMatchObject(refused(/overlap/));
  });

  it('bytes that are not an archive are refused, as are truncated archives', async () => {
    const archive = makeZip([{ name: 'a.md', body: 'hello' }]);
    for (let length = 0; length < archive.length; length++)
      expect(await refusal(archive.subarray(0, length))).toMatchObject(refused(/damaged/));
    expect(await refusal(Buffer.from('<html></html>'))).toMatchObject(refused(/not a ZIP archive/));
  });

  it('an archive with corrupt single bytes throws nothing but import_refused', async () => {
    const archive = makeZip([
      { name: 'docs/a.md', body: 'hello '.repeat(20) },
      { name: 'b.md', body: 'x', store: true },
    ]);
    for (let at = 0; at < archive.length; at++)
      for (const flip of [0x01, 0x80, 0xff]) {
        const broken = Buffer.from(archive);
        broken[at] = (broken[at] ?? 0) ^ flip;
        const outcome = await refusal(broken);
        const isFine = Array.isArray(outcome) || (outcome instanceof DomainError && outcome.type === 'import_refused');
        expect(isFine).toBe(true);
      }
  });

  it('names in error messages are shortened and escaped', async () => {
    const outcome = await refusal(makeZip([{ name: `${'<b>\u001b'.repeat(60)}.md` }]));
    expect(outcome).toMatchObject(refused(/^The ZIP entry "\P{Cc}{1,130}" contains control characters$/u));
  });
});
