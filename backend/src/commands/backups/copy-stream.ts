import { Readable, Writable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

type Done = (error?: Error | null) => void;

/** The parts of pg's connection that COPY needs; pg's types leave them out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const rowsOf = ({ text }: { text: string }) => Number(text.split(' ')[1]);
const ignore = () => undefined;

/** Reads the result of `COPY … TO STDOUT`: give it to `client.query`. Destroying it early breaks the connection. */
export class CopyOut extends Readable implements Submittable {
  /** How many rows were read, once the stream has ended. */
  rows = 0;
  handleRowDescription = ignore;
  handleDataRow = ignore;
  private connection: Connection | undefined;
  private isComplete = false;

  constructor(private readonly sql: string) {
    super();
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(this.sql);
  }

  override _read(): void {
    this.connection?.stream.resume();
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    // pg writes its next messages over the chunk.
    if (!this.push(Buffer.from(chunk))) connection.stream.pause();
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = rowsOf(message);
  }

  handleReadyForQuery(): void {
    this.isComplete = true;
    this.push(null);
  }

  handleError(error: Error): void {
    this.isComplete = true;
    this.destroy(error);
  }

  override _destroy(error: Error | null, done: Done): void {
    if (!this.isComplete) this.connection?.stream.destroy();
    done(error);
  }
}

/** Writes the rows of `COPY … FROM STDIN`: give it to `client.query`. It finishes when the server has stored them. */
export class CopyIn extends Writable implements Submittable {
  /** How many rows were stored, once the stream has finished. */
  rows = 0;
  handleRowDescription = ignore;
  handleDataRow = ignore;
  private connection: CopyConnection | undefined;
  private isReady = false;
  private isComplete = false;
  private onReady: () => void = ignore;
  private onComplete: Done = ignore;

  constructor(private readonly sql: string) {
    super();
  }

  submit(connection: Connection): void {
    this.connection = connection as CopyConnection;
    connection.query(this.sql);
  }

  handleCopyInResponse(): void {
    this.isReady = true;
    this.onReady();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: Done): void {
    if (!this.isReady) {
      this.onReady = () => this._write(chunk, encoding, done);
      return;
    }
    const { connection } = this;
    connection?.sendCopyFromChunk(chunk);
    if (connection?.stream.writableNeedDrain) connection.stream.once('drain', () => done());
    else done();
  }

  override _final(done: Done): void {
    if (!this.isReady) {
      this.onReady = () => this._final(done);
      return;
    }
    this.onComplete = done;
    this.connection?.endCopyFrom();
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = rowsOf(message);
  }

  handleReadyForQuery(): void {
    this.isComplete = true;
    this.onComplete();
  }

  handleError(error: Error): void {
    this.isComplete = true;
    this.destroy(error);
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.isReady && !this.isComplete) this.connection?.sendCopyFail('The backup could not be read');
    done(error);
  }
}
