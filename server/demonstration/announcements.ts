import type { Actor } from '#domain/session/actor.ts'
import { aGroupMail } from '../builders/group_mail.ts'
import { anAnnouncement } from '../builders/people.ts'
import { aView } from '../builders/saved_views.ts'
import { deleteGroupMail, scheduleGroupMail } from '../mail/service.ts'
import type { DemonstrationContext } from './context.ts'
import { CURRENT_TERM, WINDOWS } from './terms.ts'

/** Announcements to everyone and to each role, one as a link, one unpublished; sent and unsent group mail. */
export async function publishAnnouncements(
  stage: DemonstrationContext,
  { reviewers, panel, proposers }: { reviewers: Actor[]; panel: Actor[]; proposers: Actor[] },
) {
  const { office, today } = stage
  const day = (days: number) => new Date(+today + days * 86_400_000).toISOString().slice(0, 10)
  const news = (title: string, target: number, days: number, rest: object = {}) =>
    anAnnouncement(office, { title, target, date: day(days), ...rest })
  stage.at(CURRENT_TERM.opens)
  await news('AO7 is open', 1, CURRENT_TERM.opens, {
    content:
      'Notices of Intent are accepted now.\n\nThe sample databases list what is on offer:\nhttps://www.darts.isas.jaxa.jp/curation/ryugu/',
  })
  await news('Dates of the panel meeting', 2, -20, {
    content: 'The panel meets in the week after the reviews are due.',
  })
  await news('How to write a report', 3, -14, {
    content:
      'Both scores go from 1 (Poor) to 5 (Excellent).\nPlease rank your proposals once all reports are written.',
  })
  await news('Hints for the sample table', 4, -10, {
    content:
      'At most ten samples of Particle and Aggregate together.\nGas and previously allocated samples do not count.',
  })
  await news('Catalogue of returned samples', 1, -5, {
    url: 'https://www.darts.isas.jaxa.jp/curation/ryugu/',
  })
  await news('Results of AO7', 1, 60, { published: false, content: 'To be written.' })
  await keepViews(stage, panel[0]!)
  stage.at(-12)
  await aGroupMail(office, {
    title: 'Reviews of AO7: thank you for helping',
    content: 'Dear #name#,\n\nthank you for reviewing. Reports are due in about three months.',
    bcc: 'archive@example.org',
    reply_to_address: 'admin@example.org',
    reply_to_name: 'AO Office',
    destinations: reviewers,
    sent: true,
  })
  stage.at(-4)
  const mistaken = await aGroupMail(office, {
    title: 'Panel meeting: agenda (first try)',
    content: 'To be deleted.',
    destinations: panel,
  })
  await deleteGroupMail(office, mistaken)
  await aGroupMail(office, {
    title: 'Panel meeting: agenda',
    content: 'Dear #name# (#affiliation#),\n\nthe agenda follows.',
    destinations: panel,
  })
  stage.at(-2)
  await aGroupMail(office, {
    title: 'Your proposal to AO7: samples on their way',
    content:
      'Dear #name#,\n\nwe are glad to tell you that the following samples are confirmed for your proposal "#title#":\n\n#samples#\n\nThey will be sent to #affiliation#.',
    destinations: proposers,
  })
  const reminder = await aGroupMail(office, {
    title: 'AO7 closes in two weeks',
    content:
      'Dear #name#,\n\nthe call AO7 closes in two weeks. Your proposal is "#title#".\n\nYou can edit it until then.',
    destinations: proposers,
  })
  const send_at = `${day(CURRENT_TERM.opens + WINDOWS.proposals - 14)}T09:00:00Z`
  await scheduleGroupMail(office, reminder, { send_at })
}

/** Views of the list of proposals: one of the office for everyone, one of its own, and one of a panel member. */
async function keepViews(stage: DemonstrationContext, member: Actor) {
  await aView(stage.office, {
    name: 'Spread of the reviews',
    for_all: true,
    search: {
      columns: ['ID: Title', 'Reports', 'Total', 'Spread', 'Global Score'],
      layout: 'ranking',
      sort: 'spread',
      dir: 'desc',
    },
  })
  await aView(stage.office, {
    name: 'Waiting for a reviewer',
    search: { columns: ['ID: Title', 'Keywords', 'Status'], layout: 'list', without_reviewer: 'true' },
  })
  await aView(stage.as(member), {
    name: 'To score',
    search: { columns: ['ID: Title', 'Total', 'Rank', 'Global Score'], layout: 'ranking', to_score: 'true' },
  })
}
