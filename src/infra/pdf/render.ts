import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failure } from '../../lib/errors.ts';
import type { PrintDocument } from './document.ts';
import { template } from './template.ts';

/** An image that the document names. */
export interface PrintImage {
  readonly file: string;
  readonly body: Buffer;
}

interface RenderLimits {
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
}

export interface Rendered {
  readonly body: Buffer;
  readonly pages: number;
}

/** Changes whenever the same document would come out otherwise. */
export const templateVersion = createHash('sha256').update(template).digest('hex').slice(0, 12);

const fontFiles = [
  ...['Regular', 'Italic', 'SemiBold', 'Bold', 'BoldItalic'].map(
    (w) => `@embedpdf/fonts-latin/fonts/NotoSans-${w}.ttf`,
  ),
  ...['Regular', 'Bold'].map((weight) => `@embedpdf/fonts-sc/fonts/NotoSansHans-${weight}.otf`),
  ...['Regular', 'Bold'].map((weight) => `@embedpdf/fonts-kr/fonts/NotoSansKR-${weight}.otf`),
  '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
];

/** Packages may export their programs only, so files are found beside `package.json`. */
function fontPaths(): string[] {
  const require = createRequire(import.meta.url);
  return fontFiles.map((file) => {
    const [scope, name, ...rest] = file.split('/');
    for (const folder of require.resolve.paths(`${scope}/${name}`) ?? []) {
      const path = join(folder, scope ?? '', name ?? '', ...rest);
      if (existsSync(path)) return path;
    }
    throw new Error(`The font ${file} is not installed`);
  });
}

/**
 * Lays a document out, in a process of its own that has nothing but a folder with what it needs. Throws
 * payload_too_large when it takes more time, memory or bytes than allowed.
 */
export async function renderPdf(
  document: PrintDocument,
  images: readonly PrintImage[],
  { limits, signal }: { readonly limits: RenderLimits; readonly signal: AbortSignal },
): Promise<Rendered> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'octavo-pdf-'));
  try {
    await writeFile(join(folder, 'main.typ'), template);
    await writeFile(join(folder, 'data.json'), JSON.stringify(document));
    for (const { file, body } of images) await writeFile(join(folder, file), body);
    const { pages } = await compile(folder, images, { limits, signal });
    const { size } = await stat(join(folder, 'out.pdf'));
    if (size > limits.outputBytes)
      throw failure('payload_too_large', `The PDF has ${size} bytes; at most ${limits.outputBytes} are made`);
    return { body: await readFile(join(folder, 'out.pdf')), pages };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const program = fileURLToPath(new URL('./compile.mjs', import.meta.url));
const kernelPageBytes = 4_096;
const lookMs = 100;

async function compile(
  folder: string,
  images: readonly PrintImage[],
  { limits, signal }: { readonly limits: RenderLimits; readonly signal: AbortSignal },
): Promise<{ pages: number }> {
  const job = { fonts: fontPaths(), images: images.map(({ file }) => file) };
  // As a file, for there may be more images than an argument can name.
  await writeFile(join(folder, 'job.json'), JSON.stringify(job));
  signal.throwIfAborted();
  // No environment: what it cannot know it cannot tell.
  const child = spawn(process.execPath, ['--expose-gc', program, folder], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let refusal: string | null = null;
  const end = (why: string) => {
    refusal ??= why;
    child.kill('SIGKILL');
  };
  const abort = () => end('it was called off');
  const timer = setTimeout(() => end(`it takes longer than ${limits.timeoutMs} ms`), limits.timeoutMs);
  const watch = setInterval(() => {
    void residentBytes(child.pid).then((bytes) => {
      if (bytes > limits.memoryBytes) end(`it takes more than ${limits.memoryBytes} bytes of memory`);
    });
  }, lookMs);
  signal.addEventListener('abort', abort, { once: true });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err = `${output.err}${chunk.toString()}`.slice(-maxComplaint)));
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    signal.throwIfAborted();
    if (refusal !== null) throw failure('payload_too_large', `The PDF cannot be made: ${String(refusal)}`);
    if (code !== 0) throw new Error(`The PDF compiler ended with ${code ?? killedBy}: ${output.err}`);
    return JSON.parse(output.out) as { pages: number };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
  }
}

const maxComplaint = 2_000;

/** Memory of a process; 0 where the system does not tell (it does on Linux). See proc(5), `statm`. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * kernelPageBytes;
}
