import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { pdfText } from '#server/testing/pdf.ts'
import { expectAccessible } from './accessible.ts'
import { button, download, expectText } from './actions.ts'
import { answerDialog, apiOf, PASSWORD, test } from './journey.ts'
import { fillForMeeting, type Ground, secretOf } from './meeting_ground.ts'
import { watchRequests } from './page_idle.ts'
import { type RealSystem, startRealSystem } from './real_system.ts'

/** More of them walk a longer meeting: the first ones are as here, the others are graded and agreed on. */
const PROPOSALS = Number(process.env.PROPOSALS ?? 11)
/** How many voters use their screens from the fifth proposal on. */
const ON_SCREEN = 3
const PLACE = 'Hall Itokawa'

let system: RealSystem
let ground: Ground
test.beforeAll(async () => {
  test.setTimeout(300_000 + PROPOSALS * 2_000)
  system = await startRealSystem({
    fill: async (services) => {
      ground = await fillForMeeting(services, PROPOSALS)
    },
  })
})
test.afterAll(() => system?.close())

interface Answer {
  path: string
  text: string
}

/** Someone at the table, with what the server answered them. */
interface Attendee {
  name: string
  email: string
  conflicts: Set<number>
  /** Conflicts declared in the meeting: from which answer on nothing may be heard. */
  declared: Map<number, number>
  page: Page
  /** The answers to the calls of their browser, in order. */
  heard: Answer[]
}

/**
 * Keeps each answer that a page gets, before the page reads it. Asked afterwards, the browser has lost the body of most:
 * those that the page reads as a stream.
 */
async function listen(page: Page): Promise<Answer[]> {
  const heard: Answer[] = []
  await page.exposeFunction('hear', (answer: Answer) => {
    heard.push(answer)
  })
  await page.addInitScript(() => {
    const { hear } = window as unknown as { hear: (answer: Answer) => Promise<void> }
    const network = window.fetch
    window.fetch = async (...call) => {
      const response = await network(...call)
      const path = new URL(response.url).pathname
      if (path.startsWith('/api/')) await hear({ path, text: await response.clone().text() })
      return response
    }
  })
  return heard
}

async function seat(browser: Browser, person: Ground['office']): Promise<Attendee> {
  const { viewport, timezoneId } = test.info().project.use
  const context = await browser.newContext({ baseURL: system.address, viewport, timezoneId })
  const page = await context.newPage()
  watchRequests(page)
  const heard = await listen(page)
  await apiOf(page).session.login({ body: { email: person.email, password: PASSWORD } })
  return { ...person, declared: new Map(), page, heard }
}

const isOut = ({ conflicts }: Attendee, id: number) => conflicts.has(id)
const heading = ({ page }: Attendee, name: string) => page.getByRole('heading', { level: 1, name })
const outHeading = (who: Attendee) =>
  who.page.getByRole('heading', { level: 2, name: 'Out until called back' })
const gradeField = ({ page }: Attendee, id: number) =>
  page.getByRole('textbox', { name: `Your grade for ${id}`, exact: true })
const agree = ({ page }: Attendee) => page.getByRole('button', { name: /^Agree \d\.\d\d/u })
const press = async (who: Attendee, name: string) => button(who.page, name).click()
const all = <T, R>(of: Iterable<T>, act: (one: T) => Promise<R>) => Promise.all([...of].map(act))

/** Gives a grade in the first ballot on a proposal as the screen of the meeting that is open does. */
const giveByCall = ({ page }: Attendee, proposal_id: number, grade: string) =>
  apiOf(page).meetings.give({
    params: { id: new URL(page.url()).pathname.split('/')[2]! },
    body: { proposal_id, number: 1, grade },
  })

/** The people of the meeting, and what they do with the proposal that is on. */
function table(members: readonly Attendee[], host: Attendee) {
  const named = (email: string) => members.find((one) => one.email === email)!
  const [chair, deputy] = [named(ground.chair.email), named(ground.deputy.email)]
  const everyone = [...members, host]
  const chairFor = (id: number) => [chair, deputy, host].find((one) => !isOut(one, id))!
  const votersOn = (id: number) => members.filter((one) => !isOut(one, id))

  /** Everyone has the face that they must have of it. */
  const expectFaces = (id: number) =>
    all(everyone, async (one) => {
      if (isOut(one, id)) await expect(outHeading(one)).toBeVisible()
      else if (one === chairFor(id))
        await expect(one.page.getByRole('region', { name: `${id}, now` })).toBeVisible()
      else await expect(heading(one, `${id}: ${ground.titles.get(id)}`)).toBeVisible()
    })

  /** Gives a grade; the answer may be still on its way. */
  async function sendGrade(one: Attendee, id: number, grade: string) {
    await expect(one.page.getByRole('button', { name: /^Give/u })).toBeVisible()
    await gradeField(one, id).fill(grade)
    await press(one, `Give ${grade}`)
  }

  const gradesShownTo = (one: Attendee, id: number): Locator =>
    one === chairFor(id)
      ? one.page.getByRole('list', { name: 'Grades' }).getByRole('listitem')
      : one.page.getByRole('region', { name: `Your grade for ${id}` }).locator('dl > div')

  /** Who has the chair, and by default all who voted, read these grades and no others. */
  const expectGrades = (id: number, given: ReadonlyMap<Attendee, string>, readers = votersOn(id)) =>
    all(new Set([...readers, chairFor(id)]), async (one) => {
      await expect(gradesShownTo(one, id)).toHaveCount(given.size)
      for (const [voter, grade] of given)
        await expect(gradesShownTo(one, id).filter({ hasText: voter.name })).toContainText(grade)
    })

  async function openBallot(id: number) {
    await expectFaces(id)
    await press(chairFor(id), 'Open the ballot')
    await expect(button(chairFor(id).page, 'Close the ballot')).toBeVisible()
  }

  /** A whole ballot, by so many on their screens, who has the chair first; the others send what their screens would. */
  async function vote(id: number, onScreen = members.length) {
    await openBallot(id)
    const voters = votersOn(id).toSorted((a, b) => +(b === chairFor(id)) - +(a === chairFor(id)))
    const given = new Map(voters.map((one, at) => [one, (2 + (at % 8) / 4).toFixed(2)]))
    const seen = voters.slice(0, onScreen)
    await all(voters, async (one) => {
      const grade = given.get(one)!
      if (seen.includes(one)) await sendGrade(one, id, grade)
      else await giveByCall(one, id, grade)
    })
    await expectGrades(id, given, seen)
  }

  return {
    ...{ chair, deputy, host, everyone, chairFor, votersOn, expectFaces, sendGrade, expectGrades },
    ...{ openBallot, vote },
  }
}

/** Whether an answer tells of a proposal: of one in the meeting, or what only its report and the panel's notes hold. */
const tellsOf =
  (id: number) =>
  ({ path, text }: Answer): boolean =>
    text.includes(secretOf(id)) ||
    (path.startsWith('/api/meetings/') && text.includes(ground.titles.get(id)!))

/** The answers of a browser tell nothing of what its user has a conflict with, and something of all else. */
function expectToldRightly({ name, heard, conflicts, declared }: Attendee) {
  for (const id of ground.titles.keys()) {
    const told = heard.slice(declared.get(id) ?? 0).filter(tellsOf(id))
    if (conflicts.has(id)) expect(told, `what ${name} was told of ${id}`).toEqual([])
    else expect(told.length, `what ${name} was told of ${id}`).toBeGreaterThan(0)
  }
}

test('a panel of ten walks through its meeting, from the agenda to the minutes', async ({ browser }) => {
  test.setTimeout(360_000 + PROPOSALS * 15_000)
  const host = await seat(browser, ground.office)
  const members = await all(ground.members, (person) => seat(browser, person))
  const { chair, deputy, everyone, chairFor, votersOn, ...at } = table(members, host)
  const order = [...ground.titles.keys()]
  const [first, second, third, fourth] = order as [number, number, number, number]

  const path = await test.step('the office prepares the meeting and sends the agenda', async () => {
    const { page } = host
    await page.goto('/meetings')
    await button(page, 'New meeting').click()
    await page.getByLabel('Place').fill(PLACE)
    for (const [label, { name }] of [
      ['Chair', chair],
      ['Deputy', deputy],
    ] as const) {
      await page.getByRole('combobox', { name: label }).fill(name)
      await page.getByRole('option', { name, exact: false }).filter({ visible: true }).first().click()
    }
    await page.getByLabel('Quorum').fill('5')
    await button(page, 'Prepare the meeting').click()
    await page.waitForURL(/\/meetings\/\d+$/u)
    await button(page, 'Send agenda').click()
    await answerDialog(page, 'Send the agenda?', 'SEND')
    for (const { email } of members) {
      const mail = await system.mailTo(email, 'Panel Meeting')
      expect(mail.text).toContain(PLACE)
      expect(mail.attachments.map(({ contentType }) => contentType)).toContain('text/calendar')
    }
    return new URL(page.url()).pathname
  })

  await test.step('all open its page; the chair opens the meeting, and they are here', async () => {
    // One after the other: ten at once are too much for two cores.
    for (const { page } of members) await page.goto(path)
    await all(
      members.filter((one) => one !== chair && one !== deputy),
      ({ page }) => expectText(page, 'Not opened yet'),
    )
    await press(chair, 'Open the meeting')
    await answerDialog(chair.page, 'Open Panel Meeting?', 'OPEN')
    await all(
      members.filter((one) => one !== chair),
      (one) => press(one, 'I am here'),
    )
    await expectText(chair.page, '10 here')
    await chair.page.getByRole('button', { name: `Begin with ${first}` }).click()
  })

  await test.step('the first is graded, and agreed on with notes', async () => {
    const outside = members.find((one) => isOut(one, first))!
    await at.vote(first)
    for (const { page } of [chair, votersOn(first)[1]!, outside]) await expectAccessible(page)
    for (const [label, text] of [
      ['Note for the proposer', 'Sharp question.'],
      ['Internal note', secretOf(first)],
    ] as const)
      await chair.page.getByRole('textbox', { name: label, exact: true }).fill(text)
    await agree(chair).click()
    await at.expectFaces(second)
  })

  await test.step('one declares a conflict of interest in the middle of the second, after a grade', async () => {
    await at.openBallot(second)
    const voters = votersOn(second)
    const one = voters.find((member) => member !== chair && member !== deputy)!
    await at.sendGrade(one, second, '0.25')
    await expect(button(one.page, '0.25 given')).toBeVisible()
    await button(one.page, 'Declare and leave').click()
    await answerDialog(one.page, `Declare a conflict of interest with ${second}?`, 'Declare and leave')
    await expect(outHeading(one)).toBeVisible()
    one.conflicts.add(second)
    one.declared.set(second, one.heard.length)
    const given = new Map(votersOn(second).map((member) => [member, '3.25']))
    await all([...given], ([member, grade]) => at.sendGrade(member, second, grade))
    await at.expectGrades(second, given)
    await agree(chair).click()
    await expect(outHeading(one)).toBeHidden()
  })

  await test.step('the server is killed in the ballot on the third, which the deputy chairs', async () => {
    expect(chairFor(third).name).toBe(deputy.name)
    await at.openBallot(third)
    const given = new Map(votersOn(third).map((one, i) => [one, (3 + i / 4).toFixed(2)]))
    const [waiting, late, ...soon] = [...given]
    await all(soon, async ([one, grade]) => {
      await at.sendGrade(one, third, grade)
      await expect(button(one.page, `${grade} given`)).toBeVisible()
    })
    await system.kill()
    await at.sendGrade(late![0], third, late![1])
    await expect(button(late![0].page, `Giving ${late![1]}…`)).toBeVisible()
    await system.start()
    await expect(button(late![0].page, `${late![1]} given`)).toBeVisible()
    await at.sendGrade(waiting![0], third, waiting![1])
    await at.expectGrades(third, given)
    await agree(deputy).click()
  })

  await test.step('the fourth is put off', async () => {
    await at.openBallot(fourth)
    await press(chairFor(fourth), 'Put off')
    await answerDialog(chairFor(fourth).page, `Put off ${fourth}?`, 'PUT OFF')
    await chair.page.getByRole('button', { name: /^Go on/u }).click()
  })

  const rest = order.slice(4)
  await test.step(`the other ${rest.length} are graded and agreed on, some by the deputy or the office`, async () => {
    expect(new Set(rest.map(chairFor))).toEqual(new Set([chair, host, deputy]))
    for (const id of rest) {
      if (chairFor(id) === host && new URL(host.page.url()).pathname !== path) await host.page.goto(path)
      await at.vote(id, ON_SCREEN)
      await agree(chairFor(id)).click()
    }
  })

  await test.step('the chair closes it, and two read the minutes', async () => {
    await expectText(chair.page, 'Every proposal has been discussed')
    await press(chair, 'Close the meeting')
    await answerDialog(chair.page, 'Close the meeting?', 'CLOSE THE MEETING')
    await all(everyone, ({ page }) => expect(button(page, 'Minutes, PDF')).toBeVisible())
    const outside = members.find((one) => isOut(one, first))!
    const [whole, part] = await all([host, outside], async ({ page }) => {
      const text = await pdfText(await download(page, 'Minutes, PDF'))
      return text.replace(/\s+/gu, ' ')
    })
    for (const [id, title] of ground.titles) {
      expect(whole).toContain(title)
      if (outside.conflicts.has(id)) expect(part).not.toContain(title)
      else expect(part).toContain(title)
    }
    expect(whole).toContain(secretOf(first))
    expect(part).not.toContain(secretOf(first))
  })

  await test.step('nobody was told of what they have a conflict of interest with', async () => {
    for (const one of everyone) expectToldRightly(one)
    await all(everyone, ({ page }) => page.context().close())
  })
})
