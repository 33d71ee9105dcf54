import { Duplex } from 'node:stream';
import { fatalError, isSslRequest, isTerminate, type EngineSqlState } from './wire.ts';

/** The interface of the engine that a stream uses. */
export interface StreamHost {
  /** Resolves when the database is open and this stream has exclusive access. */
  attach(stream: EmbeddedStream): Promise<void>;
  detach(stream: EmbeddedStream): void;
  query(bytes: Uint8Array): void;
}

/**
 * A socket for `pg` that carries the PostgreSQL protocol to the worker. `pg` writes only complete messages, so no
 * reassembly is needed.
 */
export class EmbeddedStream extends Duplex {
  readonly #host: StreamHost;

  constructor(host: StreamHost) {
    // `pg` may end or destroy the stream. Both must lead to one `close`.
    super({ allowHalfOpen: false });
    this.#host = host;
  }

  /** Called by `pg` instead of `net.Socket#connect`. Port and host are ignored. */
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

  /** Ends the connection like a server: with an error message, then the end of the stream. */
  fail(code: EngineSqlState, message: string): void {
    if (this.destroyed) return;
    this.push(fatalError(code, message));
    this.push(null);
  }

  /** For compatibility with `net.Socket`; no effect between threads. */
  setNoDelay(): this {
    return this;
  }

  /** For compatibility with `net.Socket`; no effect between threads. */
  setKeepAlive(): this {
    return this;
  }

  /** For compatibility with `net.Socket`; the engine keeps the process alive until it is closed. */
  ref(): this {
    return this;
  }

  /** For compatibility with `net.Socket`; the engine keeps the process alive until it is closed. */
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
    // Copied to its exact size, because `pg` shares buffers, and a message would transfer the whole buffer.
    this.#host.query(Uint8Array.from(bytes));
  }
}
