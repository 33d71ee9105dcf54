/** A model as the SQL layer reads it: dates are ISO strings. */
export type Stored<Model> = {
  [Key in keyof Model]: Model[Key] extends Date ? string : Model[Key] extends Date | null ? string | null : Model[Key];
};
