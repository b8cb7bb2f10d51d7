import type { ReviewerProfileInput } from '#domain/reviewer_profiles/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { anOrganisation } from '../builders/organisations.ts'
import { askForProfiles, saveReviewerProfile } from '../reviewer_profiles/service.ts'
import { type Choices, pick } from './choices.ts'
import type { DemonstrationContext } from './context.ts'

const EXPERTISE = [
  'Noble gases and cosmogenic nuclides',
  'Carbonates and aqueous alteration',
  'Soluble organic compounds, by mass spectrometry',
  'Presolar grains and isotope ratios',
  'Sulfides, magnetite and remanent magnetism',
  'Space weathering of grain surfaces',
]

const DAY_MS = 24 * 60 * 60 * 1000

/** Different entries of a list that depend on the reviewer alone. */
const some = (list: readonly number[], n: number, count: number) => [
  ...new Set(Array.from({ length: count }, (_, i) => pick(list, n, i, 91))),
]

/**
 * Reviewers' profiles in every state: the first confirmed lately, one that the office entered, some who were asked and
 * have not answered, and the last without any. Some are away in the weeks of the reviews, some take few reports.
 */
export async function keepProfiles(
  stage: DemonstrationContext,
  reviewers: readonly Actor[],
  { keywords, methods }: Choices,
) {
  const day = (days: number) => new Date(+stage.today + days * DAY_MS).toISOString().slice(0, 10)
  const profile = (n: number): ReviewerProfileInput => ({
    keywords: some(keywords, n, 4),
    methods: some(methods, n, 3),
    max_reports: n % 3 === 1 ? 4 + (n % 5) : null,
    expertise: EXPERTISE[n % EXPERTISE.length]!,
    absences:
      n % 4 === 2
        ? [
            { from_day: day(20 + n), until_day: day(30 + n) },
            { from_day: day(80 + n), until_day: day(94 + n) },
          ]
        : [],
  })
  for (const [n, reviewer] of reviewers.entries()) {
    stage.at(n < 6 ? -12 - n : -300 - n)
    if (n < 9) await saveReviewerProfile(stage.as(reviewer), reviewer.id, profile(n))
    else if (n === 9) await saveReviewerProfile(stage.office, reviewer.id, profile(n))
  }
  stage.at(-9)
  await askForProfiles(stage.office)
}

/** Organisations with several spellings and a part. Other affiliations, and some spellings of these, are left to merge. */
export async function keepOrganisations({ office }: DemonstrationContext) {
  const hokuto = await anOrganisation(office, { name: 'Hokuto University', spellings: ['Hokuto Univ.'] })
  await anOrganisation(office, {
    name: 'Faculty of Science, Hokuto University',
    parent_id: hokuto,
    spellings: ['北斗大学 理学部'],
  })
  await anOrganisation(office, {
    name: 'Desert State University',
    spellings: ['Desert State Univ.', 'DSU'],
  })
  await anOrganisation(office, { name: 'Université de la Côte' })
  await anOrganisation(office, {
    name: 'Institute of Planetary Materials, Misasa',
    spellings: ['IPM Misasa'],
  })
}
