/** A row as the SQL layer reads it: the model with ISO strings for its dates. */
export type Stored<Model> = {
  [Key in keyof Model]: Model[Key] extends Date ? string : Model[Key] extends Date | null ? string | null : Model[Key];
};
