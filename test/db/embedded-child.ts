import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endsWithParent } from '../setup/ends-with-parent.ts';
import { v8Flags } from '../setup/v8-flags.ts';
import { bundledChild } from './bundled-child.ts';

/** A child process that runs a program of this folder and communicates by lines. */
export class Child {
  readonly process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  static async start(name: string, ...args: readonly string[]): Promise<Child> {
    return new Child(await bundledChild(name), args);
  }

  private constructor(path: string, args: readonly string[]) {
    this.process = spawn(process.execPath, [...v8Flags, ...endsWithParent, path, ...args], {
      stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
    });
    if (!this.process.stdout) throw new Error('The child has no output.');
    this.#lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  tell(command: string): void {
    this.process.stdin?.write(`${command}\n`);
  }

  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('The child has nothing more to say.');
    return value;
  }

  /** Returns the remaining output of the child. */
  async rest(): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) return lines;
      lines.push(value);
    }
  }

  async json(): Promise<Record<string, unknown>> {
    return JSON.parse(await this.line());
  }

  async ask(command: string): Promise<Record<string, unknown>> {
    this.tell(command);
    return this.json();
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill(signal);
    await exited;
  }
}
