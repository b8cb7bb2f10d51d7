import type { Role } from '#domain/access.ts'
import type { Actor } from '#domain/session/actor.ts'
import { failGroupMails } from '../builders/group_mail.ts'
import { aUser, failMails, givePassword, settleMails } from '../builders/people.ts'
import { share } from '../proposals/sharing.ts'
import { changeAccounts, declareConflicts } from './accounts.ts'
import { publishAnnouncements } from './announcements.ts'
import { declineWithReasons, writeToOffice } from './answers.ts'
import { assignCurrent, confirmPast } from './assignments.ts'
import { type Choices, requestableSamples, setUpChoices } from './choices.ts'
import { judgeMost } from './conflicts.ts'
import type { DemonstrationContext } from './context.ts'
import { discuss } from './discussions.ts'
import { gradeProposals } from './grades.ts'
import { takeInventory } from './inventories.ts'
import { nameSpeakers } from './leads.ts'
import { type Lent, leaveAtSteps, lendByLetter, sendOut, treatLoans } from './loans.ts'
import { rewordMails } from './mail_templates.ts'
import { createPanelMembers, holdMeeting, prepareMeeting } from './meetings.ts'
import { DEMO_PROPOSER, fileNotices, PROPOSER_ACCOUNT } from './notices.ts'
import { person } from './people.ts'
import { type Proposer, submit, writeProposal } from './proposals.ts'
import { addPublications } from './publications.ts'
import { releaseAll } from './results.ts'
import { prepareAssignment } from './reviewer_assignment.ts'
import { keepOrganisations, keepProfiles } from './reviewers.ts'
import { reviewAll, reviewSome, setGlobalScores } from './reviews.ts'
import { correctCatalogue } from './samples.ts'
import { createScenarios } from './scenarios.ts'
import { CURRENT_TERM, type DemonstrationTerm, openTerm, TERMS, WINDOWS } from './terms.ts'

export const ACCOUNTS = ['admin', 'panel', 'reviewer', 'curation', 'proposer'].map(
  (role) => `${role}@example.org`,
)

/** Number of proposers of the current term who have saved their proposal. */
const SAVED_PROPOSALS = 60
/** The call whose panel met with this system, and how many proposals it discussed. */
const PAST_MEETING_TERM = 6
const DISCUSSED_PROPOSALS = 8
/** The call before it, whose loans are the oldest; one of them is so many days late. */
const LETTER_TERM = 5
const DAYS_LATE = 20
/** The panel of the current call meets in so many days. */
const DAYS_TO_MEETING = 5
const PANEL_COLLABORATOR = person(900)
const EARLIER_COLLABORATOR = person(902)

export interface StaffMembers {
  admin: Actor
  /** The first four, and the whole panel. */
  panel: Actor[]
  wholePanel: Actor[]
  reviewers: Actor[]
  curation: Actor
}

/** Creates three past terms and the current one by calling the services as office, proposers and reviewers. */
export async function createDemonstration(stage: DemonstrationContext, password_hash: string) {
  const cast = await createStaff(stage, password_hash)
  stage.office = stage.as(cast.admin)
  const choices = await setUpChoices(stage, PANEL_COLLABORATOR, EARLIER_COLLABORATOR, DEMO_PROPOSER)
  await keepOrganisations(stage)
  let proposers: Proposer[] = []
  const lent: Record<number, Lent[]> = {}
  for (const call of TERMS)
    if (call === CURRENT_TERM) proposers = await createCurrentTerm(stage, call, cast, choices)
    else lent[call.term_id] = await lend(stage, call, cast, await createPastTerm(stage, call, cast, choices))
  await leaveAtSteps(stage, lent[PAST_MEETING_TERM] ?? [], {
    curation: stage.as(cast.curation),
    own: PROPOSER_ACCOUNT,
  })
  const everyLoan = Object.values(lent).flat()
  await addPublications(stage, everyLoan)
  await takeInventory(stage, everyLoan)
  await keepProfiles(stage, cast.reviewers, choices)
  await publishAnnouncements(stage, { ...cast, proposers: proposers.map(({ actor }) => actor) })
  await rewordMails(stage)
  await givePassword(stage.office, PROPOSER_ACCOUNT, password_hash)
  await settleMails(stage.office)
  await failMails(stage.office, 'review_request', 2)
  await failMails(stage.office, 'proposal_submitted', 1)
  await failGroupMails(stage.office, cast.reviewers.at(-1)!)
}

async function openWithNotices(stage: DemonstrationContext, call: DemonstrationTerm): Promise<Proposer[]> {
  stage.at(call.opens)
  await openTerm(stage, call)
  return fileNotices(stage, call)
}

/** A past term is complete: every proposal submitted, reviewed and scored, and samples confirmed. */
async function createPastTerm(
  stage: DemonstrationContext,
  call: DemonstrationTerm,
  { admin, wholePanel, reviewers }: StaffMembers,
  choices: Choices,
) {
  const proposers = await openWithNotices(stage, call)
  stage.at(call.opens + WINDOWS.proposals - 5)
  const setting = { term_id: call.term_id, catalogue: await requestableSamples(stage), choices }
  for (const [n, proposer] of proposers.entries()) {
    await writeProposal(stage, proposer, call.term_id * 31 + n, setting)
    await submit(stage, proposer)
  }
  stage.at(call.opens + WINDOWS.reviews - 10)
  const decisions = await reviewAll(stage, proposers, reviewers)
  const meeting = { term_id: call.term_id, day: call.opens + WINDOWS.panel, chair: admin, panel: wholePanel }
  const discussed = call.term_id === PAST_MEETING_TERM ? DISCUSSED_PROPOSALS : 0
  await setGlobalScores(stage, decisions.slice(discussed))
  if (discussed > 0) await holdMeeting(stage, meeting, decisions.slice(0, discussed))
  stage.at(call.opens + WINDOWS.reviews + 20)
  await confirmPast(stage, call.term_id, whatIsLent(call, proposers))
  return proposers
}

/** What the allocation of a call gives beside particles asked for by name: of the last call something for the demonstration's proposer. */
const whatIsLent = ({ term_id }: DemonstrationTerm, [first]: readonly Proposer[]) =>
  term_id === PAST_MEETING_TERM
    ? { particles: 4, first: first?.proposal_id }
    : term_id === LETTER_TERM
      ? { particles: 2 }
      : undefined

/** What follows 'confirmed': the call before last by letter, the last one with its results here. */
async function lend(
  stage: DemonstrationContext,
  { term_id, opens }: DemonstrationTerm,
  cast: StaffMembers,
  proposers: readonly Proposer[],
): Promise<Lent[]> {
  const curation = stage.as(cast.curation)
  const day = opens + WINDOWS.allocation
  if (term_id === PAST_MEETING_TERM) {
    const numbers = await releaseAll(stage, { term_id, day: day - 20 }, proposers)
    return numbers.map(({ number, proposal_id }) => ({
      number,
      holder: proposers.find((one) => one.proposal_id === proposal_id)!.actor,
    }))
  }
  if (term_id !== LETTER_TERM) return []
  stage.at(day)
  const lent = await lendByLetter(stage, term_id, proposers)
  for (const loan of lent) await sendOut(stage, loan, { day: day + 1, curation })
  await treatLoans(stage, lent, { curation, late: DAYS_LATE })
  return lent
}

/**
 * The current term is half way: proposals not started, saved and submitted, and reports in every status. Returns the
 * proposers who submitted.
 */
async function createCurrentTerm(
  stage: DemonstrationContext,
  call: DemonstrationTerm,
  { admin, panel, wholePanel, reviewers }: StaffMembers,
  choices: Choices,
) {
  const proposers = await openWithNotices(stage, call)
  stage.at(-8)
  await correctCatalogue(stage)
  stage.at(-6)
  const setting = { term_id: call.term_id, catalogue: await requestableSamples(stage), choices }
  const submitted: Proposer[] = []
  for (const [n, proposer] of proposers.slice(0, SAVED_PROPOSALS).entries()) {
    await writeProposal(stage, proposer, call.term_id * 31 + n, setting)
    if (n === 0 || n % 5 === 4) continue
    await submit(stage, proposer)
    submitted.push(proposer)
  }
  const shared = submitted[0]!
  await share(stage.as(shared.actor), shared.proposal_id, true)
  stage.at(-3)
  await reviewSome(stage, submitted, reviewers)
  await declineWithReasons(stage, call.term_id)
  await prepareAssignment(stage, call.term_id, submitted, reviewers)
  await changeAccounts(stage, reviewers.at(-1)!)
  await declareConflicts(stage, submitted, panel[1]!, reviewers.at(-2)!)
  await judgeMost(stage, submitted, reviewers)
  stage.at(-1)
  await writeToOffice(stage, submitted)
  await assignCurrent(stage, call.term_id)
  await createScenarios(stage, call.term_id, panel.slice(2))
  const meeting = { term_id: call.term_id, day: DAYS_TO_MEETING, chair: admin, panel: wholePanel }
  await prepareMeeting(stage, submitted, meeting)
  await nameSpeakers(stage, call.term_id)
  await discuss(stage, submitted, { admin, panel })
  await gradeProposals(stage, submitted, wholePanel)
  return submitted
}

/** The office, ten panel members, twelve reviewers and curation; the first of each is a demonstration account. */
async function createStaff(stage: DemonstrationContext, password_hash: string): Promise<StaffMembers> {
  stage.at(TERMS[0]!.opens - 30)
  const account = (role: Exclude<Role, 'proposer'>, last_name: string) =>
    aUser(stage.office, [role], {
      first_name: 'Demo',
      last_name,
      email: `${role}@example.org`,
      affiliation: 'Curation Facility',
      password_hash,
    })
  const others = async (role: 'panel' | 'reviewer', from: number, count: number) => {
    const made: Actor[] = []
    for (let n = from; n < from + count; n++) made.push(await aUser(stage.office, [role], person(n)))
    return made
  }
  const admin = await account('admin', 'Office')
  const panel = [await account('panel', 'Panel'), ...(await others('panel', 900, 3))]
  const reviewers = [await account('reviewer', 'Reviewer'), ...(await others('reviewer', 920, 11))]
  const wholePanel = [...panel, ...(await createPanelMembers(stage))]
  return { admin, panel, wholePanel, reviewers, curation: await account('curation', 'Curation') }
}
