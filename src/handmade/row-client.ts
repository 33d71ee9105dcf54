import { Client, type ClientConfig } from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import type { ReadRow } from './row-reader.ts';

/** Parts of pg's connection that its types omit (pg 8.23). */
export interface RowConnection {
  /** Takes the rows of the statement that is running, instead of the messages that pg makes of them. */
  takeRow: ((...row: Parameters<ReadRow>) => void) | null;
  attachListeners(stream: NodeJS.ReadableStream): void;
  emit(name: string, message: Message): boolean;
}

interface Message {
  readonly name: string;
}

/** Parts of the parser that its types declare as private (pg-protocol 1.16). */
interface OpenParser {
  parse(bytes: Buffer, callback: (message: Message) => void): void;
  handlePacket(at: number, code: number, length: number, bytes: Buffer): Message;
}

const dataRow = 68;

/** Bytes of the number of columns, which the reader of a row knows. */
const columnCount = 2;

/** Stands for a row that was taken. Nothing listens to it. */
const rowTaken: Message = { name: 'rowTaken' };

class RowParser extends (Parser as unknown as new () => OpenParser) {
  readonly #connection: RowConnection;

  constructor(connection: RowConnection) {
    super();
    this.#connection = connection;
  }

  override handlePacket(at: number, code: number, length: number, bytes: Buffer): Message {
    const { takeRow } = this.#connection;
    if (code !== dataRow || takeRow === null) return super.handlePacket(at, code, length, bytes);
    takeRow(bytes, at + columnCount);
    return rowTaken;
  }
}

/** A client of pg on whose connection a prepared query can read its rows from the bytes of the server. */
export class RowClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const { connection } = this as unknown as { readonly connection: RowConnection };
    connection.takeRow = null;
    connection.attachListeners = (stream) => {
      const parser = new RowParser(connection);
      const emit = (message: Message) =>
        void connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
      stream.on('data', (bytes: Buffer) => parser.parse(bytes, emit));
    };
  }
}
