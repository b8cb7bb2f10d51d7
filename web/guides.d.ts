/** A guide of docs/guides, made into HTML by scripts/guides_plugin.ts. */
declare module '*.md' {
  export const html: string
  export const sections: { id: string; title: string }[]
}
