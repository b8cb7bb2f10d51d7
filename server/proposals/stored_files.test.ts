import { randomBytes } from 'node:crypto'
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import PDFKit from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { aProposer, aTerm, aUser } from '../builders/people.ts'
import { aPdf, aProposalInput, aSentFile } from '../builders/proposals.ts'
import { sendForm } from '../testing/multipart.ts'
import { pdfOfSize } from '../testing/sized_pdf.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { saveProposal } from './service.ts'

interface Sent {
  name?: string
  bytes: Uint8Array
  field?: string
  times?: number
  fields?: Record<string, string>
}

/** A signed-in proposer with an empty proposal, and `send` to upload its form. */
async function emptyProposal({ ctx, as }: TestServer) {
  await aTerm(ctx())
  const { actor, proposal_id } = await aProposer(ctx(await aUser(ctx(), ['admin'])))
  const visit = await as(actor)
  const send = ({ name = 'Our plan.pdf', bytes, field = 'file', fields, times }: Sent) =>
    sendForm(
      visit,
      `/api/proposals/edit/${proposal_id}`,
      { name, bytes, field },
      { _method: 'PUT', title: 'T', ...fields },
      times,
    )
  return { ...visit, send, params: { id: proposal_id } }
}

async function encrypted(): Promise<Uint8Array> {
  const doc = new PDFKit({ userPassword: 'a', ownerPassword: 'b' })
  doc.text('secret').end()
  return buffer(doc as unknown as Readable)
}

describe('the PDF', () => {
  test('stays, is replaced and is removed, and only one is ever stored', () =>
    withServer(async (world) => {
      const { api, params, send } = await emptyProposal(world)
      const storedSize = async () => {
        const { file_key } = await world.db.selectFrom('proposals').selectAll().executeTakeFirstOrThrow()
        return file_key && (await world.services.files.read(file_key)).length
      }
      const first = (await aPdf('first')).bytes
      const second = (await aPdf('second, longer')).bytes
      const fields = { 'samples[0][db_type]': '1', 'samples[0][type]': '0' }
      expect((await send({ bytes: first, fields })).json()).toMatchObject({ result: 1 })
      const old = await world.db.selectFrom('proposals').select('file_key').executeTakeFirstOrThrow()
      expect(await api.proposals.edit({ params })).toMatchObject({
        file: { original_file_name: 'Our plan.pdf' },
        requested_samples: [{ sample_id: null }],
      })
      await send({ name: '', bytes: new Uint8Array(0) })
      expect(await storedSize()).toBe(first.length)
      await send({ name: '../../etc/plan.pdf', bytes: second, fields: { remove_file: '1' } })
      expect(await storedSize()).toBe(second.length)
      await expect(world.services.files.read(old.file_key!)).rejects.toThrow()
      expect((await api.proposals.edit({ params })).file).toEqual({ original_file_name: 'plan.pdf' })
      await send({ name: '', bytes: new Uint8Array(0), fields: { remove_file: '1' } })
      expect(await api.proposals.edit({ params })).toMatchObject({ file: null })
      expect(await storedSize()).toBeNull()
    }))

  test('of 49.9 MB is returned unchanged, and stays when one of 50.1 MB is refused', () =>
    withServer(async (world) => {
      const { send, request, params } = await emptyProposal(world)
      const whole = pdfOfSize(49_900_000)
      const saved = await send({ bytes: whole })
      expect(saved.json()).toMatchObject({ result: 1 })
      const more = await send({ bytes: Buffer.alloc(50_100_000) })
      expect([more.statusCode, more.json().errors]).toEqual([400, { file: ['Max file size is 50MB.'] }])
      // Exactly 50 MB is not too large, so the error is about the content.
      const none = await send({ bytes: Buffer.alloc(50_000_000) })
      expect(none.json().errors).toEqual({ file: ['Only PDF files can be uploaded.'] })
      const back = await request('GET', `/api/proposals/download_proposal/${params.id}`)
      expect(back.rawPayload.equals(whole)).toBe(true)
    }))

  test('is refused with the reason: not a PDF, truncated, encrypted, empty, wrong extension', () =>
    withServer(async (world) => {
      const { send, api, params } = await emptyProposal(world)
      const good = (await aPdf()).bytes
      const reasonFor = async (bytes: Uint8Array, name = 'plan.pdf') =>
        (await send({ name, bytes })).json().errors?.file?.[0]
      const program = Buffer.concat([Buffer.from('MZ'), randomBytes(4000)])
      expect(await reasonFor(program)).toBe('Only PDF files can be uploaded.')
      expect(await reasonFor(good.subarray(0, good.length * 0.7))).toMatch(/damaged/u)
      expect(await reasonFor(await encrypted())).toMatch(/encrypted or protected by a password/u)
      expect(await reasonFor(new Uint8Array(0))).toBe('This file is empty.')
      for (const name of ['plan.exe', 'plan', 'plan.pdf.exe', 'plan\u202Efdp.exe'])
        expect(await reasonFor(good, name)).toBe('Only PDF files can be uploaded.')
      expect((await api.proposals.edit({ params })).file).toBeNull()
      await send({ name: 'خطة 計画\u202E.PDF\u2069', bytes: good })
      expect((await api.proposals.edit({ params })).file).toEqual({ original_file_name: 'خطة 計画.PDF' })
    }))

  test('in another field, sent twice, or with more than 2 MB of texts is an error', () =>
    withServer(async (world) => {
      const { send, api, params } = await emptyProposal(world)
      const { version } = await api.proposals.edit({ params })
      const elsewhere = await send({ bytes: (await aPdf()).bytes, field: 'pdf' })
      expect([elsewhere.statusCode, elsewhere.json().errors]).toEqual([
        400,
        { pdf: ['No file can be sent here.'] },
      ])
      const twice = await send({ bytes: (await aPdf()).bytes, times: 2 })
      expect([twice.statusCode, twice.json().errors]).toEqual([
        400,
        { file: ['Only one file can be uploaded.'] },
      ])
      const text = 'x'.repeat(800_000)
      const fields = { abstract: text, properties: text, sample_description_1_1: text }
      expect((await send({ bytes: (await aPdf()).bytes, fields })).statusCode).toBe(413)
      expect((await api.proposals.edit({ params })).version).toBe(version)
    }))

  test('that meets a full disk of the server or the database is a 503 with a message, and nothing is written', () =>
    withServer(async (world) => {
      const { send, api, params } = await emptyProposal(world)
      const { files } = world.services
      const { version } = await api.proposals.edit({ params })
      const folder = join(world.services.config.dataDir, 'files')
      const bytes = (await aPdf()).bytes
      const refused = async () => {
        const reply = await send({ bytes })
        expect(await readdir(folder)).toEqual([])
        return [reply.statusCode, reply.json().message]
      }
      const full = join(folder, 'full.part')
      await symlink('/dev/full', full)
      const { temporary } = files
      files.temporary = () => full
      expect(await refused()).toEqual([503, expect.stringMatching(/^The file could not be stored just now/u)])
      files.temporary = temporary
      await sql`create function full_disk() returns trigger as $$ begin raise sqlstate '53100'; end $$
        language plpgsql`.execute(world.db)
      await sql`create trigger full_disk before update on proposals execute function full_disk()`.execute(
        world.db,
      )
      expect(await refused()).toEqual([503, expect.stringMatching(/^This could not be stored just now/u)])
      expect((await api.proposals.edit({ params })).version).toBe(version)
    }))

  test('of a save that fails is removed', () =>
    withServer(async (world) => {
      const { send } = await emptyProposal(world)
      const stored: string[] = []
      const { put } = world.services.files
      world.services.files.put = async (bytes) => {
        stored.push(await put(bytes))
        return stored.at(-1)!
      }
      const reply = await send({ bytes: (await aPdf()).bytes, fields: { 'keywords[0]': '999' } })
      expect(reply.statusCode).toBe(400)
      expect(stored).toHaveLength(1)
      await expect(world.services.files.read(stored[0]!)).rejects.toThrow()
    }))

  test('of a save with a lost database connection stays, since it may have been saved', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const { actor, proposal_id } = await aProposer(world.ctx(await aUser(world.ctx(), ['admin'])))
      const ctx = world.ctx(actor)
      const unanswered: typeof ctx.write = async (work) => {
        await world.ctx(actor).write(work)
        throw new Error('Connection terminated unexpectedly')
      }
      const file = await aSentFile(ctx, await aPdf())
      const saving = saveProposal({ ...ctx, write: unanswered }, proposal_id, aProposalInput({ file }))
      await expect(saving).rejects.toThrow('Connection terminated')
      const { file_key } = await world.db.selectFrom('proposals').select('file_key').executeTakeFirstOrThrow()
      expect(await world.services.files.read(file_key!)).toHaveLength(file.size)
    }))
})
