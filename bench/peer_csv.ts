import type pg from 'pg'
import { progress } from '#domain/staff/status.ts'
import { CSV } from './peer_sql.ts'

const HEAD =
  'ID,Term,Proposer ID,Name,E-mail,Affiliation,Title,Abstract,Keywords,Status,Unlocked,Global Score,Rank,Reviewers,Average Science Score,Average Technical Score,Average Total Score,Average Rank'

const cell = (value: unknown) => {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The file of a term's proposals, in one piece. */
export async function csvOf(pool: pg.Pool, user: string, term_id: string): Promise<string> {
  const { rows } = await pool.query({ name: 'csv', text: CSV, values: [user, term_id] })
  const lines = rows.map((p) =>
    [
      ...[p.id, `AO${p.term_id}`, p.user_id, p.name, p.email, p.affiliation, p.title, p.abstract, p.keywords],
      ...[progress.label(p.progress), p.is_unlocked, p.global_score, p.rank, p.reviewers],
      ...[p.science_score, p.technical_score, p.total, p.ranked],
    ]
      .map(cell)
      .join(','),
  )
  return `\uFEFF${[HEAD, ...lines].join('\r\n')}\r\n`
}
