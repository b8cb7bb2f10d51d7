/**
 * The floor that our calls are compared to: bare routes that answer the same, with no session, no hooks, no schemas, over
 * a pool of the same size; each is the SQL that the call can not do without, written by hand and prepared. DATABASE_URL
 * and PORT say where; PAGE is the folder of a page that is served beside them.
 */
import files from '@fastify/static'
import Fastify from 'fastify'
import pg from 'pg'
import { shortAbstract } from '#domain/proposals/rules.ts'
import { averagesOf, totalsOf } from '#domain/reports/averages.ts'
import { type ReportFacts, whyNotSave, whyNotSubmitReport } from '#domain/reports/rules.ts'
import { csvOf } from './peer_csv.ts'
import { saveProposal, saveReport } from './peer_saves.ts'
import { find } from './peer_search.ts'
import { DETAIL, LIST } from './peer_sql.ts'

const CONNECTIONS = 10
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONNECTIONS })
const app = Fastify()

const { PAGE } = process.env
if (PAGE) await app.register(files, { root: PAGE, preCompressed: true })

app.get('/readyz', async () => 'ready')

app.get('/api/proposals', async (request) => {
  const { user, term_id, page = '1', per_page = '20' } = request.query as Record<string, string>
  const size = Number(per_page)
  const { rows } = await pool.query({
    name: 'list',
    text: LIST,
    values: [user, term_id, size, (Number(page) - 1) * size],
  })
  const data = rows.map(({ total: _, abstract, ...row }) => ({
    ...row,
    ...averagesOf(row.reports),
    totals: totalsOf(row.reports),
    shortAbstract: shortAbstract(abstract),
  }))
  const total = rows[0]?.total ?? 0
  return { total, last_page: Math.ceil(total / size), per_page: size, data, current_page: Number(page) }
})

app.get('/api/proposals/:id', async (request) => {
  const { id } = request.params as { id: string }
  const { user } = request.query as { user: string }
  const { rows } = await pool.query({ name: 'detail', text: DETAIL, values: [user, id] })
  const [row] = rows
  const reports = row.reports.map((report: ReportFacts & { takes_part: boolean }) => {
    const closed = row.global_score !== null
    const facts = { ...report, term: row.term, proposal_status: row.status, closed }
    const { takes_part } = report
    return {
      ...report,
      why_not_save: whyNotSave(facts, takes_part),
      why_not_submit: whyNotSubmitReport(facts, takes_part),
    }
  })
  return { ...row, reports, shortAbstract: shortAbstract(row.abstract) }
})

app.get('/api/search', async (request) => find(pool, request.query as { q: string; user: string }))
app.put('/api/reports/:id', async (request) =>
  saveReport(pool, (request.params as { id: string }).id, request.body as never),
)
app.put('/api/proposals/edit/:id', async (request) =>
  saveProposal(pool, (request.params as { id: string }).id, request.body as never),
)
app.get('/api/proposals.csv', async (request, reply) => {
  const { user, term_id } = request.query as Record<string, string>
  return reply.type('text/csv; charset=utf-8').send(await csvOf(pool, user!, term_id!))
})

process.once('SIGTERM', () => void app.close().then(() => pool.end()))
await app.listen({ port: Number(process.env.PORT) })
