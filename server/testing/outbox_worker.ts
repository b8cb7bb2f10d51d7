import { openDatabase } from '../platform/database/database.ts'
import { smtpTransport } from '../platform/outbox/transport.ts'
import { startWorker } from '../platform/outbox/worker.ts'

// A separate process that sends due mails until it is killed: node --import tsx outbox_worker.ts DATABASE SMTP
const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2)
const { db } = openDatabase(databaseUrl)
const sender = async () => 'AO Office <office@example.org>'
startWorker(db, smtpTransport(smtpUrl, 'https://example.org'), sender, () => new Date(), console)
