import { describe, expect, test } from 'vitest'
import { readConfig, StartError } from './config.ts'

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
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['BASE_URL', 'ao.example.org'],
    ['BASE_URL', 'ftp://ao.example.org'],
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
})
