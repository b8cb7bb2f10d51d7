/** The contract's lines without their shapes, as scripts/contract_plugin.ts leaves them, but those that anyone may use. */
declare module 'virtual:contract-lines' {
  export const lines: Record<string, Record<string, import('#domain/client.ts').EndpointSummary>>
}

/** The lines that anyone may use. */
declare module 'virtual:public-lines' {
  export const lines: Pick<
    import('#domain/client.ts').EndpointSummaries<import('#domain/contract.ts').SystemContract>,
    'session'
  > &
    Record<string, Record<string, import('#domain/client.ts').EndpointSummary>>
}
