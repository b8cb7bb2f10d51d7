import Provider from 'oidc-provider'

// Arguments: PORT CALLBACK CLIENT_ID CLIENT_SECRET.  A real OpenID provider on this machine, where everyone is who they say:
// an account is the name that is typed, and its owner is Josiah Carberry.
const [port, callback, client_id, client_secret] = process.argv.slice(2)
const issuer = `http://localhost:${port}`
const provider = new Provider(issuer, {
  clients: [
    { client_id, client_secret, redirect_uris: [callback], token_endpoint_auth_method: 'client_secret_post' },
  ],
  cookies: { keys: ['for this journey alone'] },
  claims: { openid: ['sub', 'given_name', 'family_name'] },
  // In the ID token, as ORCID has them.
  conformIdTokenClaims: false,
  findAccount: (_, sub) => ({
    accountId: sub,
    claims: () => ({ sub, given_name: 'Josiah', family_name: 'Carberry' }),
  }),
})
provider.listen(Number(port), 'localhost', () => process.stdout.write(`${issuer} serves\n`))
