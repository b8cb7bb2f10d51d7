/** What the office can decide on many applicants at once. */
export const RUN_DECISIONS = ['register', 'reject', 'reject_no_mail'] as const
export type RunDecision = (typeof RUN_DECISIONS)[number]

/** States of an applicant in a run. */
export const RUN_ROW_STATES = ['waiting', 'done', 'failed'] as const

/** How long an ended run is shown to the office. */
export const RUN_SHOWN_HOURS = 24

/** 'Registering', 'registered'. */
export const RUN_WORDS: Record<RunDecision, { doing: string; done: string }> = {
  register: { doing: 'Registering', done: 'registered' },
  reject: { doing: 'Rejecting', done: 'rejected' },
  reject_no_mail: { doing: 'Rejecting', done: 'rejected' },
}

export const countApplicants = (count: number) => (count === 1 ? '1 applicant' : `${count} applicants`)

interface RunCounts {
  decision: RunDecision
  waiting: number
  done: number
  failed: number
}

/** 'Registering 9 applicants'. */
export const runTitle = ({ decision, waiting, done, failed }: RunCounts) =>
  `${RUN_WORDS[decision].doing} ${countApplicants(waiting + done + failed)}`

/** '7 registered, 1 failed, 1 waiting'. */
export const runCounts = ({ decision, waiting, done, failed }: RunCounts) =>
  [
    `${done} ${RUN_WORDS[decision].done}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ].join(', ')

/** Why an applicant of a selection is not taken into a run: another one has it already. */
export const whyInAnotherRun = (decision: RunDecision, by: string) =>
  `This applicant is already being ${RUN_WORDS[decision].done} by ${by}.`

/** Why a run cannot be carried out for the member of the office who started it. */
export const whyNoLongerOffice = (name: string) => `${name} is no longer a member of the office.`
