declare module 'pg/lib/utils.js' {
  /** A value as it travels to PostgreSQL. Throws for one that can not. */
  export function prepareValue(value: unknown): unknown
}
