/** What the page's own styles must carry for the browser to take them; empty where nobody asks for it. */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Tells it to the part of Mantine's dialogs that holds the page still behind them: it looks for this name. */
export function nameStyleNonce() {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
