import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { dayAfter } from '#domain/custody/loans/due.ts'
import { GAS } from '#domain/masters/values.ts'
import { aLoan, type LoanStep } from '#server/builders/loans.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aSample } from '#server/builders/samples.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

interface Options {
  until?: LoanStep
  /** By default two particles of 5.4 mg. */
  samples?: NonNullable<Parameters<typeof aSample>[1]>[]
  /** Found less sent of every piece, in µg. */
  differ?: number
}

/** A loan, and My samples as its borrower sees them. */
const withLoan = (
  options: Options,
  work: (
    made: Awaited<ReturnType<typeof makeLoan>> & BrowserWindow & { show: (query?: string) => void },
  ) => Promise<void>,
) =>
  withBrowser(async (server, window) => {
    const made = await makeLoan(server, options)
    const shown = await window(made.actor)
    const show = (query = '') => shown.open(`/mypage/samples${query}`)
    show()
    await screen.findByRole('heading', { level: 1, name: 'My samples' })
    await work({ ...made, ...shown, show })
  })

async function makeLoan(
  server: Parameters<Parameters<typeof withBrowser>[0]>[0],
  { until = 'in_use', samples = [{}, {}], differ = 0 }: Options,
) {
  await aTerm(server.ctx())
  const office = server.ctx(await aUser(server.ctx(), ['admin']))
  const { actor, proposal_id } = await aSubmittedProposal(office)
  const sample_ids: number[] = []
  const differences: Record<string, number> = {}
  for (const sample of samples) {
    const { id, name } = await aSample(office, sample)
    sample_ids.push(id)
    differences[name] = differ
  }
  const number = await aLoan(office, { proposal_id, sample_ids, until, differences })
  const { api } = await server.as(actor)
  const read = () => api.loans.get({ params: { number } })
  const pieces = (await read()).piece_list
  const [first, second] = pieces
  return {
    ...{ server, office, actor, api, number, read, pieces, first: first!, second: second! },
    /** A piece as it is now; by default the first. */
    piece: async (address = first!.piece) => (await read()).piece_list.find((one) => one.piece === address)!,
  }
}

const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const press = async ({ user }: Pick<BrowserWindow, 'user'>, name: string | RegExp) =>
  user.click(await button(name))
const waits = (one: HTMLElement) => one.getAttribute('aria-disabled') === 'true'

/** Answers nothing to what is written, although the server does it, until the returned function is called. */
function loseAnswers() {
  const network = globalThis.fetch
  globalThis.fetch = async (address, init) => {
    const reply = await network(address, init)
    if (init?.method === 'PUT' || String(address).includes('/terms')) throw new TypeError('Failed to fetch')
    return reply
  }
  return () => {
    globalThis.fetch = network
    act(() => void window.dispatchEvent(new Event('online')))
  }
}

test('a parcel is received piece by piece: what is not here stays on the way', () =>
  withLoan({ until: 'dispatched' }, async (made) => {
    const confirm = await button('Confirm receipt')
    expect(waits(confirm)).toBe(true)
    await made.fill(await field(`Mass found of ${made.first.name}`), '5.397')
    await screen.findByText('−3 µg')
    await screen.findByText('1 piece stays on the way.')
    await press(made, 'Confirm receipt of 1 piece')
    await screen.findByRole('heading', { name: 'Receive: 1 piece is on the way' })
    expect(await made.piece()).toMatchObject({ state: 'in_use', found: 5397, present: 5397 })
    expect(await made.piece(made.second.piece)).toMatchObject({ state: 'dispatched', found: null })
  }))

test('a piece that is lighter than sent is received, and the office looks into it', () =>
  withLoan({ until: 'dispatched', samples: [{}] }, async (made) => {
    await made.fill(await field(`Mass found of ${made.first.name}`), '5.376')
    await screen.findByText(/is 24 µg lighter than sent; 5 µg is the tolerance/u)
    await press(made, 'Confirm receipt of 1 piece')
    await screen.findByText(/24 µg below what was sent: the office looks into it/u)
    expect(await made.piece()).toMatchObject({ state: 'received', open_difference: -24 })
  }))

test('what is missing is told to the office', () =>
  withLoan({ until: 'dispatched' }, async (made) => {
    await press(made, 'Something is missing')
    await made.user.click(await screen.findByRole('checkbox', { name: `${made.second.name} is missing` }))
    await made.fill(await field(/^What happened/u), 'The seal was broken.')
    await press(made, 'Tell the office')
    await waitFor(async () =>
      expect((await made.piece(made.second.piece)).missing?.note).toBe('The seal was broken.'),
    )
    expect((await made.piece()).missing).toBeNull()
  }))

test('a split waits until it balances, and what is missing becomes handling loss', () =>
  withLoan({ samples: [{ weight: 1.87 }] }, async (made) => {
    const { name } = made.first
    await press(made, `Split ${name}`)
    await made.fill(await field(`Mass of ${name}-01`), '1.104')
    await made.fill(await field(`Mass of ${name}-02`), '0.742')
    await made.fill(await field('Handling loss'), '9')
    await screen.findByText('15 µg are missing')
    expect(waits(await button('Split in 2'))).toBe(true)
    await press(made, 'Add 15 µg to the handling loss')
    await screen.findByText('It balances')
    await press(made, 'Split in 2')
    await screen.findByText(`${name}-01`)
    await screen.findByText('1.104')
    expect((await made.read()).piece_list.map(({ name, present, state }) => [name, present, state])).toEqual([
      [name, 0, 'split'],
      [`${name}-01`, 1104, 'in_use'],
      [`${name}-02`, 742, 'in_use'],
    ])
    expect(await made.piece()).toMatchObject({ lost: 24, consumed: 0 })
    expect(made.path()).toBe('/mypage/samples')
  }))

test('a third part is added and taken away again', () =>
  withLoan({ samples: [{}] }, async (made) => {
    await press(made, `Split ${made.first.name}`)
    await press(made, 'Add a part')
    await button('Split in 3')
    await press(made, `Remove ${made.first.name}-03`)
    await button('Split in 2')
  }))

test('what is used up says what is left', () =>
  withLoan({ samples: [{ weight: 1.87 }] }, async (made) => {
    await press(made, `Use up ${made.first.name}`)
    await made.fill(await field(/^How much/u), '260')
    await made.fill(await screen.findByRole('combobox', { name: /^Method/u }), 'NanoSIMS')
    await screen.findByText('1.610 mg are left')
    await press(made, 'Record 260 µg')
    await screen.findByText('1.610')
    expect(await made.piece()).toMatchObject({ present: 1610, consumed: 260 })
  }))

test('more than there is cannot be used', () =>
  withLoan({ samples: [{ weight: 1.87 }] }, async (made) => {
    await press(made, `Use up ${made.first.name}`)
    await made.fill(await field(/^How much/u), '1871')
    await screen.findByText('1 µg more than on record')
    expect(waits(await button('Record 1,871 µg'))).toBe(true)
  }))

test('gas is drawn down, never split, and the empty bottle is returned', () =>
  withLoan(
    { samples: [{ sample_type: GAS, weight: null, size: null, pressure: 68, volume: 100 }] },
    async (made) => {
      const { name } = made.first
      expect(screen.queryByRole('button', { name: `Split ${name}` })).toBeNull()
      await press(made, `Draw down ${name}`)
      await made.fill(await field(/^How much/u), '68')
      await made.fill(await screen.findByRole('combobox', { name: /^Method/u }), 'Mass spectrometry')
      await screen.findByText('The bottle is still to be returned.')
      await press(made, 'Record 68.0 Pa')
      await screen.findByText('Used up; the bottle is still to be returned')
      await press(made, `Return the bottle ${name}`)
      await press(made, 'It is on its way')
      await screen.findByText(/^On its way back since/u)
      expect(await made.piece()).toMatchObject({ state: 'sent_back', present: 0 })
    },
  ))

test('a move to a colleague asks the office, who is named with the e-mail address', () =>
  withLoan({ samples: [{}] }, async (made) => {
    await press(made, `Move ${made.first.name}`)
    await made.user.click(await screen.findByRole('radio', { name: 'A colleague' }))
    await made.fill(await field(/^Name of the colleague/u), 'Iván Ñíguez')
    await made.fill(await field(/^E-mail/u), 'ivan@soleil.example')
    await press(made, 'Ask to move it')
    await screen.findByText(/^You asked on .* to move it to Iván Ñíguez.*: the office decides\.$/u)
    expect((await made.piece()).move?.to).toContain('Iván Ñíguez')
  }))

test('an extension is asked for with a reason', () =>
  withLoan({ samples: [{}] }, async (made) => {
    const { due_on } = await made.read()
    const until = dayAfter(due_on!, 365)
    await press(made, 'Ask for an extension')
    await made.fill(await field(/^Until/u), until)
    await made.fill(await field(/^Why/u), 'Beamtime was moved to January.')
    await press(made, 'Ask for the extension')
    await screen.findByText(new RegExp(`to keep it until ${until}`, 'u'))
    expect((await made.read()).extension).toMatchObject({ until, reason: 'Beamtime was moved to January.' })
  }))

test('all pieces are returned at once, each as it weighs now, without those left out', () =>
  withLoan({ samples: [{}, {}, {}] }, async (made) => {
    const [first, second, third] = made.pieces
    await press(made, 'Return all')
    await made.fill(await field(`What you send back of ${first!.name}`), '5.398')
    await made.user.click(await screen.findByRole('checkbox', { name: `Send back ${third!.name}` }))
    await made.fill(await field('Carrier'), 'Yamato')
    await press(made, '2 pieces are on their way')
    await waitFor(() => expect(screen.getAllByText(/^On its way back since/u)).toHaveLength(2))
    expect((await made.piece()).sent_back).toMatchObject({ amount: 5398, carrier: 'Yamato' })
    expect((await made.piece(second!.piece)).sent_back?.amount).toBe(5400)
    expect((await made.piece(third!.piece)).state).toBe('in_use')
  }))

test('a piece is reported as lost', () =>
  withLoan({ samples: [{}] }, async (made) => {
    await press(made, `Lost or destroyed? Report ${made.first.name}`)
    await made.fill(await field(/^What happened/u), 'It jumped off the tweezers.')
    await press(made, 'Report as lost')
    await screen.findByText(/^You reported it as lost on/u)
    expect((await made.piece()).said_lost?.reason).toBe('It jumped off the tweezers.')
  }))

test('the sheet of an act is an address, which Close leaves', () =>
  withLoan({ samples: [{}] }, async (made) => {
    made.show(`?act=use&piece=${made.first.piece}`)
    const sheet = await screen.findByRole('region', { name: new RegExp(`^Use up .*${made.first.name}`, 'u') })
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true))
    await made.user.click(within(sheet).getByRole('button', { name: 'Close' }))
    await screen.findByText('What you owe').catch(() => null)
    expect(made.path()).toBe('/mypage/samples')
  }))

test('what is typed into a sheet is there again after the page was left', () =>
  withLoan({ samples: [{}] }, async (made) => {
    await press(made, `Use up ${made.first.name}`)
    await made.fill(await field(/^How much/u), '26')
    made.show(`?act=use&piece=${made.first.piece}`)
    await waitFor(async () => expect((await field(/^How much/u)).value).toBe('26'))
    await screen.findByText(/^Your draft of .* was restored\.$/u)
  }))

test('an act whose answer was lost is sent again by itself, and counts once', () =>
  withLoan({ samples: [{ weight: 1.87 }] }, async (made) => {
    await press(made, `Use up ${made.first.name}`)
    await made.fill(await field(/^How much/u), '260')
    await made.fill(await screen.findByRole('combobox', { name: /^Method/u }), 'NanoSIMS')
    const mend = loseAnswers()
    try {
      await press(made, 'Record 260 µg')
      await screen.findByText('No answer yet.')
      expect(await made.piece()).toMatchObject({ present: 1610 })
    } finally {
      mend()
    }
    await waitFor(() => expect(made.path()).toBe('/mypage/samples'))
    expect(await made.piece()).toMatchObject({ present: 1610, consumed: 260 })
  }))

/** Records uploads, which fetch cannot follow, and answers each in turn; true: it arrives. */
function recordUploads(arrives: boolean[]) {
  const sent: { path: string; body: FormData }[] = []
  const paths = new WeakMap<XMLHttpRequest, string>()
  const request = XMLHttpRequest.prototype
  vi.spyOn(request, 'open').mockImplementation(function (this: XMLHttpRequest, _, path) {
    paths.set(this, String(path))
  })
  vi.spyOn(request, 'setRequestHeader').mockImplementation(() => {})
  vi.spyOn(request, 'status', 'get').mockReturnValue(200)
  vi.spyOn(request, 'getResponseHeader').mockReturnValue('application/json')
  vi.spyOn(request, 'responseText', 'get').mockReturnValue('{"result":1,"message":"It has arrived."}')
  vi.spyOn(request, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    sent.push({ path: paths.get(this)!, body: body as FormData })
    const answer = arrives.shift() ? this.onload : this.onerror
    queueMicrotask(() => answer?.call(this, new ProgressEvent('load')))
  })
  return sent
}
const fileIn = ({ body }: { body: FormData }) => (body.get('file') as File).name
afterEach(() => void vi.restoreAllMocks())

test('a photo whose upload failed is sent again', () =>
  withLoan({ samples: [{}] }, async (made) => {
    const sent = recordUploads([false, true])
    const photo = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'IMG_1.heic', { type: 'image/heic' })
    await made.user.upload(await screen.findByLabelText(`Photo of ${made.first.name}`), photo)
    await press(made, 'Send again')
    await screen.findByText('is with the office.', { exact: false })
    expect(sent.map((one) => [one.path, fileIn(one), one.body.get('piece')])).toEqual(
      Array(2).fill([`/api/loans/${made.number}/photos`, 'IMG_1.heic', made.first.piece]),
    )
  }))

const PAPER = new File(['%PDF-1.7'], 'paper.pdf', { type: 'application/pdf' })

test('the signed agreement is uploaded', () =>
  withLoan({ until: 'agreement_sent' }, async (made) => {
    const sent = recordUploads([true])
    await press(made, 'Sign the agreement')
    await button(`Agreement of ${made.number} (PDF)`)
    await made.user.upload(await screen.findByLabelText('Signed agreement'), PAPER)
    await press(made, 'Send the signed agreement')
    await screen.findByText('It has arrived.')
    expect(sent.map((one) => [one.path, fileIn(one)])).toEqual([
      [`/api/loans/${made.number}/signed`, 'paper.pdf'],
    ])
  }))

test('the report of use is uploaded with a note', () =>
  withLoan({ samples: [{}] }, async (made) => {
    const sent = recordUploads([true])
    await press(made, 'Report of use')
    await made.user.upload(await screen.findByLabelText('Report of use', { selector: 'input' }), PAPER)
    await made.fill(await field('Note'), 'Two thin sections.')
    await press(made, 'Send the report of use')
    await screen.findByText('It has arrived.')
    expect(sent.map((one) => [one.path, one.body.get('note')])).toEqual([
      [`/api/loans/${made.number}/report`, 'Two thin sections.'],
    ])
  }))

test('a piece that the office asks about is weighed again', () =>
  withLoan({ samples: [{}], differ: -24 }, async (made) => {
    const { piece, version } = await made.piece()
    const office = await made.server.as(made.office.actor)
    await office.api.loans.resolve({
      params: { number: made.number },
      body: { piece, how: 'weigh_again', reason: 'Please tare the balance.', version },
    })
    made.show()
    await press(made, `Weigh again ${made.first.name}`)
    await made.fill(await field(/^Mass now/u), '5.399')
    await screen.findByText('Within the tolerance')
    await press(made, 'Confirm what I found')
    await screen.findByRole('button', { name: `Split ${made.first.name}` })
    expect(await made.piece()).toMatchObject({ state: 'in_use', present: 5399, open_difference: null })
  }))

test('a file that is no photo is not sent', () =>
  withLoan({ samples: [{}] }, async (made) => {
    const sent = recordUploads([])
    const file = new File(['x'], 'notes.txt', { type: 'text/plain' })
    const input = await screen.findByLabelText(`Photo of ${made.first.name}`)
    input.removeAttribute('accept')
    await made.user.upload(input, file)
    await screen.findByText(/Only photos/u)
    expect(sent).toEqual([])
  }))

test('Home says what is owed, and leads there', () =>
  withLoan({ until: 'dispatched' }, async (made) => {
    made.open('/mypage')
    const link = await screen.findByRole('link', { name: `Confirm receipt of ${made.number}` })
    await made.user.click(link)
    await screen.findByRole('heading', { name: 'Receive: 2 pieces are on the way' })
    expect(made.path()).toBe(`/mypage/samples?loan=${made.number}`)
  }))

test('without a loan it says where one comes from', () =>
  withBrowser(async (server, window) => {
    await aTerm(server.ctx())
    const { open } = await window(await aUser(server.ctx(), ['reviewer']))
    open('/mypage/samples')
    await screen.findByText('You hold no samples.')
  }))
