import { Duplex } from 'node:stream';
import { fatalError, isSslRequest, isTerminate, type EngineSqlState } from './wire.ts';

/** What a stream needs of the engine. */
export interface StreamHost {
  /** Resolves when the database is open and this stream alone has it. */
  attach(stream: EmbeddedStream): Promise<void>;
  detach(stream: EmbeddedStream): void;
  query(bytes: Uint8Array): void;
}

/**
 * The socket that `pg` is given: it carries the PostgreSQL protocol to the worker.
 * `pg` writes whole messages only, so nothing is put together again here.
 */
export class EmbeddedStream extends Duplex {
  readonly #host: StreamHost;

  constructor(host: StreamHost) {
    // `pg` destroys or ends the stream itself; both must lead to one `close`.
    super({ allowHalfOpen: false });
    this.#host = host;
  }

  /** Called by `pg` in place of `net.Socket#connect`; port and host mean nothing here. */
  connect(): this {
    this.#host.attach(this).then(
      () => {
        if (!this.destroyed) this.emit('connect');
      },
      (error: unknown) => {
        this.destroy(error instanceof Error ? error : new Error(String(error)));
      },
    );
    return this;
  }

  /** Ends the connection the way a server does: with an error, then with the end. */
  fail(code: EngineSqlState, message: string): void {
    if (this.destroyed) return;
    this.push(fatalError(code, message));
    this.push(null);
  }

  /** As `net.Socket`: no meaning between threads. */
  setNoDelay(): this {
    return this;
  }

  /** As `net.Socket`: no meaning between threads. */
  setKeepAlive(): this {
    return this;
  }

  /** As `net.Socket`: the engine keeps the process alive until it is closed. */
  ref(): this {
    return this;
  }

  /** As `net.Socket`: the engine keeps the process alive until it is closed. */
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.#forward(chunk);
    callback();
  }

  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    this.#forward(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    callback();
  }

  override _final(callback: () => void): void {
    callback();
    this.destroy();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#host.detach(this);
    callback(error);
  }

  #forward(bytes: Buffer): void {
    if (isTerminate(bytes)) return;
    if (isSslRequest(bytes)) {
      this.push('N');
      return;
    }
    // A copy of exact size: buffers of `pg` share memory, which a message would send along.
    this.#host.query(Uint8Array.from(bytes));
  }
}
