/** Which fields an index has, and what an occurrence in each is worth. */

/** One field of BM25F. */
export interface Field {
  readonly name: string;
  /** What an occurrence counts. */
  readonly weight: number;
  /** 0..1: how much a long field lowers the count; 1 is fully by length. */
  readonly lengthNormalisation: number;
}

/** The fields of one kind of document. */
export interface FieldSet {
  /** Fields that all documents of one server have in common; they are stored once for each server. */
  readonly shared: readonly Field[];
  /** Fields of each document. */
  readonly own: readonly Field[];
  /** Numbers of the own fields whose neighbouring words are kept as pairs. */
  readonly paired: readonly number[];
  /** Saturation: the share of a term's worth that repeats can add; k1 of BM25. */
  readonly saturation: number;
  /** Documents that are thought to be there besides, without any word of the others. */
  readonly background: number;
}

const field = (name: string, weight: number, lengthNormalisation: number): Field => ({
  name,
  weight,
  lengthNormalisation,
});

/** A tool: the server's texts, and its own in the order of `ToolText`. Weights were tuned on development sets. */
export const toolFields: FieldSet = {
  shared: [field("server name", 1, 0.5), field("server description", 0.4, 0.5)],
  own: [
    field("name", 2.5, 0.5),
    field("description", 1, 0.75),
    field("parameter names", 0.6, 0.5),
    field("parameter descriptions", 0.5, 0.5),
    field("enum values", 0.5, 0.3),
  ],
  paired: [0, 1, 2, 3],
  saturation: 1.6,
  background: 20,
};

/** A server by its own text. */
export const serverFields: FieldSet = {
  shared: [],
  own: [field("name", 2, 0.5), field("description", 1, 0.5)],
  paired: [],
  saturation: 1.6,
  background: 0,
};

/** A usage example: one request that a tool served. */
export const exampleFields: FieldSet = {
  shared: [],
  own: [field("example", 1, 0.5)],
  paired: [],
  saturation: 1.6,
  background: 0,
};

/** Where `name` stands among the own fields. */
export const nameField = 0;
