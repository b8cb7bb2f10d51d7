import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Certificates for servers of tests at localhost and 127.0.0.1, each with its private key, made for these tests alone and
 * valid until 2120 but for `expired` (2021): issued by `authority`, but for the `self_signed` one; `other_name` is for
 * mail.example.org.
 */
export type CertificateName = 'trusted' | 'expired' | 'other_name' | 'self_signed'

const read = (name: string) => readFileSync(join(import.meta.dirname, `${name}.pem`), 'utf8')

/** The options `key` and `cert` of a TLS server. */
export const certificate = (name: CertificateName) => ({ key: read(name), cert: read(name) })

/** The certificate of the authority, as a client is told to trust it. */
export const AUTHORITY = read('authority')
