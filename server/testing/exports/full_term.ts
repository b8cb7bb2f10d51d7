import { sql } from 'kysely'
import { BENNU, CONTACT_PAD, GAS, PARTICLE, PROCESSED, RYUGU } from '#domain/masters/values.ts'
import type { Actor } from '#domain/session/actor.ts'
import { findFinding } from '../../builders/conflicts.ts'
import { aPerson, aTerm, aUser } from '../../builders/people.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { anIdentity } from '../../builders/providers.ts'
import { aReview, aSubmittedReport } from '../../builders/reports.ts'
import { anAssignment, aSample } from '../../builders/samples.ts'
import { judgeFindings } from '../../conflicts/judging.ts'
import { declareRelation } from '../../conflicts/relations.ts'
import type { Ctx } from '../../platform/context.ts'
import { storeProfile } from '../reviewer_grid.ts'
import type { TestServer } from '../test_server.ts'
import { createExportedLoan } from './exported_loan.ts'
import { createExportedPieces } from './exported_pieces.ts'
import { createExportedInventory, createExportedResult } from './exported_results.ts'

/** Time of all events of a full term. */
export const AT = '2026-05-01T06:07:08.000Z'
/** Time at which a confirmation was proposed. */
export const PROPOSED_AT = '2026-04-30T05:06:07.000Z'

/** A text of several lines, unique by `word`, with everything that breaks a CSV file or runs as a formula. */
export const hostileCell = (word: string) => `=${word}, "1"\n-2\r\n＝3\r+שלום 🌟\u2028＠5\n\n\tend;`
/** The same text, escaped against formula injection. */
export const escapedCell = (word: string) => `'=${word}, "1"\n'-2\r\n'＝3\r'+שלום 🌟\u2028'＠5\n\n'\tend;`

const collaborators = [
  aPerson({
    first_name: '＠Cy',
    last_name: 'Cole',
    email: 'cy@cole.example',
    affiliation: 'Cole\u00a0"Labs"',
  }),
  aPerson({ first_name: '=Dag', last_name: 'Dahl', email: 'dag@dahl.example', affiliation: '+Dahl, D' }),
]

/** Starts the ids of the tables far apart, so that mixed-up ids are noticed. */
async function spreadIds({ db }: TestServer) {
  const tables = ['users', 'applicants', 'proposals', 'reports', 'samples', 'assignments']
  for (const [i, table] of tables.entries())
    await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit((i + 1) * 1000)}`.execute(
      db,
    )
}

const aFullCatalogue = async ({ ctx }: TestServer) => ({
  particle: await aSample(ctx(), {
    name: '=A1, "p"',
    weight: 5.4,
    initial_weight: 6.2,
    size: 2000,
    pressure: 101.5,
    volume: 0.3,
    description: `\r${hostileCell('description')}`,
    source: `\t${hostileCell('source')}`,
  }),
  gas: await aSample(ctx(), {
    sample_type: GAS,
    name: 'G1',
    weight: null,
    size: null,
    pressure: 88,
    volume: 12,
    chamber: 2,
  }),
  offered: await aSample(ctx(), { sample_type: PROCESSED, name: 'Q1', weight: 3.1, size: 700, flg: true }),
  kept: await aSample(ctx(), {
    sample_type: PROCESSED,
    name: 'R1',
    weight: 2.2,
    size: 650,
    chamber: null,
  }),
  pad: await aSample(ctx(), {
    db_type: BENNU,
    sample_type: CONTACT_PAD,
    name: '@C1',
    weight: 0.9,
    size: 300,
    chamber: null,
    dish: 4,
  }),
})

/** Two submitted reports; the second one's scores are one lower. */
async function twoReports({ ctx, db }: TestServer, office: Ctx, proposal_id: number) {
  const reviewers = [
    await aUser(ctx(), ['reviewer'], {
      first_name: '-Rei',
      last_name: 'Aalto',
      email: 'rei@aalto.example',
      affiliation: '@Aalto',
    }),
    await aUser(ctx(), ['panel', 'reviewer'], {
      first_name: '=Bo',
      last_name: 'Berg',
      email: 'bo@berg.example',
      affiliation: '＝Berg',
    }),
  ]
  const report_ids: number[] = []
  for (const [i, reviewer] of reviewers.entries()) {
    const review = aReview({
      science_score: 5 - i,
      technical_score: 3 - i,
      science_comment_strength: hostileCell(`science strength ${i}`),
      science_comment_weakness: hostileCell(`science weakness ${i}`),
      technical_comment_strength: hostileCell(`technical strength ${i}`),
      technical_comment_weakness: hostileCell(`technical weakness ${i}`),
    })
    const id = await aSubmittedReport(office, { proposal_id, reviewer, review })
    await db
      .updateTable('reports')
      .set({ rank: 8 + i })
      .where('id', '=', id)
      .execute()
    report_ids.push(id)
  }
  return { reviewers, report_ids }
}

/** Relations of both reviewers to a collaborator; that of the second one was judged to be no conflict. */
async function twoFindings(office: Ctx, proposal_id: number, reviewers: readonly Actor[]) {
  const relation = { name: 'Dag Dahl', email: 'dag@dahl.example', until_year: null }
  const [first, second] = reviewers
  await declareRelation(office.as(first!), { ...relation, kind: 'supervisor', from_year: 2019, note: '' })
  const note = hostileCell('note')
  await declareRelation(office.as(second!), { ...relation, kind: 'other', from_year: null, note })
  const finding = await findFinding(office, { proposal_id, user_id: second!.id, kind: 'relation' })
  await judgeFindings(office, { findings: [finding], verdict: 'allow', reason: hostileCell('reason') })
}

/**
 * A term with data for every export: an applicant who became a proposer, a proposal with requests of every kind, two
 * reports, a score, and assigned samples. All values of an object differ, and names sort alike in every collation.
 */
export async function createFullTerm(server: TestServer) {
  const { ctx } = server
  server.at(AT)
  await spreadIds(server)
  const term = await aTerm(ctx())
  const admin = await aUser(ctx(), ['admin'], {
    first_name: '+Oki',
    last_name: 'Office',
    email: 'oki@office.example',
    affiliation: '-Office',
  })
  const office = ctx(admin)
  const samples = await aFullCatalogue(server)
  const any = { any: 1, db_type: RYUGU }
  const { applicant_id, proposal_id, actor } = await aSubmittedProposal(office, {
    notice: {
      first_name: '=Ada',
      middle_name: '＋Mai',
      last_name: '@Abel',
      suffix: '-Jr',
      email: 'ada@abel.example',
      affiliation: '－Institute of "A", B 🌟',
      early_career: 1,
      proposal_title: '=Notice, שלום',
      proposal_abstract: hostileCell('notice'),
      collaborators,
    },
    input: {
      early_career: 2,
      title: '＝Proposal, "x"',
      abstract: hostileCell('abstract'),
      proposal_collaborator: collaborators.slice(1),
      keywords_other: [{ name: '-dust' }, { name: '=ice' }],
      samples: [
        { db_type: RYUGU, type: PARTICLE, any: 0, sample_id: samples.particle.id },
        { ...any, type: 1, size: 1.5, number_of_samples: 4, chamber: 2 },
        { ...any, type: PARTICLE, weight: 0.25, number_of_samples: 5 },
        { ...any, type: GAS, number_of_bottles: 3 },
        { db_type: RYUGU, type: PROCESSED, any: 0, sample_id: samples.offered.id },
        { db_type: BENNU, type: PARTICLE, any: 1, size: 2.5, number_of_samples: 2, dish: 3 },
      ],
    },
  })
  // The Notice came with another iD than the one that its proposer has linked since.
  await server.db
    .updateTable('applicants')
    .set({ orcid: '0000-0002-1694-233X', orcid_issuer: 'https://orcid.org' })
    .where('id', '=', applicant_id)
    .execute()
  await anIdentity(ctx(), actor)
  const { reviewers, report_ids } = await twoReports(server, office, proposal_id)
  // What the first reviewer knows, and that the second one is not wanted for another report.
  await storeProfile(server, reviewers[0]!.id, { max_reports: 4, keywords: ['-Dust'] })
  await server.db
    .insertInto('reviewer_assignment_marks')
    .values({ proposal_id, user_id: reviewers[1]!.id, mark: 'forbidden' })
    .execute()
  await twoFindings(office, proposal_id, reviewers)
  const gone = await aUser(ctx(), ['proposer'], {
    first_name: 'Zoe',
    last_name: 'Zwart',
    email: 'zoe@zwart.example',
    affiliation: '\t=Zwart',
    disabled: true,
  })
  const give = (sample: { id: number }) => [{ sample_id: sample.id, proposal_id }]
  await anAssignment(office, 1, give(samples.particle), { confirmed: true })
  // At that time two people had to confirm.
  const proposed = { proposed_by: reviewers[0]!.id, proposed_at: PROPOSED_AT }
  await server.db.updateTable('assignments').set(proposed).execute()
  await anAssignment(office, 2, give(samples.gas))
  await anAssignment(office, 3, give(samples.kept))
  await anAssignment(office, 4, give(samples.pad))
  const { api } = await server.as(admin)
  await api.staff.saveGlobalScore({ params: { id: proposal_id }, body: { global_score: 3.5, rank: 6 } })
  await api.staff.unlock({ params: { id: proposal_id } })
  const loan = await createExportedPieces(server, office, {
    second: reviewers[0]!,
    note: hostileCell('note'),
  })
  await createExportedLoan(server, office, { proposal_id, samples: [samples.particle, samples.gas] })
  const facts = { admin, proposal_id, holder: reviewers[1]!, note: hostileCell('result') }
  const answered = { ...facts, accepted: samples.particle, declined: samples.gas }
  await createExportedResult(server, answered)
  await createExportedInventory(server, answered)
  return {
    term,
    admin,
    loan,
    applicant_id,
    proposal_id,
    proposer: actor,
    reviewers,
    report_ids,
    samples,
    gone,
  }
}
export type FullTerm = Awaited<ReturnType<typeof createFullTerm>>
