/** The nonce that the content security policy requires of inline styles; '' without a policy. */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Sets the nonce for the scroll lock of Mantine's dialogs, which reads this global. */
export function nameStyleNonce() {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
