/** SQLSTATEs with which the engine closes connections, like a PostgreSQL server. */
export const sqlState = {
  /** A statement exceeded its timeout (query_canceled). */
  statementTimeout: '57014',
  /** The disk of the database has no free space (disk_full). */
  diskFull: '53100',
  /** The engine was closed (admin_shutdown). */
  closed: '57P01',
  /** The database stopped unexpectedly (crash_shutdown). */
  crashed: '57P02',
  /** The database could not be opened (cannot_connect_now). */
  unavailable: '57P03',
} as const;

export type EngineSqlState = (typeof sqlState)[keyof typeof sqlState];

/**
 * Encodes an ErrorResponse of severity FATAL, after which the connection is closed. See "Message Formats" and "Error
 * and Notice Message Fields" in the PostgreSQL documentation.
 */
export function fatalError(code: EngineSqlState, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message.replaceAll('\0', '')}\0\0`);
  const header = Buffer.alloc(5);
  header.write('E', 0, 'latin1');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}

const sslRequestCode = 80877103;

/** Whether a client requests TLS, which is its first message. */
export function isSslRequest(bytes: Buffer): boolean {
  return bytes.length === 8 && bytes.readInt32BE(4) === sslRequestCode;
}

/** Whether a client ends the session (Terminate message). */
export function isTerminate(bytes: Buffer): boolean {
  return bytes.length === 5 && bytes[0] === 0x58;
}
