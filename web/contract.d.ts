/** The contract's lines without their shapes, as scripts/contract_plugin.ts leaves them. */
declare module 'virtual:contract-lines' {
  export const lines: import('#domain/client.ts').EndpointSummaries<
    import('#domain/contract.ts').SystemContract
  >
}
