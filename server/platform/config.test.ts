import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeSettings, readConfig, requireProduction, StartError } from './config.ts'

describe('the settings', () => {
  test('that are empty count as unset', () => {
    const config = readConfig({ PORT: '', HOST: ' ', SMTP_URL: '', DATABASE_URL: '' })
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:3000',
      secure: false,
      rateLimit: 600,
      smtpUrl: undefined,
      databaseUrl: undefined,
    })
  })

  test.each([
    ['smtp://ao:secret@mail.example.org:587', 'smtp://ao:secret@mail.example.org:587?requireTLS=true'],
    [
      'smtp://ao:secret@mail.example.org/?tls.ca=x',
      'smtp://ao:secret@mail.example.org/?tls.ca=x&requireTLS=true',
    ],
    ...[
      'smtp://ao:secret@mail.example.org?requireTLS=false',
      'smtp://ao:secret@localhost:25',
      'smtp://mail.example.org',
      'smtps://ao:secret@mail.example.org',
    ].map((same) => [same, same]),
  ])('send no password to another machine without TLS: %s', (SMTP_URL, used) => {
    expect(readConfig({ SMTP_URL }).smtpUrl).toBe(used)
  })

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['BASE_URL', 'ao.example.org'],
    ['BASE_URL', 'ftp://ao.example.org'],
    ['BASE_URL', 'https://ao.example.org/ao'],
    ['BASE_URL', 'https://ao.example.org/?call=7'],
    ['BASE_URL', 'https://ao.example.org/#login'],
    ['BASE_URL', 'https://office:secret@ao.example.org'],
    ['DATABASE_URL', 'mysql://db'],
    ['DATABASE_PREPARED', 'sometimes'],
    ['SMTP_URL', 'mail.example.org'],
    ['FILES_URL', '/srv/files'],
    ['TRUST_PROXY', 'maybe'],
    // Anyone could forge the header.
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/40'],
    ['RATE_LIMIT_PER_MINUTE', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['MAIL_FROM', 'a\nBcc: b@example.org'],
  ])('%s=%s prevents the start with a message that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(StartError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  const ORCID_CLIENT = { ORCID_CLIENT_ID: 'APP-1', ORCID_CLIENT_SECRET: 's3cret' }
  const university = {
    ...{ id: 'university', label: 'University', issuer: 'https://login.example.edu' },
    ...{ client_id: 'ao', client_secret: 's3cret' },
  }

  test.each([
    ['production', 'https://orcid.org'],
    ['sandbox', 'https://sandbox.orcid.org'],
    // For trials.
    ['http://127.0.0.1:5000', 'http://127.0.0.1:5000'],
  ])('ORCID=%s is a sign-in provider', (ORCID, issuer) =>
    expect(readConfig({ ORCID, ...ORCID_CLIENT, ORCID_SECOND_FACTOR: 'mfa, hwk' }).providers).toEqual([
      {
        ...{ id: 'orcid', label: 'ORCID', issuer, isOrcid: true, clientId: 'APP-1', clientSecret: 's3cret' },
        secondFactor: { amr: ['mfa', 'hwk'], acr: [] },
      },
    ]),
  )

  test('of sign-in providers: ORCID first, a secret perhaps in a file, 10 seconds for an answer', () => {
    expect(readConfig({})).toMatchObject({ providers: [], providerTimeoutSeconds: 10 })
    const folder = mkdtempSync(join(tmpdir(), 'ao-secrets-'))
    const [secret, list] = [join(folder, 'secret'), join(folder, 'providers')]
    const { client_secret: _, ...entry } = university
    const second_factor = { acr: ['urn:strong'] }
    writeFileSync(secret, 'from a file\n')
    writeFileSync(list, JSON.stringify([{ ...entry, client_secret_file: secret, second_factor }]))
    try {
      const config = readConfig({
        ...{ ORCID: 'sandbox', ...ORCID_CLIENT, PROVIDERS_FILE: list, PROVIDER_TIMEOUT_SECONDS: '2.5' },
      })
      expect(config.providerTimeoutSeconds).toBe(2.5)
      expect(config.providers).toMatchObject([
        { id: 'orcid' },
        {
          ...{ id: 'university', label: 'University', issuer: 'https://login.example.edu', isOrcid: false },
          ...{ clientId: 'ao', clientSecret: 'from a file' },
          secondFactor: { amr: [], acr: ['urn:strong'] },
        },
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each<[string, Record<string, string | undefined>]>([
    ['ORCID', { ORCID: 'live', ...ORCID_CLIENT }],
    ['ORCID', { ORCID: 'https://orcid.example.org', ...ORCID_CLIENT }],
    ['ORCID', { ORCID: 'sandbox', ORCID_CLIENT_ID: 'APP-1' }],
    ['PROVIDER_TIMEOUT_SECONDS', { PROVIDER_TIMEOUT_SECONDS: '0' }],
    ['PROVIDER_TIMEOUT_SECONDS', { PROVIDER_TIMEOUT_SECONDS: 'soon' }],
    ['PROVIDERS', { PROVIDERS: 'university' }],
    ['PROVIDERS', { PROVIDERS: '{}' }],
    ...[
      [{ ...university, id: 'orcid' }],
      [{ ...university, id: 'A University' }],
      [{ ...university, issuer: 'http://login.example.edu' }],
      [{ ...university, issuer: 'https://ao:pass@login.example.edu' }],
      [{ ...university, issuer: 'https://login.example.edu?tenant=1' }],
      [{ ...university, client_secret: undefined }],
      [{ ...university, client_secret_file: '/etc/ao/university' }],
      [{ ...university, scope: 'email' }],
      [university, { ...university, issuer: 'https://other.example.edu' }],
      [university, { ...university, id: 'other', issuer: 'https://login.example.edu/' }],
    ].map((entries): [string, Record<string, string | undefined>] => [
      'PROVIDERS',
      { PROVIDERS: JSON.stringify(entries) },
    ]),
  ])('%s prevents the start with a message that names it: %o', (name, environment) => {
    expect(() => readConfig(environment)).toThrow(StartError)
    expect(() => readConfig(environment)).toThrow(name)
    expect(() => readConfig(environment)).not.toThrow('s3cret')
  })

  test.each([
    ['', 0],
    ['false', 0],
    ['1', 1],
    ['loopback, 10.0.0.0/8,::1', ['loopback', '10.0.0.0/8', '::1']],
  ])('TRUST_PROXY=%s names the proxies', (text, trusted) =>
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trusted),
  )

  test('with an https address make cookies secure', () => {
    const config = readConfig({ BASE_URL: 'https://ao.example.org/' })
    expect(config).toMatchObject({ baseUrl: 'https://ao.example.org', secure: true })
  })

  test('that production needs are named in one message', () => {
    const all = {
      BASE_URL: 'https://ao.example.org',
      MAIL_FROM: 'AO <ao@example.org>',
      SMTP_URL: 'smtp://mail',
    }
    expect(() => requireProduction(all)).not.toThrow()
    expect(() => requireProduction({ ...all, BASE_URL: ' ' })).toThrow(
      new StartError('Not set: BASE_URL (the address that people use).'),
    )
    expect(() => requireProduction({})).toThrow(
      new StartError(
        'Not set: BASE_URL (the address that people use), MAIL_FROM (the sender of mails), SMTP_URL (the mail server).',
      ),
    )
  })

  test('that hold a password can come from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ao-secrets-'))
    const file = join(folder, 'secret')
    writeFileSync(file, 'smtps://ao:s3cret@mail.example.org\n')
    const SMTP_URL = 'smtp://mail'
    try {
      expect(readConfig({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtps://ao:s3cret@mail.example.org')
      expect(() => requireProduction({ BASE_URL: 'x', MAIL_FROM: 'x', SMTP_URL_FILE: file })).not.toThrow()
      expect(readConfig({ SMTP_URL, SMTP_URL_FILE: '' }).smtpUrl).toBe(SMTP_URL)
      expect(() => readConfig({ SMTP_URL, SMTP_URL_FILE: file })).toThrow(
        new StartError('SMTP_URL and SMTP_URL_FILE are both set: remove one of them.'),
      )
      expect(() => readConfig({ SMTP_URL_FILE: `${file}s` })).toThrow(
        new StartError(`SMTP_URL_FILE: ${file}s cannot be read (ENOENT).`),
      )
      writeFileSync(file, '\n')
      expect(() => readConfig({ SMTP_URL_FILE: file })).toThrow(
        new StartError(`SMTP_URL_FILE: ${file} is empty.`),
      )
      writeFileSync(file, 's3cret')
      for (const name of ['DATABASE_URL', 'SMTP_URL', 'FILES_URL', 'PROVIDERS']) {
        const wrong = () => readConfig({ [`${name}_FILE`]: file })
        expect(wrong).toThrow(name)
        expect(wrong).not.toThrow('s3cret')
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABASE_UR', 'DATABASE_URL'],
    ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
    ['BASE_URI', 'BASE_URL'],
    ['BASEURL', 'BASE_URL'],
    ['mail_from', 'MAIL_FROM'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['PROT', 'PORT'],
  ])('%s is taken for a misspelt %s', (name, meant) =>
    expect(describeSettings({ [name]: 'x', PORT: '', HOST: '127.0.0.1' })).toEqual({
      set: ['HOST'],
      unknown: [{ name, meant }],
    }),
  )

  test('of other programs are not taken for ours', () => {
    const others = [
      'HOME',
      'PATH',
      'PWD',
      'POST',
      'HOSTNAME',
      'LANG',
      'PGHOST',
      'NODE_ENV',
      'MAIL',
      'USER',
      'DATA',
    ]
    expect(describeSettings(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual({
      set: [],
      unknown: [],
    })
  })
})
