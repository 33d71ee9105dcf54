import { Duplex } from 'node:stream';
import { fatalError, isSslRequest, isTerminate, type EngineSqlState } from './wire.ts';

/** What a stream needs from the engine. */
export interface StreamHost {
  /** Resolves when the database is open and this stream has exclusive use of it. */
  attach(stream: EmbeddedStream): Promise<void>;
  detach(stream: EmbeddedStream): void;
  query(bytes: Uint8Array): void;
}

/**
 * The socket for `pg`, which carries the PostgreSQL protocol to the worker. `pg` writes complete messages only, so no
 * reassembly is needed.
 */
export class EmbeddedStream extends Duplex {
  readonly #host: StreamHost;

  constructor(host: StreamHost) {
    // `pg` destroys or ends the stream itself. Both must lead to one `close`.
    super({ allowHalfOpen: false });
    this.#host = host;
  }

  /** Called by `pg` in the place of `net.Socket#connect`. Port and host are ignored. */
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

  /** Ends the connection as a server does: with an error, then with the end of the stream. */
  fail(code: EngineSqlState, message: string): void {
    if (this.destroyed) return;
    this.push(fatalError(code, message));
    this.push(null);
  }

  /** Part of the interface of `net.Socket`; no effect between threads. */
  setNoDelay(): this {
    return this;
  }

  /** Part of the interface of `net.Socket`; no effect between threads. */
  setKeepAlive(): this {
    return this;
  }

  /** Part of the interface of `net.Socket`; the engine keeps the process alive until it is closed. */
  ref(): this {
    return this;
  }

  /** Part of the interface of `net.Socket`; the engine keeps the process alive until it is closed. */
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
    // A copy of exact size, because buffers of `pg` share memory that a message would send along.
    this.#host.query(Uint8Array.from(bytes));
  }
}
